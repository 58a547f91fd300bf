package io.verbus.testkit.stepper;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.support.seeds.Seeds;
import io.verbus.testkit.transitions.LongRun;
import io.verbus.testkit.transitions.TransitionWatch;
import io.verbus.testkit.transitions.Transitions;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Thousands of histories of the bus on one host, each from its own seed. System properties: {@code verbus.seeds} sets
 * their number, {@code verbus.firstSeed} the first seed, {@code verbus.seed} replays a single one.
 */
class StepperTest {
    private static final long FIRST = Long.getLong("verbus.firstSeed", 0);
    private static final long SEEDS = Long.getLong("verbus.seeds", 1_000);
    /** Once in some 500 histories. */
    private static final Set<String> RARE = Set.of("evicted before it read");
    private static final long MANY = 2_000;
    private static final List<TransitionWatch> WATCHED = List.of(
            TransitionWatch.state("image", "internal.image.Image", "state"),
            TransitionWatch.call("image: lands after a lap", "internal.image.FrameSeeker", "afterLap"),
            TransitionWatch.call("image: loses the session by a lap", "internal.image.LocalImage", "evict"));
    private static final Set<String> STATES = Set.of("image: nothing -> SEEKING", "image: SEEKING -> READING",
            "image: SEEKING -> LOST", "image: READING -> SEEKING", "image: READING -> ENDED", "image: READING -> LOST");

    @Test
    void everyPromiseIsKeptInEveryHistory() {
        final Long replay = Long.getLong(Seeds.REPLAY);
        if (replay != null) {
            StepperHistory.SEEDS.run(replay);
        } else {
            new LongRun("stepper", new Transitions(WATCHED, STATES), SEEDS < MANY ? RARE : Set.of())
                    .make(StepperRun.class, FIRST, SEEDS);
        }
    }

    @Test
    void theSameSeedMakesTheSameHistory() {
        for (long seed = 0; seed < Math.clamp(SEEDS / 20, 12, 50); seed++) {
            assertEquals(StepperHistory.SEEDS.run(seed), StepperHistory.SEEDS.run(seed), "seed " + seed);
        }
    }
}
