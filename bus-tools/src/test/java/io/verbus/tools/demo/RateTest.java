package io.verbus.tools.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.verbus.BusException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateTest {
    @Test
    void shouldLimitARunToThirtySeconds() {
        assertEquals(new Rate("50000/s", 1_500_000, Long.MAX_VALUE), Rate.parse("50000/s"));
        assertEquals(new Rate("x20", Long.MAX_VALUE, 600_000_000_000L), Rate.parse("x20"));
        assertEquals(new Rate("realtime", Long.MAX_VALUE, 30_000_000_000L), Rate.parse("realtime"));
    }

    @Test
    void shouldPlayAShortSessionAgainUntilTheRunIsLongEnough() {
        final Rate rate = Rate.parse("50000/s");
        assertEquals(List.of(1, 1, 6, 10_000),
                Stream.of(1_500_000L, 4_000_000L, 251_837L, 1L).map(rate::loops).toList());
        assertEquals(1, Rate.parse("x20").loops(1));
    }

    @Test
    void shouldReadWellInASentence() {
        assertEquals("50,000/s", Rate.parse("50000/s").spoken());
        assertEquals("x20", Rate.parse("x20").spoken());
    }

    @ParameterizedTest
    @ValueSource(strings = {"max", "", "0/s", "x0", "-1/s", "fast", "50000", "99999999999/s"})
    void shouldSayWhatARateIs(final String text) {
        assertEquals("--rate " + text + ": give messages a second (50000/s), a multiple of realtime (x20), or realtime;"
                + " full speed is measured in any case",
                assertThrows(BusException.class, () -> Rate.parse(text)).getMessage());
    }
}
