package io.verbus.latency.report.rounds;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class RatioTest {
    @Test
    void medianIsTheMiddleValueOrTheMeanOfTwo() {
        assertEquals(OptionalDouble.of(2), Ratio.median(List.of(9.0, 1.0, 2.0)));
        assertEquals(OptionalDouble.of(2.5), Ratio.median(List.of(9.0, 1.0, 2.0, 3.0)));
        assertEquals(OptionalDouble.empty(), Ratio.median(List.of()));
    }

    @Test
    void rangeShowsMedianLeastAndMost() {
        assertEquals("1.13 (0.90 to 2.00)", new Ratio(0.9, 1.125, 2, 3).range());
        assertEquals(Optional.empty(), Ratio.of(List.of()));
    }
}
