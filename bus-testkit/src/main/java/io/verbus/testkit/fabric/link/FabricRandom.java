package io.verbus.testkit.fabric.link;

import java.util.SplittableRandom;

/** All randomness of a fabric. Guarded by its lock. */
public final class FabricRandom {
    private final SplittableRandom random;
    private final boolean moody;
    private long refusals;

    FabricRandom(final long seed, final boolean moody) {
        this.random = new SplittableRandom(seed);
        this.moody = moody;
    }

    /** Whether a pending event happens now. */
    public boolean happensNow() {
        return !moody || random.nextInt(3) != 0;
    }

    /** Whether a device accepts a request now. */
    public boolean acceptsRequest() {
        final boolean able = !moody || random.nextInt(16) != 0;
        refusals += able ? 0 : 1;
        return able;
    }

    /** Whether a write of words lands before the preceding one: a device promises no order between them. */
    public boolean swapsWrites() {
        return moody && random.nextInt(8) == 0;
    }

    /** Whether an expensive check runs now: always without random delays. */
    public boolean checksNow() {
        return !moody || random.nextInt(16) == 0;
    }

    /** The number of requests that a device refused. */
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
