package io.verbus.matching;

import java.util.Arrays;

/**
 * All resting orders in order of arrival: merges the lists of the seats, which are in that order, by a heap with the
 * next order of each seat. The order that was returned last may be removed meanwhile, and no other.
 */
final class ArrivalMerge {
    private final EngineState state;
    private int[] heap = new int[16];
    private int size;

    ArrivalMerge(final EngineState state) {
        this.state = state;
    }

    /** Begins with the first order. */
    void start() {
        size = 0;
        for (int seat = 0; seat < state.seats.end(); seat++) {
            final SeatState one = state.seats.at(seat);
            if (one != null && one.first != PackedInts.NIL) {
                push(one.first);
            }
        }
    }

    /** The next order, or {@link PackedInts#NIL}. */
    int next() {
        if (size == 0) {
            return PackedInts.NIL;
        }
        final int entry = heap[0];
        final int next = state.orders.nextOfSeat(entry);
        sink(next == PackedInts.NIL ? heap[--size] : next);
        return entry;
    }

    private void push(final int entry) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, size << 1);
        }
        int at = size++;
        while (at > 0 && isBefore(entry, heap[at - 1 >> 1])) {
            heap[at] = heap[at - 1 >> 1];
            at = at - 1 >> 1;
        }
        heap[at] = entry;
    }

    /** Places an entry from the top. */
    private void sink(final int entry) {
        int at = 0;
        int child = 1;
        while (child < size) {
            if (child + 1 < size && isBefore(heap[child + 1], heap[child])) {
                child++;
            }
            if (!isBefore(heap[child], entry)) {
                break;
            }
            heap[at] = heap[child];
            at = child;
            child = (at << 1) + 1;
        }
        heap[at] = entry;
    }

    private boolean isBefore(final int one, final int other) {
        return state.orders.number(one) < state.orders.number(other);
    }
}
