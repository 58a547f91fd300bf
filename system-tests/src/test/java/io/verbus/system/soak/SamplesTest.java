package io.verbus.system.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.system.soak.Samples.Unit;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** The judgement of a soak. */
class SamplesTest {
    private static final int MIB = 1 << 20;

    @Test
    void steadyUseIsNoProblem() {
        assertEquals(List.of(), problems(Unit.BYTES, 100, i -> 500 * MIB));
        assertEquals(List.of(), problems(Unit.COUNT, 100, i -> i % 2 * 20));
        assertEquals(List.of(), problems(Unit.RATE, 100, i -> i % 5 == 0 ? 0 : 20_000));
    }

    @Test
    void growthIsAProblem() {
        assertEquals(List.of("x: 138,412,032 in the first quarter, 377,487,360 in the last"),
                problems(Unit.BYTES, 100, i -> i * 4.0 * MIB));
        assertEquals(List.of("x: 66 in the first quarter, 180 in the last"), problems(Unit.COUNT, 100, i -> i * 2));
    }

    @Test
    void rateOfNothingIsAProblem() {
        assertEquals(List.of("x: 0 in the first quarter, 0 in the last"), problems(Unit.RATE, 100, i -> 0));
    }

    @Test
    void fallingRateIsAProblem() {
        assertEquals(List.of("x: 20,000 in the first quarter, 0 in the last"),
                problems(Unit.RATE, 100, i -> i < 70 ? 20_000 : 0));
    }

    @Test
    void warmUpIsNotJudged() {
        assertEquals(List.of(), problems(Unit.BYTES, 100, i -> i < 24 ? 0 : 500 * MIB));
        assertEquals(List.of("x: only 3 samples after the first 120 s, so nothing is known"),
                problems(Unit.RATE, 27, i -> 20_000));
    }

    private static List<String> problems(final Unit unit, final int count, final IntToDoubleFunction value) {
        final Samples samples = new Samples();
        for (int i = 0; i < count; i++) {
            samples.begin(i * 5);
            samples.add("x", unit, value.applyAsDouble(i));
        }
        return samples.problems();
    }
}
