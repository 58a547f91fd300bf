package io.verbus.latency.report.rounds;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.latency.report.plot.LineStyle;
import io.verbus.latency.report.plot.PlotLine;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.result.Series;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class MergedLatencyTest {
    @Test
    void latenciesOfAllRoundsAreMerged() {
        final MergedLatency merged = new MergedLatency(List.of(round(1, encoded(100)), round(2, encoded(300))));
        final PlotLine line = merged.line("a", LineStyle.of(0));
        assertEquals(10_000, merged.count());
        assertArrayEquals(new double[]{0, 100}, line.points().getFirst());
        assertEquals(300, line.points().getLast()[1]);
        assertTrue(line.points().getLast()[0] <= 90, "1,000 of 10,000 are above p90");
        assertEquals(2, line.marks().size());
        assertArrayEquals(new double[]{50, 100}, line.marks().getFirst());
        assertArrayEquals(new double[]{90, 300}, line.marks().getLast());
    }

    @Test
    void lineWithoutHistogramsConnectsMedians() {
        final MergedLatency merged = new MergedLatency(
                List.of(SampleSeries.series("a", 1, "near", 100), SampleSeries.series("a", 2, "near", 200)));
        final List<double[]> points = merged.line("a", LineStyle.of(0)).points();
        assertEquals(2, points.size(), "null is not a point");
        assertArrayEquals(new double[]{50, 150}, points.get(0));
        assertArrayEquals(new double[]{99, 300}, points.get(1));
    }

    @Test
    void roundWithMalformedHistogramIsNamed() {
        final String cut = encoded(100).substring(0, 20);
        for (final String text : List.of("", "!", "AAAA", cut)) {
            final BusException refused = assertThrows(BusException.class,
                    () -> new MergedLatency(List.of(round(7, text))));
            assertTrue(refused.getMessage().startsWith("the histogram of a, ping-pong, round 7 can't be read: "),
                    refused.getMessage());
        }
    }

    private static Series round(final int round, final String histogram) {
        return SampleSeries.series(
                new MeasuredPoint("a", MeasuredPoint.PING_PONG, 64, null, 1, null, round, "near", null), 100,
                histogram);
    }

    private static String encoded(final long valueNs) {
        final Histogram histogram = new Histogram(3);
        histogram.recordValueWithCount(valueNs, 5_000);
        final ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        final int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getUrlEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }
}
