package io.verbus.matching.referee;

/** The Mersenne Twister MT19937, and the distributions that the referee draws from it. */
final class RefereeRandom {
    private static final int WORDS = 624;
    private static final int DISTANCE = 397;
    private static final int SEEDING = 1_812_433_253;
    private static final int TWIST = 0x9908b0df;
    /** Low bits of the second of two words that make a number of 53 bits. */
    private static final double LOW = 1 << 26;
    private static final double UNIT = 1.0 / (1L << 53);
    /** In place of 0, which has no logarithm. */
    private static final double LEAST = 1e-300;

    private final int[] words = new int[WORDS];
    private int next = WORDS;

    RefereeRandom(final int seed) {
        words[0] = seed;
        for (int i = 1; i < WORDS; i++) {
            words[i] = SEEDING * (words[i - 1] ^ words[i - 1] >>> 30) + i;
        }
    }

    /** From 0 up to, but not including 1, with 53 bits. */
    double uniform() {
        final int high = word() >>> 5;
        final int low = word() >>> 6;
        return (high * LOW + low) * UNIT;
    }

    boolean hasChance(final double probability) {
        return uniform() < probability;
    }

    /** From least to most, both included. */
    int uniform(final int least, final int most) {
        return least + (int) (uniform() * (most - least + 1));
    }

    /** A standard normal number, by the method of Box and Muller. */
    double normal() {
        final double radius = uniform();
        final double angle = uniform();
        return StrictMath.sqrt(-2 * StrictMath.log(StrictMath.max(radius, LEAST)))
                * StrictMath.cos(2 * Math.PI * angle);
    }

    private int word() {
        if (next == WORDS) {
            twist();
            next = 0;
        }
        int word = words[next++];
        word ^= word >>> 11;
        word ^= word << 7 & 0x9d2c5680;
        word ^= word << 15 & 0xefc60000;
        return word ^ word >>> 18;
    }

    private void twist() {
        for (int i = 0; i < WORDS; i++) {
            final int joined = words[i] & Integer.MIN_VALUE | words[(i + 1) % WORDS] & Integer.MAX_VALUE;
            words[i] = words[(i + DISTANCE) % WORDS] ^ joined >>> 1 ^ ((joined & 1) == 0 ? 0 : TWIST);
        }
    }
}
