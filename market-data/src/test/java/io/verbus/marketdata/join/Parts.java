package io.verbus.marketdata.join;

import io.verbus.Action;
import io.verbus.Header;
import io.verbus.MutableHeader;
import io.verbus.codec.marketdata.BookSnapshotBeginEncoder;
import io.verbus.codec.marketdata.BookSnapshotEndEncoder;
import io.verbus.codec.marketdata.BookSnapshotEntryEncoder;
import io.verbus.codec.marketdata.InstrumentAction;
import io.verbus.codec.marketdata.InstrumentEncoder;
import io.verbus.codec.marketdata.InstrumentStateEncoder;
import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.codec.marketdata.OrderAddedEncoder;
import io.verbus.codec.marketdata.Side;
import io.verbus.codec.marketdata.StateReason;
import io.verbus.codec.marketdata.TradingState;
import io.verbus.codec.marketdata.TradingStatusEncoder;
import io.verbus.codec.nasdaq.StockDirectoryEncoder;
import org.agrona.concurrent.UnsafeBuffer;

/** Sends parts of snapshots, valid or not, to a reader. Each method returns whether the reader took the part. */
final class Parts {
    static final long PUBLISHER = 3;
    static final long SESSION = 0xabc;

    final UnsafeBuffer buffer = new UnsafeBuffer(new byte[128]);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final SnapshotReader reader;
    private final long publisher;

    Parts(final SnapshotReader reader, final long publisher) {
        this.reader = reader;
        this.publisher = publisher;
    }

    boolean begin(final long session, final long sequence, final long entries, final long instruments) {
        final var message = new BookSnapshotBeginEncoder().wrapAndApplyHeader(buffer, 8, header).instrumentId(0)
                .busSession(session).busSequence(sequence).entries(entries).instruments(instruments);
        return give(message.encodedLength());
    }

    boolean instrument(final int id, final String symbol) {
        final var message = new InstrumentEncoder().wrapAndApplyHeader(buffer, 8, header).instrumentId(id);
        message.legsCount(0);
        return give(message.symbol(symbol).encodedLength());
    }

    /** An instrument without the last bytes of its symbol. */
    boolean instrument(final int id, final String symbol, final int cut) {
        final var message = new InstrumentEncoder().wrapAndApplyHeader(buffer, 8, header).instrumentId(id);
        message.legsCount(0);
        return give(message.symbol(symbol).encodedLength() - cut);
    }

    boolean status(final int instrument, final TradingState state) {
        return give(new TradingStatusEncoder().wrapAndApplyHeader(buffer, 8, header).instrumentId(instrument)
                .state(state).encodedLength());
    }

    boolean directory(final int instrument) {
        return give(new StockDirectoryEncoder().wrapAndApplyHeader(buffer, 8,
                new io.verbus.codec.nasdaq.MessageHeaderEncoder()).instrumentId(instrument).encodedLength());
    }

    boolean added(final int instrument, final long reference) {
        return give(new OrderAddedEncoder().wrapAndApplyHeader(buffer, 8, header).instrumentId(instrument)
                .orderId(reference).side(Side.BUY).price(1).quantity(1).encodedLength());
    }

    /** A level; with orders below 0 their number is not known. */
    boolean level(final int instrument, final Side side, final long price, final long quantity, final long orders,
            final boolean endsEvent) {
        final var message = new BookSnapshotEntryEncoder().wrapAndApplyHeader(buffer, 8, header)
                .instrumentId(instrument).side(side).orderId(BookSnapshotEntryEncoder.orderIdNullValue()).price(price)
                .quantity(quantity)
                .orders(orders < 0 ? BookSnapshotEntryEncoder.ordersNullValue() : orders);
        message.flags().clear().snapshot(true).endOfEvent(endsEvent);
        return give(message.encodedLength());
    }

    boolean state(final int instrument, final InstrumentAction action) {
        return give(new InstrumentStateEncoder().wrapAndApplyHeader(buffer, 8, header).instrumentId(instrument)
                .action(action).reason(StateReason.SNAPSHOT).encodedLength());
    }

    boolean order(final int instrument, final long reference, final Side side, final long price, final long shares) {
        final var message = new BookSnapshotEntryEncoder().wrapAndApplyHeader(buffer, 8, header)
                .instrumentId(instrument).side(side).orderId(reference).price(price).quantity(shares);
        return give(message.encodedLength());
    }

    boolean end(final long session, final long sequence, final long entries, final long levels, final long shares) {
        final var message = new BookSnapshotEndEncoder().wrapAndApplyHeader(buffer, 8, header).instrumentId(0)
                .busSession(session).busSequence(sequence).entries(entries).levels(levels).quantity(shares);
        return give(message.encodedLength());
    }

    /** Sends a complete snapshot with one order of 100 shares, in instrument 7. */
    void whole(final long session, final long sequence) {
        begin(session, sequence, 1, 1);
        instrument(7, "AAPL");
        order(7, 10, Side.BUY, 5, 100);
        end(session, sequence, 1, 1, 100);
    }

    /** Sends the bytes in the buffer from offset 8. */
    boolean giveBytes(final int length) {
        return reader.onMessage(buffer, 8, length, frame(publisher, 0)) == Action.TAKEN;
    }

    private boolean give(final int body) {
        return giveBytes(MessageHeaderEncoder.ENCODED_LENGTH + body);
    }

    /** Header of a message of the snapshot publisher. */
    static Header frame(final long session, final long sequence) {
        return new MutableHeader(session, "", "").set(sequence, Header.NO_POSITION);
    }
}
