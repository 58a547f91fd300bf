package io.verbus.tools.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class RateTest {
    @Test
    void runTakesThirtySeconds() {
        assertEquals(new Rate("50000/s", 1_500_000, Long.MAX_VALUE), Rate.parse("50000/s"));
        assertEquals(new Rate("x20", Long.MAX_VALUE, 600_000_000_000L), Rate.parse("x20"));
        assertEquals(new Rate("realtime", Long.MAX_VALUE, 30_000_000_000L), Rate.parse("realtime"));
    }

    @Test
    void shortSessionIsLooped() {
        final Rate rate = Rate.parse("50000/s");
        assertEquals(List.of(1, 1, 6, 10_000),
                Stream.of(1_500_000L, 4_000_000L, 251_837L, 1L).map(rate::loops).toList());
        assertEquals(1, Rate.parse("x20").loops(1));
    }

    @Test
    void textHasThousandsSeparators() {
        assertEquals("50,000/s", Rate.parse("50000/s").text());
        assertEquals("x20", Rate.parse("x20").text());
    }

    @ParameterizedTest
    @ValueSource(strings = {"max", "", "0/s", "x0", "-1/s", "fast", "50000", "99999999999/s"})
    void wrongRateIsRefused(final String text) {
        assertEquals("'" + text + "' is not a rate: use 50000/s (messages per second), x20 (20 times real time) or"
                + " realtime; full speed is always measured too",
                assertThrows(TypeConversionException.class, () -> Rate.parse(text)).getMessage());
    }
}
