package io.verbus.latency.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NanosTest {
    @ParameterizedTest
    @CsvSource({"0, 0 ns", "7, 7 ns", "999, 999 ns", "1000, 1.00 µs", "1004, 1.00 µs", "1005, 1.01 µs",
            "12345, 12.3 µs", "99950, 100 µs", "999499, 999 µs", "999500, 1.00 ms", "1500000, 1.50 ms",
            "655000000, 655 ms", "1000000000, 1.00 s", "1500000000000, 1500 s"})
    void durationsHaveThreeSignificantDigits(final long ns, final String text) {
        assertEquals(text, Nanos.text(ns));
    }
}
