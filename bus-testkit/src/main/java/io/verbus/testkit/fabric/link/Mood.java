package io.verbus.testkit.fabric.link;

import java.util.SplittableRandom;

/** All chance of a fabric. Guarded by its lock. */
public final class Mood {
    private final SplittableRandom random;
    private final boolean moody;
    private long refusals;

    Mood(final long seed, final boolean moody) {
        this.random = new SplittableRandom(seed);
        this.moody = moody;
    }

    /** Whether something happens now that has to happen some time. */
    public boolean isWilling() {
        return !moody || random.nextInt(3) != 0;
    }

    /** Whether a device does now what it is asked. */
    public boolean isAble() {
        final boolean able = !moody || random.nextInt(16) != 0;
        refusals += able ? 0 : 1;
        return able;
    }

    /** Whether something is checked now that takes long to check: always where nothing else is left to chance. */
    public boolean isThorough() {
        return !moody || random.nextInt(16) == 0;
    }

    /** How often a device did not do what it was asked. */
    long refusals() {
        return refusals;
    }

    public boolean oneIn(final int times) {
        return times > 0 && random.nextInt(times) == 0;
    }

    public int below(final int bound) {
        return random.nextInt(bound);
    }
}
