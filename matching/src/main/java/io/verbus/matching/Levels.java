package io.verbus.matching;

import java.util.Arrays;

/**
 * The price levels of all book sides in one array. The levels of a side are contiguous and sorted, the best one last:
 * most changes are near the best price, so searches start there and few levels have to move.
 *
 * <pre>
 *  a side            +-------------------+------------+--------------+
 *  (one long)        | offset in longs   | class (5)  | levels (24)  |    room for 4 &lt;&lt; class levels
 *                    +-------------------+------------+--------------+
 *  a level           +-------------------+------------+--------------+
 *  (two longs)       | key of the price  | first (32) | last (32)    |    entries of the first and last order
 *                    +-------------------+------------+--------------+
 * </pre>
 *
 * <p>A level has no sums: matching needs none, and so a reduction touches the order only. A side that outgrows its room
 * moves to a room of twice the size and frees the old one for other sides, so after a while nothing is allocated. A
 * side is {@code instrument << 1 | side}. A level is identified by its index, which is valid until the next insertion
 * or removal.
 */
final class Levels {
    private static final int SIZE_BITS = 24;
    private static final int MAX_SIZE = (1 << SIZE_BITS) - 1;
    private static final int CLASS_BITS = 5;
    private static final int OFFSET_SHIFT = SIZE_BITS + CLASS_BITS;
    private static final int CLASSES = SIZE_BITS - 1;
    private static final int SMALLEST_ROOM = 8;
    private static final int LINEAR_STEPS = 16;

    private long[] sides = new long[1 << 6];
    private long[] words = new long[1 << 10];
    /** The first room stays unused: an unused side has offset 0. */
    private int top = SMALLEST_ROOM;
    private final int[] free = new int[CLASSES];

    Levels() {
        Arrays.fill(free, Words.NIL);
    }

    /** Maps prices of a side to keys that ascend towards the best price. The map is its own inverse. */
    static long key(final int side, final long price) {
        return price ^ -(side & 1L);
    }

    /** Levels of a side. */
    int size(final int side) {
        return side < sides.length ? size(sides[side]) : 0;
    }

    /** The best level of a side, or {@link Words#NIL}. */
    int best(final int side) {
        return size(side) == 0 ? Words.NIL : at(side, 0);
    }

    /** The level at a depth from 0, the best, below the number of levels. */
    int at(final int side, final int depth) {
        final long descriptor = sides[side];
        assert depth >= 0 && depth < size(descriptor);
        return offset(descriptor) + 2 * (size(descriptor) - 1 - depth);
    }

    /** The level of a price, or {@link Words#NIL}. */
    int find(final int side, final long price) {
        final long descriptor = side < sides.length ? sides[side] : 0;
        final int begin = offset(descriptor);
        final long key = key(side, price);
        final int at = floor(begin, begin + 2 * size(descriptor), key);
        return at >= begin && words[at] == key ? at : Words.NIL;
    }

    long price(final int side, final int level) {
        return key(side, words[level]);
    }

    /** Whether an order at a price trades with this level of the other side. */
    boolean crosses(final int side, final int level, final long price) {
        return words[level] >= key(side, price);
    }

    int first(final int level) {
        return Words.high(words[level + 1]);
    }

    void first(final int level, final int entry) {
        words[level + 1] = Words.withHigh(words[level + 1], entry);
    }

    int last(final int level) {
        return Words.low(words[level + 1]);
    }

    void last(final int level, final int entry) {
        words[level + 1] = Words.withLow(words[level + 1], entry);
    }

    /** Inserts the level of a price that has none, with one order. */
    void insert(final int side, final long price, final int entry) {
        if (side >= sides.length) {
            sides = Arrays.copyOf(sides, Integer.highestOneBit(side) << 1);
        }
        final long descriptor = withRoom(sides[side]);
        final int begin = offset(descriptor);
        final int end = begin + 2 * size(descriptor);
        final long key = key(side, price);
        final int at = floor(begin, end, key) + 2;
        System.arraycopy(words, at, words, at + 2, end - at);
        words[at] = key;
        words[at + 1] = Words.pack(entry, entry);
        sides[side] = descriptor + 1;
    }

    /** Removes a level. */
    void remove(final int side, final int level) {
        final int end = offset(sides[side]) + 2 * size(sides[side]);
        System.arraycopy(words, level + 2, words, level, end - level - 2);
        sides[side]--;
    }

    /** Index of the last level whose key is not above {@code key}, or {@code begin - 2}. */
    private int floor(final int begin, final int end, final long key) {
        int at = end - 2;
        final int stop = Math.max(begin, end - 2 * LINEAR_STEPS);
        while (at >= stop) {
            if (words[at] <= key) {
                return at;
            }
            at -= 2;
        }
        int low = begin;
        int high = at + 2;
        while (low < high) {
            final int middle = low + (high - low >>> 2 << 1);
            if (words[middle] <= key) {
                low = middle + 2;
            } else {
                high = middle;
            }
        }
        return low - 2;
    }

    /** The descriptor of a side that has room for one more level. */
    private long withRoom(final long descriptor) {
        if (offset(descriptor) == 0) {
            return descriptor(room(0), 0, 0);
        }
        assert size(descriptor) < MAX_SIZE;
        return size(descriptor) == 4 << sizeClass(descriptor) ? move(descriptor) : descriptor;
    }

    private long move(final long descriptor) {
        final int sizeClass = sizeClass(descriptor);
        final int from = offset(descriptor);
        final int to = room(sizeClass + 1);
        System.arraycopy(words, from, words, to, 2 * size(descriptor));
        words[from] = free[sizeClass];
        free[sizeClass] = from;
        return descriptor(to, sizeClass + 1, size(descriptor));
    }

    private int room(final int sizeClass) {
        int room = free[sizeClass];
        if (room != Words.NIL) {
            free[sizeClass] = (int) words[room];
            return room;
        }
        room = top;
        top = Math.addExact(top, SMALLEST_ROOM << sizeClass);
        while (top > words.length) {
            words = Arrays.copyOf(words, Math.multiplyExact(words.length, 2));
        }
        return room;
    }

    private static long descriptor(final int offset, final int sizeClass, final int size) {
        return (long) offset << OFFSET_SHIFT | (long) sizeClass << SIZE_BITS | size;
    }

    private static int offset(final long descriptor) {
        return (int) (descriptor >>> OFFSET_SHIFT);
    }

    private static int sizeClass(final long descriptor) {
        return (int) (descriptor >>> SIZE_BITS) & (1 << CLASS_BITS) - 1;
    }

    private static int size(final long descriptor) {
        return (int) descriptor & MAX_SIZE;
    }
}
