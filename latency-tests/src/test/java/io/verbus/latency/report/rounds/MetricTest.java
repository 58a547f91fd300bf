package io.verbus.latency.report.rounds;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.verbus.latency.result.Cost;
import io.verbus.latency.result.Counts;
import io.verbus.latency.result.Cores;
import io.verbus.latency.result.Latency;
import io.verbus.latency.result.Pauses;
import io.verbus.latency.result.MeasuredPoint;
import io.verbus.latency.result.Series;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;

class MetricTest {
    @Test
    void messageCountsOnceForAnyNumberOfReaders() {
        final Series fanOut = fanOut(new Cost(0.03, 0.01, 1L << 20, null), 7_000, 1_000);
        assertEquals(10_000, Metric.PUBLISHER_CPU.of(fanOut), 1e-6);
        assertEquals("10.0 µs", Metric.PUBLISHER_CPU.text(Metric.PUBLISHER_CPU.of(fanOut)));
        assertEquals("30.0 s", Metric.CPU.text(Metric.CPU.of(fanOut)));
        assertEquals("1 MiB", Metric.MEMORY.text(Metric.MEMORY.of(fanOut)));
    }

    @Test
    void missingValuesAreNull() {
        assertNull(Metric.CPU.of(fanOut(new Cost(null, null, null, null), 1_000, 0)));
        assertNull(Metric.CPU.of(fanOut(new Cost(1.0, null, null, null), 0, 0)));
        for (final Metric metric : EnumSet.complementOf(EnumSet.of(Metric.LOST))) {
            assertNull(metric.of(fanOut(new Cost(null, null, null, null), 1_000, 0)), metric.title());
        }
    }

    @Test
    void shortTimesKeepTheirDigits() {
        assertEquals("10.3 ns", Metric.PUBLISHER_CPU.text(10.27));
        assertEquals("152 ns", Metric.P50.text(152));
    }

    private static Series fanOut(final Cost cost, final long messages, final long lost) {
        return new Series(new MeasuredPoint("a", MeasuredPoint.FAN_OUT, 64, null, 8, null, 1, "near", null),
                new Counts(messages, lost, null), Latency.NONE, cost, Cores.NONE, Pauses.NONE);
    }
}
