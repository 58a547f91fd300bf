package io.verbus.latency.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.latency.report.Report;
import io.verbus.latency.result.Cost;
import io.verbus.latency.result.Counts;
import io.verbus.latency.result.Cores;
import io.verbus.latency.result.Latency;
import io.verbus.latency.result.Pauses;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.result.Series;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonSummaryTest {
    private static final List<Series> RUN = List.of(
            rate("verbus-shm", 1, "near", 200), rate("aeron-ipc", 1, "near", 100),
            rate("verbus-shm", 2, "changed", 90), rate("aeron-ipc", 2, "near", 300),
            rate("verbus-shm", 3, "far", 60), rate("aeron-ipc", 3, "far", 20));

    @Test
    void figuresAndRatiosAreOfTheMostFrequentPlacement() {
        final List<Report.Table> tables = ComparisonSummary.tables(RUN);
        assertEquals(1, tables.size());
        assertEquals("throughput, 32 bytes", tables.getFirst().title());
        assertEquals(List.of("subject", "M/s", "lost", "CPU s/M", "verbus-shm / it, M/s", "rounds"),
                tables.getFirst().columns());
        assertEquals(List.of(List.of("verbus-shm", "200.00", "0", "2.000", "", "1 near, 1 changed, 1 far"),
                List.of("aeron-ipc", "200.00 (100.00–300.00)", "0", "2.000", "2.00 (1)", "2 near, 1 far")),
                tables.getFirst().rows());
    }

    @Test
    void roundWithChangedPlacementHasNoRatio() {
        final List<Report.Table> tables = ComparisonSummary.tables(
                List.of(rate("verbus-shm", 1, "changed", 200), rate("aeron-ipc", 1, "changed", 100)));
        assertEquals("–", tables.getFirst().rows().getLast().get(4));
    }

    @Test
    void changesAreByPlacement() {
        final List<Report.Table> changes = ComparisonSummary.changes(RUN,
                List.of(rate("verbus-shm", 1, "near", 400), rate("tcp", 1, "near", 1)));
        assertEquals(List.of(
                List.of("verbus-shm, near", "200.00", "400.00", "2.00", "0", "0", "–", "2.000", "2.000", "1.00")),
                changes.getFirst().rows());
        assertEquals(1, changes.size());
    }

    @Test
    void runsWithoutCommonRowsHaveNoChanges() {
        assertEquals(List.of(), ComparisonSummary.changes(RUN, List.of(rate("tcp", 1, "near", 1))));
    }

    private static Series rate(final String subject, final int round, final String placement, final double millions) {
        return new Series(
                new MeasuredPoint(subject, MeasuredPoint.THROUGHPUT, 32, null, 1, null, round, placement, 100.0),
                new Counts(1_000_000, 0, millions * 1e6), Latency.NONE, new Cost(2.0, 1.0, 1L, 0L), Cores.NONE,
                Pauses.NONE);
    }
}
