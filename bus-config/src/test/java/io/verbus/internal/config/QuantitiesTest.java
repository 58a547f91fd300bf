package io.verbus.internal.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.verbus.BusException;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantitiesTest {
    @ParameterizedTest
    @CsvSource({"50ms, PT0.05S, 50ms", "0.5s, PT0.5S, 500ms", "90s, PT90S, 90s", "60s, PT1M, 1m", "30m, PT30M, 30m",
            "12h, PT12H, 12h", "7d, PT168H, 7d", ".5, PT0.5S, 500ms", "0s, PT0S, 0s", "0.0001s, PT0.0001S, 0.0001s"})
    void durationIsParsedAndShown(final String text, final Duration expected, final String shown) {
        assertEquals(expected, Quantities.duration(text));
        assertEquals(shown, Quantities.shown(expected));
        assertEquals(expected, Quantities.durationWithUnit(shown));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ms", "-1s", "1 s", "1e3s", "1us", "1S", "0x1s", "12345678901s"})
    void otherTextsAreNoDuration(final String text) {
        assertEquals("'" + text + "' is not a duration: use 50ms, 90s, 30m, 12h or 7d",
                assertThrows(BusException.class, () -> Quantities.duration(text)).getMessage());
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "67108864, 67108864, 64M", "64m, 67108864, 64M", "2G, 2147483648, 2G",
            "3T, 3298534883328, 3T",
            "1536, 1536, 1536", "1025K, 1049600, 1025K", "2048T, 2251799813685248, 2048T"})
    void sizeIsParsedAndShown(final String text, final long expected, final String shown) {
        assertEquals(expected, Quantities.bytes(text));
        assertEquals(shown, Quantities.shown(expected));
        assertEquals(expected, Quantities.bytes(shown));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "K", "0", "0G", "-1", "1.5G", "64MB", "64 M", "0x10", "1e3", "9999999999999"})
    void otherTextsAreNoSize(final String text) {
        assertEquals("'" + text + "' is not a size: write it as 67108864, 64M or 2G",
                assertThrows(BusException.class, () -> Quantities.bytes(text)).getMessage());
    }
}
