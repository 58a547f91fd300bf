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
    private static final int INITIAL = 64;

    private final OrderPool orders;
    private final TableHash hash;
    private long[] slots;
    private int mask;
    private int shift;
    private int size;
    private int growAt;

    OrderIds(final OrderPool orders, final TableHash hash) {
        this.orders = orders;
        this.hash = hash;
        allocate(INITIAL);
    }

    /** The entry of an order, or {@link PackedInts#NIL}. */
    int find(final int seat, final long id) {
        return PackedInts.low(slots[slot(seat, id)]) - 1;
    }

    /** Adds an order that is not in the table. */
    void add(final int seat, final long id, final int entry) {
        insert(PackedInts.pack(PackedInts.high(hash.of(seat, id)), entry + 1));
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
        final long hashed = hash.of(seat, id);
        int slot = home(hashed);
        while (slots[slot] != 0 && !isAt(slot, PackedInts.high(hashed), seat, id)) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private boolean isAt(final int slot, final int highBits, final int seat, final long id) {
        final long word = slots[slot];
        if (PackedInts.high(word) != highBits) {
            return false;
        }
        final int entry = PackedInts.low(word) - 1;
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
    private int home(final long hashed) {
        return (int) (hashed >>> shift);
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
