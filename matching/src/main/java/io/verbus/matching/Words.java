package io.verbus.matching;

/** Two ints in one long, and the hash of a key in two parts. */
final class Words {
    /** No entry. */
    static final int NIL = -1;

    /** 2^64 divided by the golden ratio: distributes increasing ids evenly. */
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;
    /** Separates the ids of seats, which tend to be the same small numbers. */
    private static final long SEPARATE = 0xC2B2_AE3D_27D4_EB4FL;

    private Words() {
    }

    static long pack(final int high, final int low) {
        return (long) high << Integer.SIZE | Integer.toUnsignedLong(low);
    }

    static int high(final long word) {
        return (int) (word >> Integer.SIZE);
    }

    static int low(final long word) {
        return (int) word;
    }

    static long withHigh(final long word, final int high) {
        return (long) high << Integer.SIZE | word & 0xFFFF_FFFFL;
    }

    static long withLow(final long word, final int low) {
        return word & 0xFFFF_FFFF_0000_0000L | Integer.toUnsignedLong(low);
    }

    /** Hash of a key; its highest bits select the home slot of a table. */
    static long hash(final long major, final long minor) {
        return (minor + major * SEPARATE) * SPREAD;
    }

    /** The power of two that is not below a number of entries, at least 8. */
    static int tableSize(final int entries) {
        return Math.max(8, Integer.highestOneBit(Math.max(1, entries - 1)) << 1);
    }
}
