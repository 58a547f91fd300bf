package io.verbus.matching;

/**
 * Resting orders by seat and client order id: open addressing with linear probing; a removal shifts the following slots
 * back, so the table does not degrade during the day. Its order is never visible: it is only searched.
 *
 * <pre>
 *  a slot      +--------------------------+------------------+
 *  (a long)    | high bits of hash (32)   | entry + 1 (32)   |    0 in a free slot
 *              +--------------------------+------------------+
 * </pre>
 *
 * <p>The high bits of the hash begin with the home of the slot, so that removals and growth do not touch the orders. A
 * search compares them first, and then the order, which is needed next anyway.
 */
final class OrderIds {
    private final Orders orders;
    private long[] slots;
    private int mask;
    private int shift;
    private int size;
    private int growAt;

    OrderIds(final Orders orders, final int expected) {
        this.orders = orders;
        allocate(Words.tableSize(expected + expected / 2));
    }

    /** The entry of an order, or {@link Words#NIL}. */
    int find(final int seat, final long id) {
        return Words.low(slots[slot(seat, id)]) - 1;
    }

    /** Adds an order that is not in the table. */
    void add(final int seat, final long id, final int entry) {
        insert(Words.pack(Words.high(Words.hash(seat, id)), entry + 1));
        if (++size > growAt) {
            grow();
        }
    }

    /** Removes an order that is in the table, and still has its id. */
    void remove(final int seat, final long id) {
        int hole = slot(seat, id);
        assert slots[hole] != 0 : "an id without its order";
        int slot = hole + 1 & mask;
        while (slots[slot] != 0) {
            final int distance = slot - home(slots[slot]) & mask;
            if (distance >= (slot - hole & mask)) {
                slots[hole] = slots[slot];
                hole = slot;
            }
            slot = slot + 1 & mask;
        }
        slots[hole] = 0;
        size--;
    }

    /** The slot of an order, or a free slot. */
    private int slot(final int seat, final long id) {
        final long hash = Words.hash(seat, id);
        int slot = home(hash);
        while (slots[slot] != 0 && !isAt(slot, Words.high(hash), seat, id)) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private boolean isAt(final int slot, final int highBits, final int seat, final long id) {
        final long word = slots[slot];
        if (Words.high(word) != highBits) {
            return false;
        }
        final int entry = Words.low(word) - 1;
        return orders.id(entry) == id && orders.seat(entry) == seat;
    }

    private void insert(final long word) {
        int slot = home(word);
        while (slots[slot] != 0) {
            slot = slot + 1 & mask;
        }
        slots[slot] = word;
    }

    /** The home of a hash, or of a slot's content. */
    private int home(final long hash) {
        return (int) (hash >>> shift);
    }

    private void allocate(final int capacity) {
        slots = new long[capacity];
        mask = capacity - 1;
        shift = Long.SIZE - Integer.numberOfTrailingZeros(capacity);
        growAt = capacity / 3 * 2;
    }

    private void grow() {
        final long[] old = slots;
        allocate(mask + 1 << 1);
        for (final long word : old) {
            if (word != 0) {
                insert(word);
            }
        }
    }
}
