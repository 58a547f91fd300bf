package io.verbus.matching;

import java.util.Arrays;

/**
 * The resting orders: entries of an array, linked by index in the lists of their price, their seat and their hash. A
 * free entry is in the free list, so nothing is allocated once the array has grown.
 *
 * <pre>
 *  an entry     0  order number
 *  (8 longs)    1  client order id
 *               2  price
 *               3  open quantity; 0 in a free entry
 *               4  seat (32)              | instrument (32)
 *               5  next of its hash (32)  | account (27), terms (5)
 *               6  previous at price (32) | next at price (32); next free entry
 *               7  previous of seat (32)  | next of seat (32)
 * </pre>
 *
 * <p>An entry is identified by its number from 0; the links are such numbers, or {@link PackedInts#NIL}.
 */
final class OrderPool {
    /** The most entries: each may have a price level of its own. */
    static final int MOST = (1 << 24) - 1;

    private static final int STRIDE = 8;
    private static final int INITIAL = 64;
    private static final int NUMBER = 0;
    private static final int ID = 1;
    private static final int PRICE = 2;
    private static final int OPEN = 3;
    private static final int OWNER = 4;
    private static final int KIND = 5;
    private static final int AT_PRICE = 6;
    private static final int OF_SEAT = 7;

    private final int most;
    private long[] words = new long[INITIAL * STRIDE];
    private int free = PackedInts.NIL;
    private int used;
    private int size;

    OrderPool(final int most) {
        this.most = most;
    }

    int size() {
        return size;
    }

    /** Takes a free entry for an order; it is in no list. */
    int take(final long number, final int seat, final long id, final int instrument, final int terms) {
        int entry = free;
        if (entry == PackedInts.NIL) {
            entry = used++;
            if (used * STRIDE > words.length) {
                grow();
            }
        } else {
            free = next(entry);
        }
        size++;
        final int at = entry * STRIDE;
        words[at + NUMBER] = number;
        words[at + ID] = id;
        words[at + OWNER] = PackedInts.pack(seat, instrument);
        words[at + KIND] = terms;
        words[at + AT_PRICE] = -1;
        words[at + OF_SEAT] = -1;
        return entry;
    }

    /** Frees an entry that is in no list any more. */
    void free(final int entry) {
        assert open(entry) > 0 : "free already";
        words[entry * STRIDE + OPEN] = 0;
        words[entry * STRIDE + AT_PRICE] = PackedInts.pack(PackedInts.NIL, free);
        free = entry;
        size--;
    }

    long number(final int entry) {
        return words[entry * STRIDE + NUMBER];
    }

    long id(final int entry) {
        return words[entry * STRIDE + ID];
    }

    void id(final int entry, final long id) {
        words[entry * STRIDE + ID] = id;
    }

    long price(final int entry) {
        return words[entry * STRIDE + PRICE];
    }

    void price(final int entry, final long price) {
        words[entry * STRIDE + PRICE] = price;
    }

    long open(final int entry) {
        return words[entry * STRIDE + OPEN];
    }

    void open(final int entry, final long open) {
        words[entry * STRIDE + OPEN] = open;
    }

    int seat(final int entry) {
        return PackedInts.high(words[entry * STRIDE + OWNER]);
    }

    int instrument(final int entry) {
        return PackedInts.low(words[entry * STRIDE + OWNER]);
    }

    int terms(final int entry) {
        return PackedInts.low(words[entry * STRIDE + KIND]) & Terms.ALL;
    }

    int account(final int entry) {
        return PackedInts.low(words[entry * STRIDE + KIND]) >>> Terms.BITS;
    }

    void account(final int entry, final int account) {
        final int at = entry * STRIDE + KIND;
        words[at] = PackedInts.withLow(words[at], account << Terms.BITS | terms(entry));
    }

    int nextOfHash(final int entry) {
        return PackedInts.high(words[entry * STRIDE + KIND]);
    }

    void nextOfHash(final int entry, final int next) {
        final int at = entry * STRIDE + KIND;
        words[at] = PackedInts.withHigh(words[at], next);
    }

    int previous(final int entry) {
        return PackedInts.high(words[entry * STRIDE + AT_PRICE]);
    }

    void previous(final int entry, final int previous) {
        words[entry * STRIDE + AT_PRICE] = PackedInts.withHigh(words[entry * STRIDE + AT_PRICE], previous);
    }

    int next(final int entry) {
        return PackedInts.low(words[entry * STRIDE + AT_PRICE]);
    }

    void next(final int entry, final int next) {
        words[entry * STRIDE + AT_PRICE] = PackedInts.withLow(words[entry * STRIDE + AT_PRICE], next);
    }

    int previousOfSeat(final int entry) {
        return PackedInts.high(words[entry * STRIDE + OF_SEAT]);
    }

    void previousOfSeat(final int entry, final int previous) {
        words[entry * STRIDE + OF_SEAT] = PackedInts.withHigh(words[entry * STRIDE + OF_SEAT], previous);
    }

    int nextOfSeat(final int entry) {
        return PackedInts.low(words[entry * STRIDE + OF_SEAT]);
    }

    void nextOfSeat(final int entry, final int next) {
        words[entry * STRIDE + OF_SEAT] = PackedInts.withLow(words[entry * STRIDE + OF_SEAT], next);
    }

    /** Visits an order, and those after it in the list of its seat. */
    void visit(final int first, final SeatOrderVisitor visitor) {
        for (int entry = first; entry != PackedInts.NIL; entry = nextOfSeat(entry)) {
            visitor.order(instrument(entry), terms(entry), price(entry), number(entry), id(entry), open(entry));
        }
    }

    /** Visits orders from one on, in the list of its seat: at most so many, up to an order number. Returns the next. */
    int visit(final int first, final int most, final long last, final SeatOrderVisitor visitor) {
        int entry = first;
        for (int left = most; left > 0 && entry != PackedInts.NIL && number(entry) <= last; left--) {
            visitor.order(instrument(entry), terms(entry), price(entry), number(entry), id(entry), open(entry));
            entry = nextOfSeat(entry);
        }
        return entry != PackedInts.NIL && number(entry) <= last ? entry : PackedInts.NIL;
    }

    private void grow() {
        words = Arrays.copyOf(words, Math.min(words.length << 1, Math.max(used, most) * STRIDE));
    }
}
