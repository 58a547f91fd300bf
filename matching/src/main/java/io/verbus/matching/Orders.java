package io.verbus.matching;

import java.util.Arrays;

/**
 * The resting orders: entries of one array, linked by index in two lists, that of their price and that of their seat.
 * A free entry is in the free list, so nothing is allocated once the array has grown.
 *
 * <pre>
 *  an entry     0  order number
 *  (8 longs,    1  client order id
 *  a cache      2  price
 *  line)        3  open quantity; 0 in a free entry
 *               4  seat (32)              | instrument (32)
 *               5  account (32)           | terms (32)
 *               6  previous at price (32) | next at price (32); next free entry
 *               7  previous of seat (32)  | next of seat (32)
 * </pre>
 *
 * <p>An entry is identified by its number from 0; the links are such numbers, or {@link Words#NIL}.
 */
final class Orders {
    /** The most entries: each may have a price level of its own. */
    static final int MOST = (1 << 24) - 1;

    private static final int SHIFT = 3;
    private static final int NUMBER = 0;
    private static final int ID = 1;
    private static final int PRICE = 2;
    private static final int OPEN = 3;
    private static final int OWNER = 4;
    private static final int KIND = 5;
    private static final int AT_PRICE = 6;
    private static final int OF_SEAT = 7;

    private long[] words = new long[64 << SHIFT];
    private int free = Words.NIL;
    private int used;
    private int size;

    int size() {
        return size;
    }

    /** Takes a free entry for an order; it is in no list. */
    int take(final long number, final int seat, final long id, final int instrument, final int terms) {
        int entry = free;
        if (entry == Words.NIL) {
            entry = used++;
            if (used << SHIFT > words.length) {
                words = Arrays.copyOf(words, words.length << 1);
            }
        } else {
            free = next(entry);
        }
        size++;
        final int at = entry << SHIFT;
        words[at + NUMBER] = number;
        words[at + ID] = id;
        words[at + OWNER] = Words.pack(seat, instrument);
        words[at + KIND] = terms;
        words[at + AT_PRICE] = -1;
        words[at + OF_SEAT] = -1;
        return entry;
    }

    /** Frees an entry that is in no list any more. */
    void free(final int entry) {
        assert open(entry) > 0 : "free already";
        words[(entry << SHIFT) + OPEN] = 0;
        words[(entry << SHIFT) + AT_PRICE] = Words.pack(Words.NIL, free);
        free = entry;
        size--;
    }

    long number(final int entry) {
        return words[(entry << SHIFT) + NUMBER];
    }

    long id(final int entry) {
        return words[(entry << SHIFT) + ID];
    }

    void id(final int entry, final long id) {
        words[(entry << SHIFT) + ID] = id;
    }

    long price(final int entry) {
        return words[(entry << SHIFT) + PRICE];
    }

    void price(final int entry, final long price) {
        words[(entry << SHIFT) + PRICE] = price;
    }

    long open(final int entry) {
        return words[(entry << SHIFT) + OPEN];
    }

    void open(final int entry, final long open) {
        words[(entry << SHIFT) + OPEN] = open;
    }

    int seat(final int entry) {
        return Words.high(words[(entry << SHIFT) + OWNER]);
    }

    int instrument(final int entry) {
        return Words.low(words[(entry << SHIFT) + OWNER]);
    }

    int terms(final int entry) {
        return Words.low(words[(entry << SHIFT) + KIND]);
    }

    int account(final int entry) {
        return Words.high(words[(entry << SHIFT) + KIND]);
    }

    void account(final int entry, final int account) {
        final int at = (entry << SHIFT) + KIND;
        words[at] = Words.withHigh(words[at], account);
    }

    int previous(final int entry) {
        return Words.high(words[(entry << SHIFT) + AT_PRICE]);
    }

    void previous(final int entry, final int previous) {
        final int at = (entry << SHIFT) + AT_PRICE;
        words[at] = Words.withHigh(words[at], previous);
    }

    int next(final int entry) {
        return Words.low(words[(entry << SHIFT) + AT_PRICE]);
    }

    void next(final int entry, final int next) {
        final int at = (entry << SHIFT) + AT_PRICE;
        words[at] = Words.withLow(words[at], next);
    }

    int previousOfSeat(final int entry) {
        return Words.high(words[(entry << SHIFT) + OF_SEAT]);
    }

    void previousOfSeat(final int entry, final int previous) {
        final int at = (entry << SHIFT) + OF_SEAT;
        words[at] = Words.withHigh(words[at], previous);
    }

    int nextOfSeat(final int entry) {
        return Words.low(words[(entry << SHIFT) + OF_SEAT]);
    }

    void nextOfSeat(final int entry, final int next) {
        final int at = (entry << SHIFT) + OF_SEAT;
        words[at] = Words.withLow(words[at], next);
    }
}
