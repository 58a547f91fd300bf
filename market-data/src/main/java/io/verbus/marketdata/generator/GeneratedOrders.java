package io.verbus.marketdata.generator;

import java.util.Arrays;

/**
 * The live orders of all books, one array per field. The orders of one price level form a circular list: {@code next}
 * of the newest order is the oldest.
 */
final class GeneratedOrders {
    long[] reference = new long[1024];
    int[] shares = new int[1024];
    /** Price as a depth, see {@link GeneratedSide}. */
    int[] depth = new int[1024];
    int[] next = new int[1024];
    int[] previous = new int[1024];
    private int used;
    private int free = -1;

    int take(final long orderReference, final int orderShares) {
        final int order = free >= 0 ? free : grow();
        if (order == free) {
            free = next[order];
        }
        reference[order] = orderReference;
        shares[order] = orderShares;
        return order;
    }

    void release(final int order) {
        next[order] = free;
        free = order;
    }

    private int grow() {
        if (used == shares.length) {
            final int capacity = 2 * used;
            reference = Arrays.copyOf(reference, capacity);
            shares = Arrays.copyOf(shares, capacity);
            depth = Arrays.copyOf(depth, capacity);
            next = Arrays.copyOf(next, capacity);
            previous = Arrays.copyOf(previous, capacity);
        }
        return used++;
    }
}
