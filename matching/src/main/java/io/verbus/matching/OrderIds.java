package io.verbus.matching;

/**
 * Resting orders by seat and client order id: open addressing with linear probing; a removal shifts the following slots
 * back, so the table does not degrade during the day. Its order is never visible: it is only searched.
 *
 * <pre>
 *  a slot, in longs      0                        1
 *                   +-----------+-----------+------------------+
 *                   | order id  | seat (32) | entry + 1 (32)   |    entry + 1 is 0 in a free slot
 *                   +-----------+-----------+------------------+
 * </pre>
 */
final class OrderIds {
    private long[] words;
    private int mask;
    private int shift;
    private int size;
    private int growAt;

    OrderIds(final int expected) {
        allocate(Words.tableSize(expected + expected / 2));
    }

    /** The entry of an order, or {@link Words#NIL}. */
    int find(final int seat, final long id) {
        return Words.low(words[(slot(seat, id) << 1) + 1]) - 1;
    }

    /** Adds an order that is not in the table. */
    void add(final int seat, final long id, final int entry) {
        final int at = slot(seat, id) << 1;
        assert words[at + 1] == 0 : "the id is in use";
        words[at] = id;
        words[at + 1] = Words.pack(seat, entry + 1);
        if (++size > growAt) {
            grow();
        }
    }

    /** Removes an order that is in the table. */
    void remove(final int seat, final long id) {
        int hole = slot(seat, id);
        assert words[(hole << 1) + 1] != 0 : "an id without its order";
        int slot = hole + 1 & mask;
        while (words[(slot << 1) + 1] != 0) {
            final int distance = slot - home(Words.high(words[(slot << 1) + 1]), words[slot << 1]) & mask;
            if (distance >= (slot - hole & mask)) {
                words[hole << 1] = words[slot << 1];
                words[(hole << 1) + 1] = words[(slot << 1) + 1];
                hole = slot;
            }
            slot = slot + 1 & mask;
        }
        words[(hole << 1) + 1] = 0;
        size--;
    }

    /** The slot of a key, or the free slot where it belongs. */
    private int slot(final int seat, final long id) {
        int slot = home(seat, id);
        long owner = words[(slot << 1) + 1];
        while (owner != 0 && (words[slot << 1] != id || Words.high(owner) != seat)) {
            slot = slot + 1 & mask;
            owner = words[(slot << 1) + 1];
        }
        return slot;
    }

    private int home(final int seat, final long id) {
        return (int) (Words.hash(seat, id) >>> shift);
    }

    private void allocate(final int capacity) {
        words = new long[capacity << 1];
        mask = capacity - 1;
        shift = Long.SIZE - Integer.numberOfTrailingZeros(capacity);
        growAt = capacity / 3 * 2;
    }

    private void grow() {
        final long[] old = words;
        allocate(mask + 1 << 1);
        for (int at = 0; at < old.length; at += 2) {
            if (old[at + 1] != 0) {
                final int to = slot(Words.high(old[at + 1]), old[at]) << 1;
                words[to] = old[at];
                words[to + 1] = old[at + 1];
            }
        }
    }
}
