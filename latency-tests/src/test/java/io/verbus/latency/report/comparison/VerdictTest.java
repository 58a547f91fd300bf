package io.verbus.latency.report.comparison;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.latency.result.Cores;
import io.verbus.latency.result.Cost;
import io.verbus.latency.result.Counts;
import io.verbus.latency.result.Environment;
import io.verbus.latency.result.Latency;
import io.verbus.latency.result.Pauses;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.result.Results;
import io.verbus.latency.result.Series;
import io.verbus.latency.result.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class VerdictTest {
    private final List<Series> series = new ArrayList<>();
    private String placement = "near";

    @Test
    void ratiosHaveIntervalsAndUndecidedOnesAreNamed() {
        for (int round = 1; round <= 8; round++) {
            pingPong("verbus-shm", round, 300);
            pingPong("aeron-ipc", round, 400 + 10 * round);
            pingPong("c-shm", round, 270 + 10 * round);
            throughput("verbus-shm", round, 40e6);
            throughput("aeron-ipc", round, 20e6);
        }
        throughput("c-shm", 1, 80e6);
        assertEquals(
                Optional.of("verbus-shm has 0.67 (0.63 to 0.73) of the p50 and 2.00 (2.00 to 2.00) of the throughput of"
                        + " aeron-ipc; and 0.95 (0.86 to 1.07, not decided) of the p50 and 0.50 (not decided: 1 ratio)"
                        + " of the throughput of c-shm (round trips of 64\u00a0B with the cores near; throughput of"
                        + " 32\u00a0B with the cores near; medians of up to 8 ratios within rounds, with their 95 %"
                        + " intervals)."),
                Verdict.of(results()));
    }

    @Test
    void nothingToCompareHasNoSentence() {
        assertEquals(Optional.empty(), Verdict.of(results()));
        pingPong("aeron-ipc", 1, 400);
        assertEquals(Optional.empty(), Verdict.of(results()));
        pingPong("verbus-shm", 2, 300);
        assertEquals(Optional.empty(), Verdict.of(results()));
    }

    @Test
    void eachModeCountsInItsMostFrequentPlacement() {
        for (int round = 1; round <= 8; round++) {
            placement = round <= 6 ? "far" : "near";
            pingPong("verbus-shm", round, placement.equals("far") ? 550 : 140);
            pingPong("aeron-ipc", round, placement.equals("far") ? 600 : 150);
            placement = "near";
            for (final int size : List.of(32, 64)) {
                throughput("verbus-shm", round, size, 150e6);
                throughput("aeron-ipc", round, size, 75e6);
            }
        }
        assertEquals(
                Optional.of("verbus-shm has 0.92 (0.92 to 0.92) of the p50 and 2.00 (2.00 to 2.00) of the throughput of"
                        + " aeron-ipc (round trips of 64\u00a0B with the cores far; throughput of 32\u00a0B with the"
                        + " cores near; medians of up to 8 ratios within rounds, with their 95 % intervals)."),
                Verdict.of(results()));
    }

    private Results results() {
        return new Results(new Environment("", "", Map.of()), new Settings("", List.of(), 8, Map.of()), List.of(),
                List.of(), series);
    }

    private void pingPong(final String subject, final int round, final long ns) {
        final Histogram histogram = new Histogram(3);
        histogram.recordValueWithCount(ns, 10_000);
        add(new MeasuredPoint(subject, MeasuredPoint.PING_PONG, 64, null, 1, null, round, placement, 135.0),
                new Counts(10_000, 0, null), Latency.of(histogram));
    }

    private void throughput(final String subject, final int round, final double perSecond) {
        throughput(subject, round, 32, perSecond);
    }

    private void throughput(final String subject, final int round, final int size, final double perSecond) {
        add(new MeasuredPoint(subject, MeasuredPoint.THROUGHPUT, size, null, 1, null, round, placement, 135.0),
                new Counts(10_000, 0, perSecond), Latency.NONE);
    }

    private void add(final MeasuredPoint point, final Counts counts, final Latency latency) {
        series.add(new Series(point, counts, latency, new Cost(null, null, null, null), Cores.NONE, Pauses.NONE));
    }
}
