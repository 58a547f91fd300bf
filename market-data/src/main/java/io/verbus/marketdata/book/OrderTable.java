package io.verbus.marketdata.book;

import java.util.Arrays;

/**
 * Live orders by reference: an open-addressing hash table whose entries contain the order, so that a lookup costs one
 * cache miss. Linear probing; a deletion shifts the following entries back. Without tombstones the table does not
 * degrade during the day.
 *
 * <pre>
 *  an entry, in longs      0            1         2
 *                     +-----------+---------+--------------------------+
 *                     | reference |  price  | shares (32) | book side  |
 *                     +-----------+---------+--------------------------+
 *                     a live order has at least one share, so a third word of 0 is a free entry
 * </pre>
 *
 * <p>Entries are identified by the index of their first long, which is valid until the next change of the table.
 */
final class OrderTable {
    /** Maximum shares of an order: 32 bits, except the value for "not known" on the wire. */
    static final long MAX_SHARES = 0xFFFF_FFFEL;
    /** Maximum number of live orders. */
    static final int MAX_ORDERS = 1 << 26;

    /** Longs of an entry. */
    static final int STRIDE = 3;
    /** Index of the price in an entry. */
    static final int PRICE = 1;

    private static final int SHARES_AND_SIDE = 2;
    private static final int SHARES_SHIFT = 32;
    /**
     * References that differ in these bits only are neighbours in the table: exchanges assign ascending references, and
     * young orders change most, so their entries share cache lines.
     */
    private static final int BLOCK_BITS = 4;
    private static final long BLOCK_MASK = (1 << BLOCK_BITS) - 1;
    private static final int MIN_CAPACITY = 2 << BLOCK_BITS;
    /** 2^64 divided by the golden ratio: distributes blocks evenly. */
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private long[] words;
    private int mask;
    private int blockShift;
    private int size;
    private int growAt;

    OrderTable(final int initialCapacity) {
        allocate(Math.max(MIN_CAPACITY, Integer.highestOneBit(Math.max(1, initialCapacity - 1)) << 1));
    }

    int size() {
        return size;
    }

    int capacity() {
        return mask + 1;
    }

    boolean isFull() {
        return size == MAX_ORDERS;
    }

    /** The entry of a reference, or the free entry where it belongs. */
    int entry(final long reference) {
        int slot = home(reference);
        int entry = slot * STRIDE;
        while (words[entry + SHARES_AND_SIDE] != 0 && words[entry] != reference) {
            slot = slot + 1 & mask;
            entry = slot * STRIDE;
        }
        return entry;
    }

    boolean isLive(final int entry) {
        return words[entry + SHARES_AND_SIDE] != 0;
    }

    long price(final int entry) {
        return words[entry + PRICE];
    }

    long shares(final int entry) {
        return shares(words, entry);
    }

    int bookSide(final int entry) {
        return bookSide(words, entry);
    }

    /** The shares of an entry in any array of entries. */
    static long shares(final long[] entries, final int entry) {
        return entries[entry + SHARES_AND_SIDE] >>> SHARES_SHIFT;
    }

    /** The book side of an entry in any array of entries. */
    static int bookSide(final long[] entries, final int entry) {
        return (int) entries[entry + SHARES_AND_SIDE];
    }

    /** Copies the entries of live orders contiguously. */
    void copyLive(final long[] to) {
        int at = 0;
        for (int entry = 0; entry < words.length; entry += STRIDE) {
            if (isLive(entry)) {
                copyEntry(words, entry, to, at);
                at += STRIDE;
            }
        }
        assert at == size * STRIDE;
    }

    /** Fills a free entry returned by {@link #entry} for this reference. */
    void put(final int entry, final long reference, final long price, final long shares, final int bookSide) {
        assert !isLive(entry) && !isFull() && shares > 0 && shares <= MAX_SHARES && bookSide >= 0;
        words[entry] = reference;
        words[entry + PRICE] = price;
        words[entry + SHARES_AND_SIDE] = shares << SHARES_SHIFT | bookSide;
        if (++size > growAt) {
            grow();
        }
    }

    /** Removes fewer shares than a live order has. */
    void reduce(final int entry, final long shares) {
        assert shares >= 0 && shares < shares(entry);
        words[entry + SHARES_AND_SIDE] -= shares << SHARES_SHIFT;
    }

    /** Removes a live order and shifts back the following entries that would become unreachable. */
    void remove(final int entry) {
        assert isLive(entry);
        int hole = entry / STRIDE;
        int slot = hole + 1 & mask;
        while (words[slot * STRIDE + SHARES_AND_SIDE] != 0) {
            final int distance = slot - home(words[slot * STRIDE]) & mask;
            if (distance >= (slot - hole & mask)) {
                copyEntry(words, slot * STRIDE, words, hole * STRIDE);
                hole = slot;
            }
            slot = slot + 1 & mask;
        }
        words[hole * STRIDE + SHARES_AND_SIDE] = 0;
        size--;
    }

    /** Removes all orders of an instrument; slow, because it visits every entry. */
    void removeInstrument(final int instrument) {
        int entry = 0;
        while (entry < words.length) {
            // A removal may move another order into this entry, so only a kept entry is passed.
            if (isLive(entry) && bookSide(entry) >> 1 == instrument) {
                remove(entry);
            } else {
                entry += STRIDE;
            }
        }
    }

    void clear() {
        if (size > 0) {
            Arrays.fill(words, 0);
            size = 0;
        }
    }

    private int home(final long reference) {
        final long block = (reference >>> BLOCK_BITS) * SPREAD >>> blockShift;
        final long place = reference ^ reference >>> BLOCK_BITS; // a step of a block or more does not repeat a place
        return (int) (block << BLOCK_BITS | place & BLOCK_MASK);
    }

    private void allocate(final int capacity) {
        words = new long[capacity * STRIDE];
        mask = capacity - 1;
        blockShift = Long.SIZE + BLOCK_BITS - Integer.numberOfTrailingZeros(capacity);
        growAt = capacity / 3 * 2;
    }

    private void grow() {
        final long[] old = words;
        allocate(capacity() << 1);
        for (int from = 0; from < old.length; from += STRIDE) {
            if (old[from + SHARES_AND_SIDE] != 0) {
                copyEntry(old, from, words, entry(old[from]));
            }
        }
    }

    private static void copyEntry(final long[] from, final int fromEntry, final long[] to, final int toEntry) {
        to[toEntry] = from[fromEntry];
        to[toEntry + PRICE] = from[fromEntry + PRICE];
        to[toEntry + SHARES_AND_SIDE] = from[fromEntry + SHARES_AND_SIDE];
    }
}
