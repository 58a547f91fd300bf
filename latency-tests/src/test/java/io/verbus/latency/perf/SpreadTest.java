package io.verbus.latency.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class SpreadTest {
    @Test
    void shouldFindTheMedianOfOddAndEvenNumbers() {
        assertEquals(new Spread(1, 2, 9), Spread.of(DoubleStream.of(9, 1, 2)));
        assertEquals(new Spread(1, 2.5, 9), Spread.of(DoubleStream.of(9, 1, 2, 3)));
        assertEquals(new Spread(7, 7, 7), Spread.of(DoubleStream.of(7)));
    }

    @Test
    void shouldBeWrittenAsARatio() {
        assertEquals("1.13 (0.90 to 2.00)", new Spread(0.9, 1.125, 2).ratio());
        assertEquals("–", Spread.of(DoubleStream.of(Double.NaN)).ratio());
    }
}
