package io.verbus.latency.report.rounds;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.verbus.latency.result.Cores;
import io.verbus.latency.result.Cost;
import io.verbus.latency.result.Counts;
import io.verbus.latency.result.Latency;
import io.verbus.latency.result.Pauses;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.result.Series;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class PoolTest {
    private static final int SAMPLES = 40_000;

    @Test
    void roundsAreJoinedUntilEnoughSamplesLieAboveAPercentile() {
        final List<Series> rounds = rounds("a", 7, 1);
        assertEquals(List.of(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0), Pool.values(rounds, Metric.P50));
        assertEquals(List.of(3.0, 6.0), Pool.values(rounds, Metric.P99), "400 samples of a round are above p99");
        assertEquals(List.of(), Pool.values(rounds, Metric.P999));
        assertEquals(280, Metric.P999.above(rounds));
        assertNull(Metric.P99.reliable(rounds.getFirst()));
    }

    @Test
    void ratioIsOfTheSameRounds() {
        assertEquals(Optional.of(new Spread(2, 2, 2, 2)),
                Ratio.of(rounds("a", 7, 2), rounds("b", 7, 1), Metric.P99));
        assertEquals(Optional.empty(), Ratio.of(rounds("a", 7, 2), rounds("b", 2, 1), Metric.P99));
    }

    @Test
    void roundWithoutHistogramIsNotJoined() {
        final Series one = SampleSeries.series("a", 1, "near", 100);
        assertEquals(List.of(200.0), Pool.values(List.of(one), Metric.P99), "1,000 of 100,000 are above p99");
        assertEquals(List.of(), Pool.values(List.of(few(one), few(one), few(one)), Metric.P99));
    }

    private static Series few(final Series one) {
        return new Series(one.point(), new Counts(SAMPLES, 0, null), one.latency(), one.cost(), one.cores(),
                one.pauses());
    }

    /** In round 1 each latency is {@code ns}, in round 2 twice that. */
    private static List<Series> rounds(final String subject, final int count, final long ns) {
        return IntStream.rangeClosed(1, count).mapToObj(round -> {
            final Histogram histogram = new Histogram(3);
            histogram.recordValueWithCount(round * ns, SAMPLES);
            return new Series(
                    new MeasuredPoint(subject, MeasuredPoint.PING_PONG, 64, null, 1, null, round, "near", null),
                    new Counts(SAMPLES, 0, null), Latency.of(histogram), new Cost(null, null, null, null), Cores.NONE,
                    Pauses.NONE);
        }).toList();
    }
}
