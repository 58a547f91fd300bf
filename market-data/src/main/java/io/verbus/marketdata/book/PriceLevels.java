package io.verbus.marketdata.book;

import java.util.Arrays;

/**
 * The price levels of all book sides in one array. The levels of a side are contiguous and sorted, the best one last:
 * most changes are near the best price, so searches start there and few levels have to move.
 *
 * <pre>
 *  a side            +-------------------+------------+--------------+
 *  (one long)        | offset in longs   | class (5)  | levels (24)  |    room for 4 &lt;&lt; class levels
 *                    +-------------------+------------+--------------+
 *  a level           +-------------------+---------------------------+
 *  (two longs)       | key of the price  | shares (43) | orders (20) |    four levels are one cache line
 *                    +-------------------+---------------------------+
 * </pre>
 *
 * <p>A side that outgrows its room moves to a room of twice the size and frees the old one for other sides, so after a
 * while nothing is allocated. Sides are numbered by {@link BookSide#of}, depths count from 0, the best level.
 */
final class PriceLevels {
    /** Maximum orders of a level. */
    static final long MAX_ORDERS = (1L << 20) - 1;
    /** Maximum shares of a level. */
    static final long MAX_SHARES = (1L << 43) - 1;

    private static final int ORDERS_BITS = 20;
    private static final int SIZE_BITS = 24;
    private static final int MAX_SIZE = (1 << SIZE_BITS) - 1;
    private static final int CLASS_BITS = 5;
    private static final int OFFSET_SHIFT = SIZE_BITS + CLASS_BITS;
    private static final int CLASSES = SIZE_BITS - 1;
    private static final int SMALLEST_ROOM = 8;
    private static final int LINEAR_STEPS = 16;

    private long[] sides = new long[1 << 10];
    private long[] words = new long[1 << 14];
    private int top;
    private final int[] free = new int[CLASSES];
    private int levels;

    PriceLevels() {
        clear();
    }

    /** Levels of all sides. */
    int size() {
        return levels;
    }

    /** Levels of one side. */
    int size(final int side) {
        return side < sides.length ? size(sides[side]) : 0;
    }

    /** One more than the highest side that may have levels. */
    int sides() {
        return sides.length;
    }

    long price(final int side, final int depth) {
        return BookSide.key(side, words[index(side, depth)]);
    }

    long shares(final int side, final int depth) {
        return words[index(side, depth) + 1] >>> ORDERS_BITS;
    }

    int orders(final int side, final int depth) {
        return (int) (words[index(side, depth) + 1] & MAX_ORDERS);
    }

    /**
     * Adds an order to the level of its price, which is created if absent.
     *
     * @return false, without a change, if the level or the side is full
     */
    boolean add(final int side, final long price, final long shares) {
        final int at = at(side, price);
        if (isLevel(side, at, price)) {
            final long level = words[at + 1];
            if ((level & MAX_ORDERS) == MAX_ORDERS || (level >>> ORDERS_BITS) + shares > MAX_SHARES) {
                return false;
            }
            words[at + 1] = level + (shares << ORDERS_BITS) + 1;
            return true;
        }
        return insert(side, at, price, shares << ORDERS_BITS | 1);
    }

    /**
     * Sets the shares and orders of the level of a price, which is created if absent.
     *
     * @return false, without a change, if the side is full
     */
    boolean set(final int side, final long price, final long shares, final long orders) {
        final int at = at(side, price);
        final long level = shares << ORDERS_BITS | orders;
        if (isLevel(side, at, price)) {
            words[at + 1] = level;
            return true;
        }
        return insert(side, at, price, level);
    }

    /** Whether there is a level of a price. */
    boolean has(final int side, final long price) {
        return isLevel(side, at(side, price), price);
    }

    /** Removes the level of a price. Returns whether there was one. */
    boolean remove(final int side, final long price) {
        final int at = at(side, price);
        if (!isLevel(side, at, price)) {
            return false;
        }
        removeAt(side, at);
        return true;
    }

    /** Removes shares, and an order if {@code orders} is 1, from the level of a price; removes an empty level. */
    void take(final int side, final long price, final long shares, final int orders) {
        final int at = at(side, price);
        assert isLevel(side, at, price) : "an order without its level";
        final long level = words[at + 1] - (shares << ORDERS_BITS) - orders;
        assert level >= 0 && (level == 0) == ((level & MAX_ORDERS) == 0);
        words[at + 1] = level;
        if (level == 0) {
            removeAt(side, at);
        }
    }

    private void removeAt(final int side, final int at) {
        final long descriptor = sides[side];
        final int end = offset(descriptor) + 2 * size(descriptor);
        System.arraycopy(words, at + 2, words, at, end - at - 2);
        sides[side] = descriptor - 1;
        levels--;
    }

    /** Removes all levels; the memory is kept. */
    void clear() {
        Arrays.fill(sides, 0);
        Arrays.fill(free, -1);
        // An unused side has offset 0, class 0 and size 0, so the first room stays unused: see insert.
        top = SMALLEST_ROOM;
        levels = 0;
    }

    /** Removes the levels of one side, which keeps its room. */
    void clear(final int side) {
        if (side < sides.length) {
            levels -= size(side);
            sides[side] &= ~(long) MAX_SIZE;
        }
    }

    /** Index of the level of a price, or of the next worse one; that of a new side is below its beginning. */
    private int at(final int side, final long price) {
        if (side >= sides.length) {
            sides = Arrays.copyOf(sides, Integer.highestOneBit(side) << 1);
        }
        final int begin = offset(sides[side]);
        return floor(begin, begin + 2 * size(sides[side]), BookSide.key(side, price));
    }

    private boolean isLevel(final int side, final int at, final long price) {
        return at >= offset(sides[side]) && words[at] == BookSide.key(side, price);
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

    /** Inserts a level after the one at an index. */
    private boolean insert(final int side, final int worse, final long price, final long level) {
        long descriptor = sides[side];
        final int relative = worse + 2 - offset(descriptor);
        final int size = size(descriptor);
        if (size == MAX_SIZE) {
            return false;
        }
        if (offset(descriptor) == 0) {
            descriptor = descriptor(room(0), 0, 0);
        } else if (size == 4 << sizeClass(descriptor)) {
            descriptor = move(descriptor);
        }
        final int begin = offset(descriptor);
        final int at = begin + relative;
        System.arraycopy(words, at, words, at + 2, 2 * size - relative);
        words[at] = BookSide.key(side, price);
        words[at + 1] = level;
        sides[side] = descriptor + 1;
        levels++;
        return true;
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
        if (room >= 0) {
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

    private int index(final int side, final int depth) {
        final int size = size(side);
        if (depth < 0 || depth >= size) {
            throw new IndexOutOfBoundsException("level " + depth + " of " + size);
        }
        return offset(sides[side]) + 2 * (size - 1 - depth);
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
