package io.verbus.tools.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class TextsTest {
    @Test
    void pricesHaveTwoDecimalsOrAllOfTheirExponent() {
        assertEquals("289.00", TerminalTexts.price(2_890_000, -4));
        assertEquals("0.0001", TerminalTexts.price(1, -4));
        assertEquals("0.10", TerminalTexts.price(1_000, -4));
        assertEquals("-1.2345", TerminalTexts.price(-12_345, -4));
        assertEquals("-0.50", TerminalTexts.price(-5_000, -4));
        assertEquals("0.000000025", TerminalTexts.price(25, -9));
        assertEquals("700.00", TerminalTexts.price(7, 2));
    }

    @Test
    void durationsHaveASuitableUnit() {
        assertEquals("999 ns", TerminalTexts.duration(999));
        assertEquals("1.5 µs", TerminalTexts.duration(1_500));
        assertEquals("12.0 ms", TerminalTexts.duration(12_000_000));
        assertEquals("3.60 s", TerminalTexts.duration(3_600_000_000L));
    }

    @Test
    void ratesHaveASuitableUnit() {
        assertEquals("49,999/s", TerminalTexts.rate(49_999));
        assertEquals("45.12 million/s", TerminalTexts.rate(45_123_456));
    }
}
