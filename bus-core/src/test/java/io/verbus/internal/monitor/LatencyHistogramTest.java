package io.verbus.internal.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Header;
import io.verbus.MutableHeader;
import io.verbus.PollHandler;
import io.verbus.internal.image.TimedHandler;
import io.verbus.internal.late.LateMessages;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Buckets and percentiles of latencies. */
class LatencyHistogramTest {
    private static final long SEED = 1;

    private final LatencyHistogram histogram = new LatencyHistogram();
    private final LatencyWindow window = new LatencyWindow(histogram);

    @Test
    void bucketsAreContiguousAndThreePercentWide() {
        assertEquals(0, LatencyHistogram.bucket(0));
        for (int bucket = 0; bucket < LatencyHistogram.LENGTH - 1; bucket++) {
            final long last = LatencyHistogram.greatest(bucket);
            assertEquals(bucket, LatencyHistogram.bucket(last));
            assertEquals(bucket + 1, LatencyHistogram.bucket(last + 1));
            final long width = LatencyHistogram.greatest(bucket + 1) - last;
            assertTrue(width == 1 || width <= (last + 1) / 32.0, () -> "bucket of " + last + ": " + width);
        }
        assertEquals(LatencyHistogram.GREATEST_NS, LatencyHistogram.greatest(LatencyHistogram.LENGTH - 1));
    }

    @Test
    void latenciesOutOfRangeCountAsTheNearestInRange() {
        for (final long ns : new long[]{-1, Long.MIN_VALUE, 1L << 37, Long.MAX_VALUE}) {
            histogram.record(ns);
        }
        window.advance();
        assertEquals(0, window.percentile(0.5));
        assertEquals(LatencyHistogram.GREATEST_NS, window.percentile(0.75));
        assertEquals(4, window.total());
    }

    @Test
    void percentilesExceedThoseOfTheSortedLatenciesByThreePercentAtMost() {
        final SplittableRandom random = new SplittableRandom(SEED);
        final long[] all = random.longs(10_000, 0, 40).map(bits -> random.nextLong(1L << Math.min(bits, 36)))
                .toArray();
        Arrays.stream(all).forEach(histogram::record);
        window.advance();
        Arrays.sort(all);
        for (final double share : new double[]{0.0001, 0.5, 0.99, 0.999, 1}) {
            final long exact = all[(int) Math.ceil(share * all.length) - 1];
            final long found = window.percentile(share);
            assertTrue(found >= exact && found <= exact + exact / 32, () -> SEED + ": " + share + " of " + exact
                    + " is shown as " + found);
        }
    }

    @Test
    void latencyOfAMessageOfAnotherHostIsADifferenceInUtc() {
        final long[] nowNs = {1_000, 50_000};
        final TimedHandler timed = new TimedHandler(histogram,
                new TimedHandler.Lateness(new LateMessages(), Long.MAX_VALUE, () -> false), () -> nowNs[0],
                () -> nowNs[1], true);
        final Header header = new MutableHeader(0, "md", "book", 49_960 - 990).publishedNs(990);
        final PollHandler handler = (buffer, offset, length, any) -> Action.TAKEN;
        timed.around(handler).onMessage(null, 0, 0, header);
        window.advance();
        assertEquals(40, window.percentile(1));
        nowNs[1] += 20; // the clock is slewed
        timed.compareClocks();
        timed.around(handler).onMessage(null, 0, 0, header);
        window.advance();
        assertEquals(60, window.percentile(1));
        assertEquals(2, window.total());
    }

    @Test
    void onlyTheLastTenIntervalsCount() {
        histogram.record(50);
        for (int interval = 1; interval <= LatencyWindow.INTERVALS; interval++) {
            window.advance();
            assertEquals(50, window.percentile(1), "interval " + interval);
            histogram.record(10);
        }
        window.advance();
        assertEquals(10, window.percentile(1));
        assertEquals(1 + LatencyWindow.INTERVALS, window.total());
        for (int interval = 1; interval < LatencyWindow.INTERVALS; interval++) {
            window.advance();
        }
        assertEquals(10, window.percentile(1));
        window.advance();
        assertEquals(LatencyWindow.NONE, window.percentile(1));
        assertEquals(1 + LatencyWindow.INTERVALS, window.total());
    }
}
