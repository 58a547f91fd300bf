package io.verbus.matching;

/**
 * The hash of the tables, for keys of two parts of which the second is chosen by a client: multiply-shift hashing
 * (Dietzfelbinger et al., A Reliable Randomized Algorithm for the Closest-Pair Problem, 1997), with multipliers that
 * are secret to clients, so that they cannot choose keys with the same hash, which would make each search as long as
 * the table. The seed affects durations only: tables are searched, never visited, so outputs and copies do not depend
 * on it.
 */
final class TableHash {
    private final long ofMajor;
    private final long ofMinor;

    TableHash(final long seed) {
        ofMajor = mixed(seed) | 1;
        ofMinor = mixed(~seed) | 1;
    }

    /** Hash of a key; its highest bits select the home slot of a table. */
    long of(final long major, final long minor) {
        return major * ofMajor + minor * ofMinor;
    }

    /** Finishing step of SplitMix64 (Steele et al., 2014): each bit of the seed affects each bit of a multiplier. */
    private static long mixed(final long seed) {
        final long once = (seed ^ seed >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        final long twice = (once ^ once >>> 27) * 0x94D0_49BB_1331_11EBL;
        return twice ^ twice >>> 31;
    }
}
