package io.verbus.latency.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class PercentileTableTest {
    @Test
    void numbersAreAlignedUnderTheirColumns() {
        final Histogram fast = new Histogram(3);
        for (int ns = 1; ns <= 1_000; ns++) {
            fast.recordValue(ns);
        }
        final Histogram slow = new Histogram(3);
        slow.recordValueWithCount(20_000, 9_999);
        slow.recordValue(3_000_000);
        final List<LatencySeries> series = List.of(new LatencySeries("50,000/s", fast, List.of(), 0),
                new LatencySeries("a slow one", slow, List.of(), 0),
                new LatencySeries("none", new Histogram(3), List.of(), 0));
        assertEquals("""
                latency         p50      p90      p99    p99.9   p99.99      max   count
                50,000/s     500 ns   900 ns   990 ns   999 ns  1.00 µs  1.00 µs   1,000
                a slow one  20.0 µs  20.0 µs  20.0 µs  20.0 µs  20.0 µs  3.00 ms  10,000
                none              –        –        –        –        –        –       0
                """, PercentileTable.text(series));
    }
}
