package io.verbus.tools.book;

import static io.verbus.fuzz.Checks.check;
import static io.verbus.fuzz.Checks.same;

import io.verbus.Action;
import io.verbus.MutableHeader;
import io.verbus.codec.marketdata.InstrumentAction;
import io.verbus.codec.marketdata.InstrumentEncoder;
import io.verbus.codec.marketdata.InstrumentStateEncoder;
import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.codec.marketdata.OrderAddedEncoder;
import io.verbus.codec.marketdata.OrderDeletedEncoder;
import io.verbus.codec.marketdata.OrderExecutedEncoder;
import io.verbus.codec.marketdata.OrderReducedEncoder;
import io.verbus.codec.marketdata.OrderReplacedEncoder;
import io.verbus.codec.marketdata.PriceLevelDeletedEncoder;
import io.verbus.codec.marketdata.PriceLevelSetEncoder;
import io.verbus.codec.marketdata.Side;
import io.verbus.fuzz.Input;
import io.verbus.fuzz.Seed;
import io.verbus.fuzz.Target;
import io.verbus.marketdata.book.BookTotals;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.book.Instruments;
import io.verbus.marketdata.book.LevelBooks;
import io.verbus.marketdata.book.MessageTypes;
import io.verbus.marketdata.book.PriceBooks;
import java.nio.file.Path;
import java.util.List;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Arbitrary market data messages, applied to books. The levels must match the resting orders: best price first, none
 * empty, with correct totals of shares and orders.
 *
 * <p>Input: messages, each its length and its bytes.
 */
public final class BooksTarget implements Target {
    private static final long SESSION = 77;
    /** Books of higher instruments take megabytes per input; {@link Books} refuses those above its own limit. */
    private static final int MAX_INSTRUMENT = 1 << 10;
    /** Offset in all messages: 8 bytes of message header, 24 of times and sequence. */
    private static final int INSTRUMENT_OFFSET = 32;

    /** Not checked, and large. */
    private final LatencyMeter latency = new LatencyMeter();

    public BooksTarget(final Path scratch) {
        check(scratch.isAbsolute(), "relative path");
    }

    @Override
    public void run(final byte[] bytes) {
        final Input input = new Input(bytes);
        final Books books = new Books(8);
        final MarketDataHandler handler = new MarketDataHandler(books, new Instruments(), latency,
                new LoopRates(), () -> 1_000);
        handler.follow(SESSION);
        long messages = 0;
        while (input.hasMore()) {
            // A separate buffer, so that an access outside it is an exception.
            final UnsafeBuffer message = new UnsafeBuffer(input.bytes(input.u8()));
            limitInstrument(message);
            same(Action.TAKEN,
                    handler.onMessage(message, 0, message.capacity(),
                            new MutableHeader(SESSION, "test", "test").set(0, 0)),
                    "action");
            messages++;
        }
        same(messages, handler.messages(), "messages");
        long counted = handler.unknown() + handler.malformed();
        for (int type = 1; type < MessageTypes.count(); type++) {
            same(0L, MessageTypes.isKnown(type) ? 0L : handler.count(type), "messages of an unknown type");
            counted += handler.count(type);
        }
        same(messages, counted, "messages of all types");
        checkBooks(books);
        checkLevels(handler.levelBooks());
        check(handler.levelLines().chars().allMatch(each -> each == '\n' || each >= ' ' && each <= '~'), "lines");
        new TopRows(List.of()).fill(handler.updater());
    }

    private static void limitInstrument(final UnsafeBuffer message) {
        if (message.capacity() >= INSTRUMENT_OFFSET + Integer.BYTES) {
            final int instrument = message.getInt(INSTRUMENT_OFFSET);
            if (instrument > MAX_INSTRUMENT && instrument < Books.MAX_INSTRUMENTS) {
                message.putInt(INSTRUMENT_OFFSET, instrument % MAX_INSTRUMENT);
            }
        }
    }

    private static void checkBooks(final Books books) {
        final long orders = checkLevels(books);
        same(books.liveOrders(), orders, "orders at levels");
        final BookTotals totals = BookTotals.of(books);
        check(totals.shares() >= totals.orders(), "orders without shares");
    }

