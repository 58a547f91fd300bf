package io.verbus.matching;

/** Two ints in one long. The ints are mostly numbers of entries. */
final class PackedInts {
    /** No entry. */
    static final int NIL = -1;

    private PackedInts() {
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
}
