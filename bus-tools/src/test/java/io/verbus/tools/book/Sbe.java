package io.verbus.tools.book;

import io.verbus.codec.marketdata.AuctionEncoder;
import io.verbus.codec.marketdata.AuctionKind;
import io.verbus.codec.marketdata.InstrumentAction;
import io.verbus.codec.marketdata.InstrumentEncoder;
import io.verbus.codec.marketdata.InstrumentStateEncoder;
import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.codec.marketdata.OrderAddedEncoder;
import io.verbus.codec.marketdata.OrderDeletedEncoder;
import io.verbus.codec.marketdata.OrderExecutedEncoder;
import io.verbus.codec.marketdata.OrderReducedEncoder;
import io.verbus.codec.marketdata.OrderReplacedEncoder;
import io.verbus.codec.marketdata.SessionBeginEncoder;
import io.verbus.codec.marketdata.Side;
import io.verbus.codec.marketdata.StateReason;
import io.verbus.codec.marketdata.TradeEncoder;
import io.verbus.codec.marketdata.TradingState;
import io.verbus.codec.marketdata.TradingStatusEncoder;
import java.time.LocalDate;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Encodes market data messages for tests, always at the same offset of one buffer. Every method returns the length. */
final class Sbe {
    /** Not 0, to detect readers that ignore the offset. */
    static final int OFFSET = 16;

    final MutableDirectBuffer buffer = new UnsafeBuffer(new byte[256]);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();

    int added(final int instrument, final long order, final Side side, final long price, final long shares) {
        final OrderAddedEncoder message = new OrderAddedEncoder().wrapAndApplyHeader(buffer, OFFSET, header);
        message.instrumentId(instrument).side(side).orderId(order).quantity(shares).price(price);
        return length(message.encodedLength());
    }

    int executed(final long order, final long shares) {
        final OrderExecutedEncoder message = new OrderExecutedEncoder().wrapAndApplyHeader(buffer, OFFSET, header);
        return length(message.orderId(order).price(OrderExecutedEncoder.priceNullValue()).quantity(shares)
                .encodedLength());
    }

    int executedAtPrice(final long order, final long price, final long shares) {
        final OrderExecutedEncoder message = new OrderExecutedEncoder().wrapAndApplyHeader(buffer, OFFSET, header);
        message.orderId(order).quantity(shares).price(price);
        return length(message.encodedLength());
    }

    int reduced(final long order, final long shares) {
        final OrderReducedEncoder message = new OrderReducedEncoder().wrapAndApplyHeader(buffer, OFFSET, header);
        return length(message.orderId(order).quantity(shares).encodedLength());
    }

    int deleted(final long order) {
        final OrderDeletedEncoder message = new OrderDeletedEncoder().wrapAndApplyHeader(buffer, OFFSET, header);
        return length(message.orderId(order).encodedLength());
    }

    int replaced(final long order, final long newOrder, final long price, final long shares) {
        final OrderReplacedEncoder message = new OrderReplacedEncoder().wrapAndApplyHeader(buffer, OFFSET, header);
        message.orderId(order).newOrderId(newOrder).quantity(shares).price(price);
        return length(message.encodedLength());
    }

    /** With prices in 1/10,000. */
    int instrument(final int instrument, final String symbol) {
        final InstrumentEncoder message = new InstrumentEncoder().wrapAndApplyHeader(buffer, OFFSET, header)
                .instrumentId(instrument).priceExponent((byte) -4).quantityExponent((byte) 0);
        message.legsCount(0);
        return length(message.symbol(symbol).encodedLength());
    }

    int clearBooks(final int instrument) {
        return state(instrument, InstrumentAction.CLEAR, StateReason.START);
    }

    int state(final int instrument, final InstrumentAction action, final StateReason reason) {
        final InstrumentStateEncoder message = new InstrumentStateEncoder().wrapAndApplyHeader(buffer, OFFSET, header);
        return length(message.instrumentId(instrument).action(action).reason(reason).encodedLength());
    }

    int status(final int instrument, final TradingState state) {
        final TradingStatusEncoder message = new TradingStatusEncoder().wrapAndApplyHeader(buffer, OFFSET, header);
        return length(message.instrumentId(instrument).state(state).encodedLength());
    }

    int auction(final int instrument, final AuctionKind kind, final long paired, final long reference,
            final long near) {
        final AuctionEncoder message = new AuctionEncoder().wrapAndApplyHeader(buffer, OFFSET, header);
        return length(message.instrumentId(instrument).kind(kind).pairedQuantity(paired).referencePrice(reference)
                .nearPrice(near).encodedLength());
    }

    int trade(final int instrument, final boolean inHaltAuction) {
        final TradeEncoder message = new TradeEncoder().wrapAndApplyHeader(buffer, OFFSET, header)
                .instrumentId(instrument);
        message.conditions().clear().auctionHalt(inHaltAuction);
        return length(message.encodedLength());
    }

    int begin(final String venue, final LocalDate day) {
        final SessionBeginEncoder message = new SessionBeginEncoder().wrapAndApplyHeader(buffer, OFFSET, header);
        return length(message.instrumentId(0).tradingDay((int) day.toEpochDay()).venue(venue).encodedLength());
    }

    /** Encodes a header and a body of zeros. */
    int other(final int schemaId, final int templateId, final int blockLength) {
        header.wrap(buffer, OFFSET).schemaId(schemaId).templateId(templateId).blockLength(blockLength).version(0);
        buffer.setMemory(OFFSET + MessageHeaderEncoder.ENCODED_LENGTH, blockLength, (byte) 0);
        return length(blockLength);
    }

    private static int length(final int body) {
        return MessageHeaderEncoder.ENCODED_LENGTH + body;
    }
}
