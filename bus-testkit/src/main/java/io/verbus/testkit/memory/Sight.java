package io.verbus.testkit.memory;

import java.util.SplittableRandom;

/** How quickly an actor comes to see what others have stored: by a seed, between at once and not before it must. */
final class Sight {
    /** Of 256: how likely a load returns an old value if it may. */
    private static final int[] CHANCES_OF_OLD = {0, 16, 96, 256};

    private final SplittableRandom random;
    private final int chanceOfOld;
    private final boolean takesOldest;

    Sight(final SplittableRandom random) {
        this.random = random;
        this.chanceOfOld = CHANCES_OF_OLD[random.nextInt(CHANCES_OF_OLD.length)];
        this.takesOldest = random.nextBoolean();
    }

    /** Which of several values a load returns. */
    int choose(final int oldest, final int newest) {
        if (oldest == newest || random.nextInt(256) >= chanceOfOld) {
            return newest;
        }
        return takesOldest ? oldest : oldest + random.nextInt(newest - oldest + 1);
    }
}
