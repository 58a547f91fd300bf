package io.verbus.latency.report.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.latency.report.Nanos;
import io.verbus.latency.report.rounds.Amounts;
import java.util.List;
import org.junit.jupiter.api.Test;

class AxisTest {
    private static final double EXACT = 1e-12;

    @Test
    void eachFurtherNineTakesTheSameWidth() {
        final Axis axis = Axis.percentiles(1_000_000);
        assertEquals(0, axis.place(0), EXACT);
        assertEquals(1 / 6.0, axis.place(90), EXACT);
        assertEquals(2 / 6.0, axis.place(99), EXACT);
        assertEquals(5 / 6.0, axis.place(99.999), 1e-9);
        assertEquals(1, axis.place(100), EXACT);
        assertEquals(List.of("0", "90", "99", "99.9", "99.99", "99.999", "99.9999"), labels(axis));
    }

    @Test
    void percentilesEndWithTheValues() {
        assertEquals(List.of("0", "90", "99"), labels(Axis.percentiles(0)));
        assertEquals(List.of("0", "90", "99", "99.9"), labels(Axis.percentiles(1_001)));
        assertEquals(List.of("0", "90", "99", "99.9", "99.99"), labels(Axis.percentiles(9_000)));
        assertEquals("99.9999999", labels(Axis.percentiles(Long.MAX_VALUE)).getLast());
    }

    @Test
    void durationsArePlacedByLogarithm() {
        final Axis axis = Axis.log(100, 1_000_000, Nanos::round);
        assertEquals(0, axis.place(100), EXACT);
        assertEquals(0.25, axis.place(1_000), EXACT);
        assertEquals(1, axis.place(1_000_000), EXACT);
        assertEquals(0, axis.place(3), EXACT);
        assertEquals(1, axis.place(1e12), EXACT);
        assertEquals(List.of("100 ns", "1 µs", "10 µs", "100 µs", "1 ms"), labels(axis));
    }

    @Test
    void axisStartsAndEndsAtRoundDurations() {
        assertEquals(List.of("200 ns", "500 ns", "1 µs", "2 µs", "5 µs"),
                labels(Axis.log(380, 4_100, Nanos::round)));
        assertEquals(List.of("1 ns", "2 ns"), labels(Axis.log(0, 0, Nanos::round)));
        assertEquals(List.of("500 ns", "1 µs"), labels(Axis.log(500, 500, Nanos::round)));
    }

    @Test
    void ticksAreAtRoundNumbers() {
        assertEquals(List.of("0", "5", "10", "15", "20"), labels(Axis.linear(20)));
        assertEquals(List.of("0", "10", "20", "30", "40", "50", "60"), labels(Axis.linear(63.5)));
        assertEquals(List.of("0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7"), labels(Axis.linear(0.75)));
        assertEquals(List.of("0", "500", "1000", "1500", "2000", "2500", "3000", "3500"), labels(Axis.linear(3600)));
        assertEquals(0.5, Axis.linear(20).place(10), EXACT);
    }

    @Test
    void eachDoublingTakesTheSameWidth() {
        final Axis axis = Axis.binary(64 << 10, 256 << 20, Amounts::bytes);
        assertEquals(0, axis.place(64 << 10), EXACT);
        assertEquals(0.5, axis.place(4 << 20), EXACT);
        assertEquals(1, axis.place(256 << 20), EXACT);
        assertEquals(List.of("64 KiB", "256 KiB", "1 MiB", "4 MiB", "16 MiB", "64 MiB", "256 MiB"), labels(axis));
        assertEquals(List.of("64 B", "128 B"), labels(Axis.binary(64, 64, Amounts::bytes)));
        assertEquals(List.of("32 B", "64 B", "128 B"), labels(Axis.binary(40, 100, Amounts::bytes)));
    }

    private static List<String> labels(final Axis axis) {
        return axis.ticks().stream().map(Axis.Tick::label).toList();
    }
}
