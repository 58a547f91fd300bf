package io.verbus.matching;

/**
 * The hash of the tables, for keys of two parts of which the second is chosen by a client. The seed is secret to
 * clients, so that they cannot choose keys with the same hash, which would make each search as long as the table. It
 * affects durations only: tables are searched, never visited, so outputs and copies do not depend on it.
 */
final class TableHash {
    /** 2^64 divided by the golden ratio: distributes increasing ids evenly. */
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;
    /** Separates the ids of seats, which tend to be the same small numbers. */
    private static final long SEPARATE = 0xC2B2_AE3D_27D4_EB4FL;
    private static final long FINISH = 0xBF58_476D_1CE4_E5B9L;

    private final long seed;

    TableHash(final long seed) {
        this.seed = seed;
    }

    /** Hash of a key; its highest bits select the home slot of a table. */
    long of(final long major, final long minor) {
        final long separate = (major ^ seed) * SEPARATE;
        final long spread = (minor + (separate ^ separate >>> 32)) * SPREAD;
        return (spread ^ spread >>> 32) * FINISH;
    }
}
