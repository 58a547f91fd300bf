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
    void eachOtherHasASentenceAndUndecidedRatiosAreNamed() {
        for (int round = 1; round <= 8; round++) {
            pingPong("verbus-shm", round, 300);
            pingPong("aeron-ipc", round, 400 + 10 * round);
            pingPong("c-shm", round, 270 + 10 * round);
            throughput("verbus-shm", round, 40e6);
            throughput("aeron-ipc", round, 20e6);
            throughput("c-shm", round, 80e6);
        }
        assertEquals(
                Optional.of("With the cores near, verbus-shm has 0.67 of the p50 and 2.00 of the throughput of"
                        + " aeron-ipc. It has 0.50 of the throughput of c-shm; p50 is not decided."),
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

    /** The tiles and the table beside it are of the same placement. */
    @Test
    void allModesCountInOnePlacement() {
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
        assertEquals(Optional.of("With the cores near, verbus-shm has 2.00 of the throughput of aeron-ipc; p50 is not"
                + " decided."), Verdict.of(results()));
    }

    @Test
    void roundsInWhichOthersHadTheCoresAreCountedAndNotUsed() {
        for (int round = 1; round <= 8; round++) {
            placement = "near";
            pingPong("verbus-shm", round, 300);
            placement = round <= 5 ? "waited" : "near";
            pingPong("aeron-ipc", round, 400);
        }
        assertEquals(Optional.of("With the cores near, verbus-shm has no decided ratio to aeron-ipc."),
                Verdict.of(results()));
        assertEquals(List.of("In 5 of 16 measurements the threads waited for more than a tenth of the time for cores"
                + " that other programs had: these are not used. Too few rounds are left for a result: ping-pong"
                + " (aeron-ipc 3 of 8). Repeat the run on a quieter machine."), Cautions.of(results()));
    }

    @Test
    void calmRunHasNoCaution() {
        pingPong("verbus-shm", 1, 300);
        assertEquals(List.of(), Cautions.of(results()));
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
