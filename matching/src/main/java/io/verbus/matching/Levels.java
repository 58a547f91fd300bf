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
 * moves to a room of twice the size, and one that needs no more than a quarter to a room of half the size; the old room
 * is free for other sides, so after a while nothing is allocated. Rooms in use are at most 8 longs per order, so the
 * array is bounded by the number of orders: at {@link #mostWords} the rooms are moved together instead of growing it.
 *
 * <p>A side is {@code instrument << 1 | side}. A level is identified by its index, which is valid until the next
 * insertion or removal.
 */
final class Levels {
    private static final int SIZE_BITS = 24;
    private static final int MAX_SIZE = (1 << SIZE_BITS) - 1;
    private static final int CLASS_BITS = 5;
    private static final int OFFSET_SHIFT = SIZE_BITS + CLASS_BITS;
    private static final int CLASSES = SIZE_BITS - 1;
    private static final int SMALLEST_ROOM = 8;
    private static final int LINEAR_STEPS = 16;

    /** Rooms in use, and the room to which a side of all orders moves, are three quarters of it at most. */
    private final int mostWords;
    private long[] sides = new long[1 << 6];
    private long[] words;
    /** The first room stays unused: an unused side has offset 0. */
    private int top = SMALLEST_ROOM;
    private final int[] free = new int[CLASSES];

    Levels(final int maxOrders) {
        mostWords = 16 * maxOrders + 64;
        words = new long[Math.min(1 << 10, mostWords)];
        Arrays.fill(free, PackedInts.NIL);
    }

    /** Maps prices of a side to keys that ascend towards the best price. The map is its own inverse. */
    static long key(final int side, final long price) {
        return price ^ -(side & 1L);
    }

    /** Levels of a side. */
    int size(final int side) {
        return side < sides.length ? size(sides[side]) : 0;
    }

    /** The best level of a side, or {@link PackedInts#NIL}. */
    int best(final int side) {
        return size(side) == 0 ? PackedInts.NIL : at(side, 0);
    }

    /** The level at a depth from 0, the best, below the number of levels. */
    int at(final int side, final int depth) {
        final long descriptor = sides[side];
        assert depth >= 0 && depth < size(descriptor);
        return offset(descriptor) + 2 * (size(descriptor) - 1 - depth);
    }

    /** The level of a price, or {@link PackedInts#NIL}. */
    int find(final int side, final long price) {
        final long descriptor = side < sides.length ? sides[side] : 0;
        final int begin = offset(descriptor);
        final long key = key(side, price);
        final int at = floor(begin, begin + 2 * size(descriptor), key);
        return at >= begin && words[at] == key ? at : PackedInts.NIL;
    }

    long price(final int side, final int level) {
        return key(side, words[level]);
    }

    /** Whether an order at a price trades with this level of the other side. */
    boolean crosses(final int side, final int level, final long price) {
        return words[level] >= key(side, price);
    }

    int first(final int level) {
        return PackedInts.high(words[level + 1]);
    }

    void first(final int level, final int entry) {
        words[level + 1] = PackedInts.withHigh(words[level + 1], entry);
    }

    int last(final int level) {
        return PackedInts.low(words[level + 1]);
    }

    void last(final int level, final int entry) {
        words[level + 1] = PackedInts.withLow(words[level + 1], entry);
    }

    /** Inserts the level of a price that has none, with one order. */
    void insert(final int side, final long price, final int entry) {
        if (side >= sides.length) {
            sides = Arrays.copyOf(sides, Integer.highestOneBit(side) << 1);
        }
        makeRoom(side);
        final long descriptor = sides[side];
        final int begin = offset(descriptor);
        final int end = begin + 2 * size(descriptor);
        final long key = key(side, price);
        final int at = floor(begin, end, key) + 2;
        System.arraycopy(words, at, words, at + 2, end - at);
        words[at] = key;
        words[at + 1] = PackedInts.pack(entry, entry);
        sides[side] = descriptor + 1;
    }

    /** Removes a level. */
    void remove(final int side, final int level) {
        final int end = offset(sides[side]) + 2 * size(sides[side]);
        System.arraycopy(words, level + 2, words, level, end - level - 2);
        sides[side]--;
        final int sizeClass = sizeClass(sides[side]);
        final int size = size(sides[side]);
        if (size == 0) {
            free(offset(sides[side]), sizeClass);
            sides[side] = 0;
        } else if (sizeClass > 0 && size <= 1 << sizeClass) {
            move(side, sizeClass - 1);
        }
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

    /** Makes room for one more level of a side. */
    private void makeRoom(final int side) {
        final long descriptor = sides[side];
        if (offset(descriptor) == 0) {
            sides[side] = descriptor(room(0), 0, 0);
        } else if (size(descriptor) == 4 << sizeClass(descriptor)) {
            assert size(descriptor) < MAX_SIZE;
            move(side, sizeClass(descriptor) + 1);
        }
    }

    private void move(final int side, final int sizeClass) {
        final int to = room(sizeClass);
        final long descriptor = sides[side];
        System.arraycopy(words, offset(descriptor), words, to, 2 * size(descriptor));
        free(offset(descriptor), sizeClass(descriptor));
        sides[side] = descriptor(to, sizeClass, size(descriptor));
    }

    private void free(final int room, final int sizeClass) {
        words[room] = free[sizeClass];
        free[sizeClass] = room;
    }

    /** Takes a room, which may move all others. */
    private int room(final int sizeClass) {
        final int reused = free[sizeClass];
        if (reused != PackedInts.NIL) {
            free[sizeClass] = (int) words[reused];
            return reused;
        }
        final int length = SMALLEST_ROOM << sizeClass;
        if (length > words.length - top) {
            extend(length);
        }
        final int room = top;
        top += length;
        return room;
    }

    private void extend(final int length) {
        if (length > mostWords - top) {
            moveTogether();
        }
        if (length > words.length - top) {
            words = Arrays.copyOf(words, Math.max(top + length, (int) Math.min(2L * words.length, mostWords)));
        }
    }

    /** Moves the rooms in use to the beginning. */
    private void moveTogether() {
        final long[] old = words;
        words = new long[old.length];
        top = SMALLEST_ROOM;
        Arrays.fill(free, PackedInts.NIL);
        for (int side = 0; side < sides.length; side++) {
            final long descriptor = sides[side];
            if (offset(descriptor) != 0) {
                System.arraycopy(old, offset(descriptor), words, top, 2 * size(descriptor));
                sides[side] = descriptor(top, sizeClass(descriptor), size(descriptor));
                top += SMALLEST_ROOM << sizeClass(descriptor);
            }
        }
        assert top <= mostWords / 4 * 3 : "the rooms in use exceed their bound";
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
