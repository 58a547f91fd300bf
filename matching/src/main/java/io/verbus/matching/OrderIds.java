package io.verbus.matching;

import java.util.Arrays;

/**
 * Resting orders by seat and client order id: a hash table of lists that are linked in the orders, at least two lists
 * per order. So an insertion and most removals change one int of the table, without a search. Orders with consecutive
 * ids tend to be in use at the same time, so runs of 16 ids are in consecutive lists, a cache line or two. The order of
 * lists is never visible: they are only searched.
 */
final class OrderIds {
    private static final int INITIAL = 64;
    private static final int RUN_BITS = 4;
    private static final int RUN = 1 << RUN_BITS;

    private final OrderPool orders;
    private final TableHash hash;
    /** The first entry of each list, or {@link PackedInts#NIL}. */
    private int[] firsts;

    OrderIds(final OrderPool orders, final TableHash hash) {
        this.orders = orders;
        this.hash = hash;
        allocate(INITIAL);
    }

    /** The entry of an order, or {@link PackedInts#NIL}. */
    int find(final int seat, final long id) {
        int entry = firsts[list(seat, id)];
        while (entry != PackedInts.NIL && (orders.id(entry) != id || orders.seat(entry) != seat)) {
            entry = orders.nextOfHash(entry);
        }
        return entry;
    }

    /** Adds an order that is not in the table. */
    void add(final int entry) {
        if (orders.size() > firsts.length >> 1) {
            grow();
        }
        link(entry);
    }

    /** Removes an order that is in the table, and still has its id. */
    void remove(final int entry) {
        final int list = list(orders.seat(entry), orders.id(entry));
        if (firsts[list] == entry) {
            firsts[list] = orders.nextOfHash(entry);
            return;
        }
        int before = firsts[list];
        while (orders.nextOfHash(before) != entry) {
            before = orders.nextOfHash(before);
        }
        orders.nextOfHash(before, orders.nextOfHash(entry));
    }

    private int list(final int seat, final long id) {
        final int first = (int) (hash.of(seat, id >> RUN_BITS) >>> Long.numberOfLeadingZeros(firsts.length - 1));
        return first + ((int) id & RUN - 1) & firsts.length - 1;
    }

    private void link(final int entry) {
        final int list = list(orders.seat(entry), orders.id(entry));
        orders.nextOfHash(entry, firsts[list]);
        firsts[list] = entry;
    }

    private void allocate(final int length) {
        firsts = new int[length];
        Arrays.fill(firsts, PackedInts.NIL);
    }

    private void grow() {
        final int[] old = firsts;
        allocate(old.length << 1);
        for (final int first : old) {
            int entry = first;
            while (entry != PackedInts.NIL) {
                final int next = orders.nextOfHash(entry);
                link(entry);
                entry = next;
            }
        }
    }
}
