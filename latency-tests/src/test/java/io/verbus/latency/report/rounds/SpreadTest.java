package io.verbus.latency.report.rounds;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpreadTest {
    /** Ranks from tables of the sign test. */
    @ParameterizedTest
    @CsvSource({"6, 1, 6", "8, 1, 8", "9, 2, 8", "11, 2, 10", "20, 6, 15", "30, 10, 21", "100, 40, 61",
            "10000, 4902, 5099"})
    void intervalIsOfOrderStatistics(final int count, final double low, final double high) {
        final List<Double> values = new ArrayList<>(IntStream.rangeClosed(1, count).mapToObj(i -> (double) i).toList());
        Collections.shuffle(values, new Random(1));
        assertEquals(Optional.of(new Spread(low, (count + 1) / 2.0, high, count)), Spread.of(values));
    }

    @Test
    void fewValuesHaveTheirRangeAndDecideNothing() {
        final Spread five = Spread.of(List.of(0.5, 0.7, 0.6, 0.9, 0.8)).orElseThrow();
        assertEquals(new Spread(0.5, 0.7, 0.9, 5), five);
        assertFalse(five.hasInterval());
        assertFalse(five.isDecided());
        assertEquals(Optional.empty(), Spread.of(List.of()));
    }

    @Test
    void intervalWithoutOneDecides() {
        assertTrue(new Spread(0.9, 0.95, 0.99, 6).isDecided());
        assertTrue(new Spread(1.01, 1.2, 1.3, 6).isDecided());
        assertFalse(new Spread(0.9, 0.95, 1, 6).isDecided());
        assertEquals("1.13 (0.90 to 2.00)", new Spread(0.9, 1.125, 2, 6).range());
        assertEquals("1.13 (5)", new Spread(0.9, 1.125, 2, 5).range());
    }
}
