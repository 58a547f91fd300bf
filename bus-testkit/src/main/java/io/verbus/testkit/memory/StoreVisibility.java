package io.verbus.testkit.memory;

import java.util.SplittableRandom;

/**
 * How soon the stores of other actors become visible to an actor: by a seed, between at once and as late as permitted.
 */
final class StoreVisibility {
    /** Of 256: the probability that a load returns an old value if permitted. */
    private static final int[] CHANCES_OF_OLD = {0, 16, 96, 256};

    private final SplittableRandom random;
    private final int chanceOfOld;
    private final boolean takesOldest;

    StoreVisibility(final SplittableRandom random) {
        this.random = random;
        this.chanceOfOld = CHANCES_OF_OLD[random.nextInt(CHANCES_OF_OLD.length)];
        this.takesOldest = random.nextBoolean();
    }

    /** The index of the value that a load returns. */
    int choose(final int oldest, final int newest) {
        if (oldest == newest || random.nextInt(256) >= chanceOfOld) {
            return newest;
        }
        return takesOldest ? oldest : oldest + random.nextInt(newest - oldest + 1);
    }
}
