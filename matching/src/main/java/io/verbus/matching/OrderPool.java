package io.verbus.matching;

import java.util.Arrays;

/**
 * The resting orders: entries of arrays, linked by index in two lists, that of their price and that of their seat. A
 * free entry is in the free list, so nothing is allocated once the arrays have grown.
 *
 * <pre>
 *  an entry     0  order number
 *  (6 longs)    1  client order id
 *               2  price
 *               3  open quantity; 0 in a free entry
 *               4  seat (32)              | instrument (32)
 *               5  next of its hash (32)  | account (27), terms (5)
 *
 *  its links    previous at price (32) | next at price (32); next free entry
 *  (2 longs)    previous of seat (32)  | next of seat (32)
 * </pre>
 *
 * <p>An entry is identified by its number from 0; the links are such numbers, or {@link PackedInts#NIL}. They are in
 * an array of their own: to remove an order is to change its four neighbours, of which four share a cache line there.
 */
final class OrderPool {
    /** The most entries: each may have a price level of its own. */
    static final int MOST = (1 << 24) - 1;

    private static final int STRIDE = 6;
    private static final int LINKS = 2;
    private static final int INITIAL = 64;
    private static final int NUMBER = 0;
    private static final int ID = 1;
    private static final int PRICE = 2;
    private static final int OPEN = 3;
    private static final int OWNER = 4;
    private static final int KIND = 5;

    private final int most;
    private long[] words = new long[INITIAL * STRIDE];
    private long[] links = new long[INITIAL * LINKS];
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
            if (used * LINKS > links.length) {
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
        links[entry * LINKS] = -1;
        links[entry * LINKS + 1] = -1;
        return entry;
    }

    /** Frees an entry that is in no list any more. */
    void free(final int entry) {
        assert open(entry) > 0 : "free already";
        words[entry * STRIDE + OPEN] = 0;
        links[entry * LINKS] = PackedInts.pack(PackedInts.NIL, free);
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
        return PackedInts.high(links[entry * LINKS]);
    }

    void previous(final int entry, final int previous) {
        links[entry * LINKS] = PackedInts.withHigh(links[entry * LINKS], previous);
    }

    int next(final int entry) {
        return PackedInts.low(links[entry * LINKS]);
    }

    void next(final int entry, final int next) {
        links[entry * LINKS] = PackedInts.withLow(links[entry * LINKS], next);
    }

    int previousOfSeat(final int entry) {
        return PackedInts.high(links[entry * LINKS + 1]);
    }

    void previousOfSeat(final int entry, final int previous) {
        links[entry * LINKS + 1] = PackedInts.withHigh(links[entry * LINKS + 1], previous);
    }

    int nextOfSeat(final int entry) {
        return PackedInts.low(links[entry * LINKS + 1]);
    }

    void nextOfSeat(final int entry, final int next) {
        links[entry * LINKS + 1] = PackedInts.withLow(links[entry * LINKS + 1], next);
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
        final int length = Math.min(links.length / LINKS << 1, Math.max(used, most));
        words = Arrays.copyOf(words, length * STRIDE);
        links = Arrays.copyOf(links, length * LINKS);
    }
}
