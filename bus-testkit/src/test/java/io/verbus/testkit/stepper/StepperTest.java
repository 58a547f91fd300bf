package io.verbus.testkit.stepper;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Thousands of histories of the bus, each from its own seed. System properties: {@code verbus.seeds} for how many (CI
 * makes 10,000), {@code verbus.firstSeed} for others than last time, {@code verbus.seed} to see one again that failed.
 */
class StepperTest {
    private static final long FIRST = Long.getLong("verbus.firstSeed", 0);
    private static final long SEEDS = Long.getLong("verbus.seeds", 2_000);

    @Test
    void everyPromiseIsKeptInEveryHistory() {
        final Long replay = Long.getLong(Seeds.REPLAY);
        if (replay != null) {
            Seeds.run(replay);
            return;
        }
        final long beginNs = System.nanoTime();
        final Tally tally = Seeds.run(FIRST, SEEDS, Runtime.getRuntime().availableProcessors());
        System.out.printf("stepper: seeds %d to %d in %.1f s, %s%n", FIRST, FIRST + SEEDS - 1,
                (System.nanoTime() - beginNs) / 1e9, tally);
        assertEquals(List.of(), tally.missing(), "what never happened in any history");
    }

    @Test
    void theSameSeedMakesTheSameHistory() {
        for (long seed = 0; seed < 50; seed++) {
            assertEquals(Seeds.run(seed), Seeds.run(seed), "seed " + seed);
        }
    }
}
