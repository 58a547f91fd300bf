package io.verbus.testkit.pause;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatenciesTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 63, 64, 127, 128, 129, 1_000, 12_345, 999_999, 5_000_000_000L, Long.MAX_VALUE})
    void relativeErrorIsAtMostOneIn64(final long ns) {
        final Latencies latencies = new Latencies();
        latencies.add(ns);
        final long found = latencies.percentile(0.99);
        assertTrue(found <= ns && ns - found <= ns / 64, () -> found + " for " + ns);
    }

    @Test
    void percentileExcludesOneIn100() {
        final Latencies latencies = new Latencies();
        for (int i = 0; i < 99; i++) {
            latencies.add(10);
        }
        latencies.add(100);
        assertEquals(10, latencies.percentile(0.99));
        latencies.add(100);
        assertEquals(100, latencies.percentile(0.99));
        latencies.clear();
        assertEquals(0, latencies.total());
    }
}