    /** Returns the number of orders at all levels. */
    private static long checkLevels(final PriceBooks books) {
        long orders = 0;
        for (int instrument = 0; instrument < books.instruments(); instrument++) {
            for (int side = 0; side < 2; side++) {
                for (int depth = 0; depth < books.levels(instrument, side); depth++) {
                    final long price = books.price(instrument, side, depth);
                    check(books.shares(instrument, side, depth) > 0
                            && (books instanceof LevelBooks || books.orders(instrument, side, depth) > 0),
                            "an empty level");
                    check(depth == 0 || (side == 0) == (price < books.price(instrument, side, depth - 1)),
                            "levels out of order");
                    orders += books.orders(instrument, side, depth);
                }
            }
        }
        same(books.priceLevels(), BookTotals.of(books).levels(), "levels");
        return orders;
    }

    @Override
    public List<byte[]> seeds() {
        final Stream stream = new Stream();
        stream.added(1, 10, Side.BUY, 1_000, 500);
        stream.added(1, 11, Side.BUY, 1_001, 200);
        stream.added(2, 12, Side.SELL, 7, 40);
        stream.changed();
        return List.of(stream.seed.toBytes());
    }

    /** Correct messages, one after the other. */
    private static final class Stream {
        private final Seed seed = new Seed();
        private final MutableDirectBuffer buffer = new UnsafeBuffer(new byte[256]);
        private final MessageHeaderEncoder header = new MessageHeaderEncoder();

        void added(final int instrument, final long order, final Side side, final long price, final long shares) {
            final OrderAddedEncoder message = new OrderAddedEncoder().wrapAndApplyHeader(buffer, 0, header);
            message.instrumentId(instrument).side(side).orderId(order).quantity(shares).price(price);
            add(message.encodedLength());
        }

        /** One message of each other type. */
        void changed() {
            add(new OrderExecutedEncoder().wrapAndApplyHeader(buffer, 0, header).orderId(10).quantity(100)
                    .encodedLength());
            add(new OrderExecutedEncoder().wrapAndApplyHeader(buffer, 0, header).orderId(11).price(999).quantity(50)
                    .encodedLength());
            add(new OrderReducedEncoder().wrapAndApplyHeader(buffer, 0, header).orderId(11).quantity(10)
                    .encodedLength());
            final OrderReplacedEncoder replaced = new OrderReplacedEncoder().wrapAndApplyHeader(buffer, 0, header);
            replaced.orderId(10).newOrderId(13).quantity(5).price(998);
            add(replaced.encodedLength());
            final InstrumentEncoder instrument = new InstrumentEncoder().wrapAndApplyHeader(buffer, 0, header)
                    .instrumentId(1);
            instrument.legsCount(1).next().instrumentId(2).ratio(1);
            add(instrument.symbol("AAPL").encodedLength());
            add(new OrderDeletedEncoder().wrapAndApplyHeader(buffer, 0, header).orderId(12).encodedLength());
            for (final long price : new long[]{100, 101, 99}) {
                add(new PriceLevelSetEncoder().wrapAndApplyHeader(buffer, 0, header).instrumentId(3).side(Side.SELL)
                        .price(price).quantity(10).encodedLength());
            }
            add(new PriceLevelDeletedEncoder().wrapAndApplyHeader(buffer, 0, header).instrumentId(3).side(Side.SELL)
                    .price(100).encodedLength());
            for (final InstrumentAction action : List.of(InstrumentAction.SUSPECT, InstrumentAction.CLEAR)) {
                add(new InstrumentStateEncoder().wrapAndApplyHeader(buffer, 0, header).instrumentId(2).action(action)
                        .encodedLength());
            }
        }

        private void add(final int body) {
            final byte[] bytes = new byte[MessageHeaderEncoder.ENCODED_LENGTH + body];
            buffer.getBytes(0, bytes);
            seed.u8(bytes.length).bytes(bytes);
        }
    }
}
