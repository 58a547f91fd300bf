package io.verbus.marketdata.book;

import java.util.Arrays;

/**
 * Books of price levels of all instruments, at full depth, for venues that send levels in place of orders. One thread
 * writes; after the books have reached their size, nothing is allocated. Messages are not trusted: a message that does
 * not fit the books is counted in {@link Refusals} and changes nothing else.
 *
 * <p>A change is visible at once. A venue can spread the changes of one event over several messages: between them
 * {@link #isInsideEvent} is true, and a book can be crossed.
 */
public final class LevelBooks {
    /** Maximum quantity of a level; the minimum is 1. */
    public static final long MAX_QUANTITY = PriceLevels.MAX_SHARES;
    /** Maximum number of orders of a level; 0 if the venue does not send it. */
    public static final long MAX_ORDERS = PriceLevels.MAX_ORDERS;

    private static final byte INSIDE_EVENT = 1;
    private static final byte SUSPECT = 2;

    private final PriceLevels levels = new PriceLevels();
    private final Refusals refusals = new Refusals();
    private long[] changes = new long[1 << 10];
    private byte[] states = new byte[1 << 10];

    /** Creates empty books. */
    public LevelBooks() {
    }

    /**
     * Sets a level, which is created if it is not there.
     *
     * @param instrument 0 to {@link Books#MAX_INSTRUMENTS} - 1
     * @param side {@link BookSide#BUY} or {@link BookSide#SELL}
     * @param price in the units of the wire, not {@link Books#NO_PRICE}
     * @param quantity 1 to {@link #MAX_QUANTITY}
     * @param orders 0 to {@link #MAX_ORDERS}; 0 if the number is not known
     */
    public void set(final long instrument, final int side, final long price, final long quantity, final long orders) {
        if (!isLevel(instrument, side, price) || quantity < 1 || quantity > MAX_QUANTITY || orders < 0
                || orders > MAX_ORDERS) {
            refusals.outOfRange++;
        } else if (levels.set(BookSide.of((int) instrument, side), price, quantity, orders)) {
            countChange((int) instrument);
        } else {
            refusals.bookFull++;
        }
    }

    /**
     * Deletes a level. A deletion of a level that is not there changes nothing, and is not refused: the book is as the
     * message states. IEX sends such deletions after events that no displayed order took part in.
     *
     * @param instrument 0 to {@link Books#MAX_INSTRUMENTS} - 1
     * @param side {@link BookSide#BUY} or {@link BookSide#SELL}
     * @param price in the units of the wire, not {@link Books#NO_PRICE}
     */
    public void delete(final long instrument, final int side, final long price) {
        if (!isLevel(instrument, side, price)) {
            refusals.outOfRange++;
        } else if (levels.remove(BookSide.of((int) instrument, side), price)) {
            countChange((int) instrument);
        }
    }

    /** Removes all levels; no book is suspect or inside an event. The counters are kept. */
    public void clear() {
        levels.clear();
        Arrays.fill(states, (byte) 0);
    }

    /**
     * Removes the levels of one instrument; its book is not suspect and not inside an event.
     *
     * @param instrument 0 to {@link Books#MAX_INSTRUMENTS} - 1
     */
    public void clear(final long instrument) {
        if (!isInstrument(instrument)) {
            refusals.outOfRange++;
            return;
        }
        levels.clear(BookSide.of((int) instrument, BookSide.BUY));
        levels.clear(BookSide.of((int) instrument, BookSide.SELL));
        if (instrument < states.length) {
            states[(int) instrument] = 0;
        }
    }

    /**
     * Records whether the venue is inside an event of an instrument.
     *
     * @param instrument 0 to {@link Books#MAX_INSTRUMENTS} - 1; others are ignored
     * @param isInside false at the end of the event
     */
    public void setInsideEvent(final long instrument, final boolean isInside) {
        setState(instrument, INSIDE_EVENT, isInside);
    }

    /**
     * Records whether the book of an instrument may be wrong.
     *
     * @param instrument 0 to {@link Books#MAX_INSTRUMENTS} - 1; others are ignored
     * @param isSuspect whether it may be wrong
     */
    public void setSuspect(final long instrument, final boolean isSuspect) {
        setState(instrument, SUSPECT, isSuspect);
    }

    /**
     * Whether more messages of the same event follow: until then, readers use the book as it was before the event.
     *
     * @param instrument any id
     * @return false if the last message of the instrument ended an event
     */
    public boolean isInsideEvent(final int instrument) {
        return hasState(instrument, INSIDE_EVENT);
    }

    /**
     * Whether the book of an instrument may be wrong, because messages were lost.
     *
     * @param instrument any id
     * @return false if its levels are those of the venue
     */
    public boolean isSuspect(final int instrument) {
        return hasState(instrument, SUSPECT);
    }

    /**
     * Number of price levels of a side.
     *
     * @param instrument any id
     * @param side {@link BookSide#BUY} or {@link BookSide#SELL}
     * @return 0 if the side is empty
     */
    public int levels(final int instrument, final int side) {
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
    public long price(final int instrument, final int side, final int depth) {
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
    public long quantity(final int instrument, final int side, final int depth) {
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
    public int orders(final int instrument, final int side, final int depth) {
        return levels.orders(BookSide.of(instrument, side), depth);
    }

    /**
     * Number of changes of an instrument's book; a clear is not a change.
     *
     * @param instrument any id
     * @return changes so far
     */
    public long changes(final int instrument) {
        return instrument < changes.length ? changes[instrument] : 0;
    }

    /** {@return one more than the highest instrument id that may have a book} */
    public int instruments() {
        return levels.sides() >> 1;
    }

    /** {@return price levels of all books} */
    public int priceLevels() {
        return levels.size();
    }

    /** {@return counts of messages that did not fit the books} */
    public Refusals refusals() {
        return refusals;
    }

    private static boolean isInstrument(final long instrument) {
        return instrument >= 0 && instrument < Books.MAX_INSTRUMENTS;
    }

    private static boolean isLevel(final long instrument, final int side, final long price) {
        return isInstrument(instrument) && (side & ~1) == 0 && price != Books.NO_PRICE;
    }

    private void countChange(final int instrument) {
        if (instrument >= changes.length) {
            changes = Arrays.copyOf(changes, Integer.highestOneBit(instrument) << 1);
        }
        changes[instrument]++;
    }

    private boolean hasState(final int instrument, final byte state) {
        return instrument >= 0 && instrument < states.length && (states[instrument] & state) != 0;
    }

    private void setState(final long instrument, final byte state, final boolean isSet) {
        if (!isInstrument(instrument) || hasState((int) instrument, state) == isSet) {
            return;
        }
        if (instrument >= states.length) {
            states = Arrays.copyOf(states, Integer.highestOneBit((int) instrument) << 1);
        }
        states[(int) instrument] ^= state;
    }
}
