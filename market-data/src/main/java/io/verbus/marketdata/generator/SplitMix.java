package io.verbus.marketdata.generator;

/**
 * SplitMix64 generator (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014). Own code, because
 * a session must be identical on every JVM, and the JDK specifies the exact algorithm of few generator methods.
 */
final class SplitMix {
    private long state;

    SplitMix(final long seed) {
        state = seed;
    }

    long next() {
        state += 0x9E3779B97F4A7C15L;
        long mixed = state;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    /** From 0 to {@code bound} - 1. The bias of the multiplication is below 2^-32 x bound, which is negligible here. */
    int below(final int bound) {
        assert bound > 0 : bound;
        return (int) (((next() >>> 32) * bound) >>> 32);
    }

    boolean chance(final int hits, final int outOf) {
        return below(outOf) < hits;
    }

    /** Geometric: from 0, each number half as likely as the previous one; at most 63. */
    int halving() {
        return Long.numberOfTrailingZeros(next() | Long.MIN_VALUE);
    }

    /** From 0 (inclusive) to 1 (exclusive). */
    double fraction() {
        return (next() >>> 11) * 0x1p-53;
    }
}
