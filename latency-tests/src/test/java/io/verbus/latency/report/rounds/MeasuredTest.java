package io.verbus.latency.report.rounds;

import static io.verbus.latency.report.rounds.SampleSeries.WORKLOAD;
import static io.verbus.latency.report.rounds.SampleSeries.results;
import static io.verbus.latency.report.rounds.SampleSeries.series;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.result.Results;
import io.verbus.latency.result.Series;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class MeasuredTest {
    @Test
    void ratiosAreWithinARoundAndAPlacement() {
        final Measured near = new Measured(results(
                series("verbus-shm", 1, "near", 100), series("aeron-ipc", 1, "near", 130),
                series("verbus-shm", 2, "far", 500), series("aeron-ipc", 2, "near", 140),
                series("verbus-shm", 3, "near", 200), series("aeron-ipc", 3, "near", 220),
                series("verbus-shm", 4, "near", 110), series("aeron-ipc", 4, "changed", 900),
                series("verbus-shm", 5, "near", 100), series("aeron-ipc", 5, "near", 120)), "near");
        final Spread ratio = near.ratio("aeron-ipc", WORKLOAD, Metric.P50).orElseThrow();
        assertEquals(100 / 120.0, ratio.median());
        assertEquals(3, ratio.count());
        assertEquals(OptionalDouble.of(135), near.median("aeron-ipc", WORKLOAD, Metric.P50));
        assertEquals(OptionalDouble.of(105), near.median("verbus-shm", WORKLOAD, Metric.P50));
        assertEquals(4, near.usualRounds());
    }

    @Test
    void noRatioWithoutACommonRound() {
        final Measured near = new Measured(
                results(series("verbus-shm", 1, "near", 100), series("aeron-ipc", 2, "near", 130)), "near");
        assertEquals(Optional.empty(), near.ratio("aeron-ipc", WORKLOAD, Metric.P50));
        assertEquals(Optional.empty(), near.ratio("absent", WORKLOAD, Metric.P50));
        assertEquals(OptionalDouble.empty(), near.median("aeron-ipc", WORKLOAD, Metric.P90));
    }

    @Test
    void knownPlacementsComeFirstThenFrequentOnes() {
        assertEquals(List.of("far", "near", "unknown"), Measured.placements(List.of(series("a", 1, null, 1),
                series("a", 2, null, 1), series("a", 3, null, 1), series("a", 4, "near", 1), series("a", 5, "far", 1),
                series("a", 6, "far", 1), series("a", 7, "changed", 1))));
        assertEquals(List.of(), Measured.placements(List.of(series("a", 1, "changed", 1))));
    }

    @Test
    void baseIsVerbusOverTheSameTransport() {
        final Results results = results(series("c-shm", 1, "near", 1), series("verbus-rdma", 1, "near", 1),
                series("verbus-shm", 1, "near", 1));
        final Measured both = new Measured(results, "near");
        assertEquals(List.of("verbus-rdma", "verbus-rdma", "verbus-shm", "verbus-shm"),
                List.of(both.base("c-rdma"), both.base("ib_write_lat"), both.base("tcp"), both.base("c-shm")));
        final Measured rdmaAlone = new Measured(results(series("verbus-rdma", 1, "near", 1)), "near");
        assertEquals("verbus-rdma", rdmaAlone.base("tcp"));
        assertEquals("tcp", new Measured(results(series("tcp", 1, "near", 1)), "near").base("aeron-ipc"));
    }

    @Test
    void mainWorkloadIsTheNearestPlainOne() {
        final Measured measured = new Measured(results(at(16, 1_000_000L, 1, null), at(128, 10_000L, 1, null),
                at(128, 500_000L, 1, null), at(64, 1_000_000L, 1, 65_536L), at(64, 1_000_000L, 8, null)), "near");
        assertEquals(Optional.of(new Workload(MeasuredPoint.OPEN_LOOP, 128, 500_000L, 1, null)),
                measured.main(MeasuredPoint.OPEN_LOOP));
        assertEquals(Optional.empty(), measured.main(MeasuredPoint.PING_PONG));
    }

    private static Series at(final int payload, final Long rate, final int readers, final Long capacity) {
        return series(
                new MeasuredPoint("a", MeasuredPoint.OPEN_LOOP, payload, rate, readers, capacity, 1, "near", null), 1,
                null);
    }
}
