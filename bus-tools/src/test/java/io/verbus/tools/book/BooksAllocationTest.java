package io.verbus.tools.book;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.verbus.MutableHeader;
import io.verbus.codec.marketdata.AuctionKind;
import io.verbus.codec.marketdata.Side;
import io.verbus.codec.marketdata.TradingState;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.book.Instruments;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

final class BooksAllocationTest {
    private static final int MESSAGES = 50_000;
    private static final int SLOT = 128;
    private static final int LOOPS = 4;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final UnsafeBuffer stream = new UnsafeBuffer(new byte[MESSAGES * SLOT]);
    private final int[] lengths = new int[MESSAGES];
    private final MarketDataHandler handler = new MarketDataHandler(new Books(8), new Instruments(), new LatencyMeter(),
            new LoopRates(), () -> 2_000);
    private final MutableHeader frame = new MutableHeader(1, "test", "test").publishedNs(1_000);

    @Test
    void repeatedSessionAllocatesNothing() {
        encode();
        handler.follow(1);
        play();
        long least = Long.MAX_VALUE;
        for (int loop = 0; loop < LOOPS; loop++) {
            final long before = threads.getCurrentThreadAllocatedBytes();
            play();
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertEquals((1 + LOOPS) * (long) MESSAGES, handler.messages());
        assertTrue(handler.books().liveOrders() > 10_000, () -> "live " + handler.books().liveOrders());
        // One-time allocations of the JVM on this thread do not occur in every loop.
        assertEquals(0, least);
    }

    private void play() {
        for (int i = 0; i < MESSAGES; i++) {
            handler.onMessage(stream, i * SLOT, lengths[i], frame);
        }
    }

    private void encode() {
        final SplittableRandom random = new SplittableRandom(17);
        final Sbe sbe = new Sbe();
        for (int i = 0; i < MESSAGES; i++) {
            final int kind = random.nextInt(100);
            final long order = random.nextInt(MESSAGES);
            final int length;
            if (i == 0) {
                length = sbe.clearBooks(0);
            } else if (kind < 70) {
                length = sbe.added(random.nextInt(500), i, kind < 35 ? Side.BUY : Side.SELL, random.nextInt(200), 100);
            } else if (kind < 80) {
                length = sbe.executed(order, 40);
            } else if (kind < 90) {
                length = sbe.replaced(order, MESSAGES + i, random.nextInt(200), 100);
            } else if (kind < 95) {
                length = sbe.deleted(order);
            } else if (kind < 97) {
                length = sbe.auction(random.nextInt(2_000), AuctionKind.CLOSING, 100, order, order);
            } else if (kind < 98) {
                length = sbe.status(random.nextInt(2_000), TradingState.TRADING);
            } else {
                length = sbe.instrument(random.nextInt(500), "S" + kind);
            }
            lengths[i] = length;
            stream.putBytes(i * SLOT, sbe.buffer, Sbe.OFFSET, length);
        }
    }
}
