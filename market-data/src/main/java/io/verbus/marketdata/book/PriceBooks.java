package io.verbus.marketdata.book;

import java.util.Arrays;

/**
 * Books of all instruments as price levels at full depth, whether the venue sends orders or levels. One thread writes
 * and reads; after the books have reached their size, nothing is allocated.
 */
public abstract sealed class PriceBooks permits Books, LevelBooks {
    /** Instrument ids are below this number. */
    public static final int MAX_INSTRUMENTS = 1 << 20;

    /** Unknown price; no level has it. */
    public static final long NO_PRICE = Long.MIN_VALUE;

    final PriceLevels levels = new PriceLevels();
    final Refusals refusals;
    private final SuspectInstruments suspects = new SuspectInstruments();
    private long[] changes = new long[1 << 10];

    PriceBooks(final Refusals refusals) {
        this.refusals = refusals;
    }

    /** Removes all levels; the counters are kept. No book is suspect from then on. */
    public void clear() {
        levels.clear();
        suspects.setAll(false);
    }

    /**
     * Removes all levels of one instrument, whose book is not suspect from then on.
     *
     * @param instrument 0 to {@link #MAX_INSTRUMENTS} - 1
     */
    public void clear(final long instrument) {
        if (!isInstrument(instrument)) {
            refusals.outOfRange++;
            return;
        }
        levels.clear(BookSide.of((int) instrument, BookSide.BUY));
        levels.clear(BookSide.of((int) instrument, BookSide.SELL));
        suspects.set((int) instrument, false);
    }

    /**
     * Marks all books as suspect or as sound, also those of instruments that are not known yet.
     *
     * @param isSuspect whether they may be wrong
     */
    public void markAll(final boolean isSuspect) {
        suspects.setAll(isSuspect);
    }

    /**
     * Marks the book of an instrument as suspect or as sound.
     *
     * @param instrument 0 to {@link #MAX_INSTRUMENTS} - 1
     * @param isSuspect whether it may be wrong
     */
    public void mark(final long instrument, final boolean isSuspect) {
        if (isInstrument(instrument)) {
            suspects.set((int) instrument, isSuspect);
        } else {
            refusals.outOfRange++;
        }
    }

    /**
     * Whether the book of an instrument may be wrong: its source has lost messages, and has not restored the state.
     *
     * @param instrument any id
     * @return whether the source marked it so
     */
    public final boolean isSuspect(final int instrument) {
        return suspects.isSuspect(instrument);
    }

    /** {@return whether a book may be wrong, also one of an instrument that is not known} */
    public final boolean hasSuspects() {
        return suspects.areOthersSuspect() || suspects.differing() > 0;
    }

    /** {@return number of the books that had an order or a level and may be wrong} */
    public final int suspectBooks() {
        int count = 0;
        for (int instrument = 0; instrument < instruments(); instrument++) {
            final boolean isUsed = changes(instrument) > 0 || levels(instrument, BookSide.BUY) > 0
                    || levels(instrument, BookSide.SELL) > 0;
            count += isUsed && suspects.isSuspect(instrument) ? 1 : 0;
        }
        return count;
    }

    /**
     * Number of price levels of a side.
     *
     * @param instrument any id
     * @param side {@link BookSide#BUY} or {@link BookSide#SELL}
     * @return 0 if the side is empty
     */
    public final int levels(final int instrument, final int side) {
        return levels.size(BookSide.of(instrument, side));
    }

    /**
     * The price of a level.
     *
     * @param instrument that has a book
     * @param side {@link BookSide#BUY} or {@link BookSide#SELL}
     * @param depth from 0, the best price
     * @return in the units of the wire
     * @throws IndexOutOfBoundsException if there is no such level
     */
    public final long price(final int instrument, final int side, final int depth) {
        return levels.price(BookSide.of(instrument, side), depth);
    }

    /**
     * The quantity of a level.
     *
     * @param instrument that has a book
     * @param side {@link BookSide#BUY} or {@link BookSide#SELL}
     * @param depth from 0, the best price
     * @return in the units of the wire
     * @throws IndexOutOfBoundsException if there is no such level
     */
    public final long shares(final int instrument, final int side, final int depth) {
        return levels.shares(BookSide.of(instrument, side), depth);
    }

    /**
     * The orders of a level.
     *
     * @param instrument that has a book
     * @param side {@link BookSide#BUY} or {@link BookSide#SELL}
     * @param depth from 0, the best price
     * @return number of orders; 0 if the venue does not send it
     * @throws IndexOutOfBoundsException if there is no such level
     */
    public final int orders(final int instrument, final int side, final int depth) {
        return levels.orders(BookSide.of(instrument, side), depth);
    }

    /**
     * Number of changes of an instrument's book; a clear is not a change.
     *
     * @param instrument any id
     * @return changes so far
     */
    public final long changes(final int instrument) {
        return instrument < changes.length ? changes[instrument] : 0;
    }

    /** {@return one more than the highest instrument id that may have a book} */
    public final int instruments() {
        return levels.sides() >> 1;
    }

    /** {@return price levels of all books} */
    public final int priceLevels() {
        return levels.size();
    }

    /** {@return counts of messages that did not fit the books} */
    public final Refusals refusals() {
        return refusals;
    }

    final SuspectInstruments suspects() {
        return suspects;
    }

    static boolean isInstrument(final long instrument) {
        return instrument >= 0 && instrument < MAX_INSTRUMENTS;
    }

    static boolean isBookSide(final long instrument, final int side) {
        return isInstrument(instrument) && (side & ~1) == 0;
    }

    final void countChange(final int instrument) {
        if (instrument >= changes.length) {
            changes = Arrays.copyOf(changes, Integer.highestOneBit(instrument) << 1);
        }
        changes[instrument]++;
    }
}
