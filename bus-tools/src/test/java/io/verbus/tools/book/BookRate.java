package io.verbus.tools.book;

import io.verbus.MutableHeader;
import io.verbus.codec.marketdata.Side;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.book.Instruments;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.agrona.concurrent.SystemNanoClock;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Measures the books alone: decodes and applies a seeded sequence of encoded messages from memory repeatedly.
 * Arguments: live orders, symbols, messages, loops; default 100,000, 8,000, 6 million and 7. Most messages add an order
 * or delete a random one, which is the worst case for a cache: real deletes favour young orders.
 */
final class BookRate {
    private static final int SLOT = 96;
    private static final long TICK = 100;
    private static final int LOT = 100;

    private final SplittableRandom random = new SplittableRandom(20_191_230);
    private final Sbe sbe = new Sbe();
    private final UnsafeBuffer stream;
    private final int[] lengths;
    private final int symbols;
    private final long[] live;
    private int liveCount;
    private long nextOrder = 1;

    private BookRate(final int liveOrders, final int symbols, final int messages) {
        this.symbols = symbols;
        live = new long[liveOrders];
        lengths = new int[messages];
        stream = new UnsafeBuffer(ByteBuffer.allocateDirect(messages * SLOT));
        for (int i = 0; i < messages; i++) {
            lengths[i] = next();
            stream.putBytes(i * SLOT, sbe.buffer, Sbe.OFFSET, lengths[i]);
        }
    }

    public static void main(final String[] args) {
        final int liveOrders = args.length > 0 ? Integer.parseInt(args[0]) : 100_000;
        final int symbols = args.length > 1 ? Integer.parseInt(args[1]) : 8_000;
        final int messages = args.length > 2 ? Integer.parseInt(args[2]) : 6_000_000;
        final int loops = args.length > 3 ? Integer.parseInt(args[3]) : 7;
        final BookRate rate = new BookRate(liveOrders, symbols, messages);
        final Books books = new Books(liveOrders);
        for (int loop = 0; loop < loops; loop++) {
            books.clear();
            System.out.printf("%.2f million messages/s, %,d live orders, %,d levels%n", rate.measure(books) / 1e6,
                    books.liveOrders(), books.priceLevels());
        }
    }

    /** Messages per second, measured after all orders were added. */
    private double measure(final Books books) {
        final MarketDataHandler handler = new MarketDataHandler(books, new Instruments(), new LatencyMeter(),
                new LoopRates(), SystemNanoClock.INSTANCE);
        final MutableHeader frame = new MutableHeader(1, "test", "test");
        handler.follow(1);
        final int warmUp = Math.min(lengths.length / 2, 3 * live.length);
        long startNs = 0;
        for (int i = 0; i < lengths.length; i++) {
            if (i == warmUp) {
                startNs = System.nanoTime();
            }
            handler.onMessage(stream, i * SLOT, lengths[i], frame);
        }
        return (lengths.length - warmUp) * 1e9 / (System.nanoTime() - startNs);
    }

    private int next() {
        final int kind = random.nextInt(100);
        if (liveCount < live.length && (kind < 50 || liveCount < live.length * 9 / 10)) {
            final Side side = random.nextBoolean() ? Side.BUY : Side.SELL;
            final int symbol = random.nextInt(symbols);
            live[liveCount++] = nextOrder;
            return sbe.added(symbol, takeOrderNumber(), side, price(symbol, side), LOT * (1 + random.nextInt(9)));
        }
        final int at = random.nextInt(liveCount);
        final long order = live[at];
        if (kind < 94) {
            live[at] = live[--liveCount];
            return sbe.deleted(order);
        }
        if (kind < 97) {
            return sbe.reduced(order, 1);
        }
        live[at] = nextOrder;
        final int symbol = random.nextInt(symbols);
        return sbe.replaced(order, takeOrderNumber(), price(symbol, Side.BUY), LOT);
    }

    private long takeOrderNumber() {
        final long order = nextOrder;
        nextOrder += 1 + random.nextInt(4);
        return order;
    }

    /** A random price, dense near the best price as in real books. */
    private long price(final int symbol, final Side side) {
        final double away = random.nextDouble();
        final long ticks = 1 + (long) (40 * away * away * away);
        return 1_000_000 + symbol * LOT + (side == Side.BUY ? -ticks : ticks) * TICK;
    }
}
