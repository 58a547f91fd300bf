package io.verbus.latency.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.verbus.latency.result.Counts;
import io.verbus.latency.result.Latency;
import io.verbus.latency.result.Pauses;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacementTest {
    @ParameterizedTest
    @CsvSource({"60, 70, close", "130, 140, close", "160, 230, near", "570, 800, far", "570, 2000, changed",
            "130, 575, changed", "575, 60, changed", "130, 190, changed", "160, 300, changed", "NaN, NaN, unknown"})
    void placementIsKnownIfEqualBeforeAndAfter(final double beforeNs, final double afterNs, final String label) {
        assertEquals(label, Placement.between(beforeNs, afterNs, null).label());
    }

    /** Two threads for 100 ms: 200 ms of two cores, of which the subject used a part. Its own threads may wait too. */
    @ParameterizedTest
    @CsvSource({"0, 200, near", "9, 191, near", "11, 189, waited", "180, 20, waited", "62, 196, near", "8, 20, near",
            "0, 20, near"})
    void measurementWhoseCoresOtherProgramsHadIsNotUsed(final double waitedMs, final double usedMs,
            final String label) {
        assertEquals(label, Placement.between(160, 160, Pauses.withheldShare(waitedMs, usedMs, 100)).label());
    }

    @ParameterizedTest
    @CsvSource({"shm, ping-pong, waited", "rdma, ping-pong, waited", "rdma, throughput, waited",
            "tcp, ping-pong, waited",
            "shm, fan-out, near", "rdma, fan-out, near"})
    void roundsInWhichAThreadWaitedAreNotUsedOverAnyTransport(final String scheme, final String mode,
            final String label) {
        final ComparisonPlan plan = new ComparisonPlan(Path.of("."), List.of(0, 1), 1, 1, 1, 1,
                new ComparisonPlan.HostPair(scheme, "10.0.0.1", "10.0.0.2", 7471, "", false));
        final Measurement waited = new Measurement(new Counts(1, 0, null), Latency.NONE, null,
                new Pauses(null, null, null, null, 11.0, 0.11));
        final Task task = Task.of(mode, 64);
        assertEquals(!"shm".equals(scheme), plan.addresses().isRemote());
        assertEquals(label, Placement.between(160, 160, Comparison.withheldShare(plan, task, waited)).label());
        assertNull(Comparison.withheldShare(plan.unpinned(), task, waited));
    }
}
