package io.verbus.marketdata.book;

import java.util.BitSet;

/**
 * Books of price levels of all instruments, at full depth, for venues that send levels in place of orders. One thread
 * writes; after the books have reached their size, nothing is allocated. Messages are not trusted: a message that does
 * not fit the books is counted in {@link Refusals} and changes nothing else.
 *
 * <p>A change is visible at once. A venue can spread the changes of one event over several messages: between them
 * {@link #isInsideEvent} is true, and a book can be crossed.
 */
public final class LevelBooks extends PriceBooks {
    /** Maximum quantity of a level; the minimum is 1. */
    public static final long MAX_QUANTITY = PriceLevels.MAX_SHARES;
    /** Maximum number of orders of a level; 0 if the venue does not send it. */
    public static final long MAX_ORDERS = PriceLevels.MAX_ORDERS;

    private final BitSet insideEvent = new BitSet();

    /** Creates empty books. */
    public LevelBooks() {
        this(new Refusals());
    }

    LevelBooks(final Refusals refusals) {
        super(refusals);
    }

    /**
     * Sets a level, which is created if it is not there.
     *
     * @param instrument 0 to {@link #MAX_INSTRUMENTS} - 1
     * @param side {@link BookSide#BUY} or {@link BookSide#SELL}
     * @param price in the units of the wire, not {@link #NO_PRICE}
     * @param quantity 1 to {@link #MAX_QUANTITY}, in the units of the wire
     * @param orders 0 to {@link #MAX_ORDERS}; 0 if the number is not known
     */
    public void set(final long instrument, final int side, final long price, final long quantity, final long orders) {
        if (!isLevel(instrument, side, price, quantity, orders)) {
            refusals.outOfRange++;
        } else if (levels.set(BookSide.of((int) instrument, side), price, quantity, orders)) {
            countChange((int) instrument);
        } else {
            refusals.bookFull++;
        }
    }

    /**
     * Adds a level of a snapshot.
     *
     * @param instrument 0 to {@link #MAX_INSTRUMENTS} - 1
     * @param side {@link BookSide#BUY} or {@link BookSide#SELL}
     * @param price in the units of the wire, not {@link #NO_PRICE}
     * @param quantity 1 to {@link #MAX_QUANTITY}, in the units of the wire
     * @param orders 0 to {@link #MAX_ORDERS}; 0 if the number is not known
     * @return false if it does not fit, or the book has a level of this price: nothing has changed, and it is not
     *     counted as refused
     */
    public boolean restore(final long instrument, final int side, final long price, final long quantity,
            final long orders) {
        if (!isLevel(instrument, side, price, quantity, orders)
                || levels.has(BookSide.of((int) instrument, side), price)
                || !levels.set(BookSide.of((int) instrument, side), price, quantity, orders)) {
            return false;
        }
        countChange((int) instrument);
        return true;
    }

    private static boolean isLevel(final long instrument, final int side, final long price, final long quantity,
            final long orders) {
        return isBookSide(instrument, side) && price != NO_PRICE && quantity >= 1 && quantity <= MAX_QUANTITY
                && orders >= 0 && orders <= MAX_ORDERS;
    }

    /**
     * Deletes a level. A deletion of a level that is not there changes nothing, and is not refused: the book is as the
     * message states. IEX sends such deletions.
     *
     * @param instrument 0 to {@link #MAX_INSTRUMENTS} - 1
     * @param side {@link BookSide#BUY} or {@link BookSide#SELL}
     * @param price in the units of the wire, not {@link #NO_PRICE}
     */
    public void delete(final long instrument, final int side, final long price) {
        if (!isBookSide(instrument, side) || price == NO_PRICE) {
            refusals.outOfRange++;
        } else if (levels.remove(BookSide.of((int) instrument, side), price)) {
            countChange((int) instrument);
        }
    }

    /** As in {@link PriceBooks}; a suspect book is not inside an event: its end may be lost. */
    @Override
    public void markAll(final boolean isSuspect) {
        super.markAll(isSuspect);
        if (isSuspect) {
            insideEvent.clear();
        }
    }

    /** As in {@link PriceBooks}; a suspect book is not inside an event: its end may be lost. */
    @Override
    public void mark(final long instrument, final boolean isSuspect) {
        super.mark(instrument, isSuspect);
        if (isSuspect) {
            setInsideEvent(instrument, false);
        }
    }

    /** Removes all levels; the counters are kept. No book is suspect or inside an event from then on. */
    @Override
    public void clear() {
        super.clear();
        insideEvent.clear();
    }

    /** As in {@link PriceBooks}; the book is not inside an event from then on. */
    @Override
    public void clear(final long instrument) {
        super.clear(instrument);
        setInsideEvent(instrument, false);
    }

    /**
     * Records whether the venue is inside an event of an instrument.
     *
     * @param instrument 0 to {@link #MAX_INSTRUMENTS} - 1; others are ignored
     * @param isInside false at the end of the event
     */
    public void setInsideEvent(final long instrument, final boolean isInside) {
        if (isInstrument(instrument)) {
            insideEvent.set((int) instrument, isInside);
        }
    }

    /**
     * Whether more messages of the same event follow: until then, viewers show the book as it was before the event.
     *
     * @param instrument 0 or more
     * @return false if the last message of the instrument ended an event
     */
    public boolean isInsideEvent(final int instrument) {
        return insideEvent.get(instrument);
    }
}
