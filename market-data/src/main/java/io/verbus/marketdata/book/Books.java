package io.verbus.marketdata.book;

/**
 * Order books of all instruments, at full depth. One thread writes; after the books have reached their size, nothing is
 * allocated. Messages are not trusted: a message that does not fit the books is counted in {@link Refusals} and changes
 * nothing else.
 */
public final class Books extends PriceBooks {
    /**
     * Maximum shares of one order; the minimum is 1. The schema has 63 bits: more than this limit is refused, so that
     * an order takes three words.
     */
    public static final long MAX_SHARES = OrderTable.MAX_SHARES;

    private final OrderTable orders;
    private long executions;
    private long executedShares;

    /**
     * Empty books.
     *
     * @param expectedOrders live at once; for more the order table has to grow
     */
    public Books(final int expectedOrders) {
        super(new Refusals());
        orders = new OrderTable(expectedOrders + expectedOrders / 2);
    }

    /**
     * Adds a resting order. If an order with this reference rests already, the new one is refused; but if the book of
     * the resting one is suspect, the new order replaces it, and nothing is counted as refused: a venue does not reuse
     * the reference of a live order, so the message that removed the old one was lost.
     *
     * @param instrument 0 to {@link #MAX_INSTRUMENTS} - 1
     * @param reference of the order in later messages
     * @param side {@link BookSide#BUY} or {@link BookSide#SELL}
     * @param price in the units of the wire, not {@link #NO_PRICE}
     * @param shares 1 to {@link #MAX_SHARES}
     */
    public void add(final long instrument, final long reference, final int side, final long price,
            final long shares) {
        if (!isBookSide(instrument, side) || !isOrder(price, shares)) {
            refusals.outOfRange++;
            return;
        }
        rest(reference, BookSide.of((int) instrument, side), price, shares);
    }

    /**
     * Adds a resting order of a snapshot.
     *
     * @param instrument 0 to {@link #MAX_INSTRUMENTS} - 1
     * @param reference of the order in later messages
     * @param side {@link BookSide#BUY} or {@link BookSide#SELL}
     * @param price in the units of the wire, not {@link #NO_PRICE}
     * @param shares 1 to {@link #MAX_SHARES}
     * @return false if it does not fit: nothing has changed, and it is not counted as refused
     */
    public boolean restore(final long instrument, final long reference, final int side, final long price,
            final long shares) {
        if (!isBookSide(instrument, side) || !isOrder(price, shares)) {
            return false;
        }
        final int entry = orders.entry(reference);
        return !orders.isLive(entry) && tryRest(entry, reference, BookSide.of((int) instrument, side), price, shares);
    }

    /**
     * Executes shares of a resting order.
     *
     * @param reference of the order
     * @param shares executed, 0 or more
     */
    public void execute(final long reference, final long shares) {
        final long taken = take(reference, shares);
        if (taken >= 0) {
            executions++;
            executedShares += taken;
        }
    }

    /**
     * Reduces a resting order without an execution.
     *
     * @param reference of the order
     * @param shares removed, 0 or more
     */
    public void reduce(final long reference, final long shares) {
        take(reference, shares);
    }

    /**
     * Deletes a resting order.
     *
     * @param reference of the order
     */
    public void delete(final long reference) {
        final int entry = orders.entry(reference);
        if (orders.isLive(entry)) {
            remove(entry);
        } else {
            refusals.unknownReference++;
        }
    }

    /**
     * Replaces a resting order by a new one with the same instrument and side. A new reference that rests already is
     * treated as in {@link #add}. The replacement of an unknown order is refused, also in a suspect book: its side is
     * not known.
     *
     * @param reference of the old order
     * @param newReference of the new order
     * @param price of the new order, in the units of the wire, not {@link #NO_PRICE}
     * @param shares of the new order, 1 to {@link #MAX_SHARES}
     */
    public void replace(final long reference, final long newReference, final long price, final long shares) {
        final int entry = orders.entry(reference);
        if (!orders.isLive(entry)) {
            refusals.unknownReference++;
        } else if (!isOrder(price, shares)) {
            refusals.outOfRange++;
        } else {
            final int side = orders.bookSide(entry);
            remove(entry);
            rest(newReference, side, price, shares);
        }
    }

    /** Removes all orders and levels; the counters are kept. No book is suspect from then on. */
    @Override
    public void clear() {
        orders.clear();
        super.clear();
    }

    /** As in {@link PriceBooks}; visits every live order, so it is for rare use. */
    @Override
    public void clear(final long instrument) {
        if (isInstrument(instrument)) {
            orders.removeInstrument((int) instrument);
        }
        super.clear(instrument);
    }

    /** {@return resting orders of all books} */
    public int liveOrders() {
        return orders.size();
    }

    /** {@return executions of resting orders so far} */
    public long executions() {
        return executions;
    }

    /** {@return executed shares of resting orders so far} */
    public long executedShares() {
        return executedShares;
    }

    OrderTable orders() {
        return orders;
    }

    private static boolean isOrder(final long price, final long shares) {
        return price != NO_PRICE && shares > 0 && shares <= MAX_SHARES;
    }

    private void rest(final long reference, final int side, final long price, final long shares) {
        int entry = orders.entry(reference);
        if (orders.isLive(entry) && isSuspect(orders.bookSide(entry) >> 1)) {
            remove(entry);
            entry = orders.entry(reference); // a removal can move entries
        }
        if (orders.isLive(entry)) {
            refusals.duplicateReference++;
        } else if (!tryRest(entry, reference, side, price, shares)) {
            refusals.bookFull++;
        }
    }

    /** Puts an order into a free entry if the books have room for it. */
    private boolean tryRest(final int entry, final long reference, final int side, final long price,
            final long shares) {
        if (orders.isFull() || !levels.add(side, price, shares)) {
            return false;
        }
        orders.put(entry, reference, price, shares, side);
        countChange(side >> 1);
        return true;
    }

    private void remove(final int entry) {
        final int side = orders.bookSide(entry);
        levels.take(side, orders.price(entry), orders.shares(entry), 1);
        orders.remove(entry);
        countChange(side >> 1);
    }

    /**
     * Removes shares from an order, at most those that it has. Returns their number; negative if the message is
     * refused.
     */
    private long take(final long reference, final long shares) {
        final int entry = orders.entry(reference);
        if (!orders.isLive(entry)) {
            refusals.unknownReference++;
            return -1;
        }
        if (shares < 0) {
            refusals.outOfRange++;
            return -1;
        }
        final long resting = orders.shares(entry);
        if (shares < resting) {
            levels.take(orders.bookSide(entry), orders.price(entry), shares, 0);
            orders.reduce(entry, shares);
            countChange(orders.bookSide(entry) >> 1);
            return shares;
        }
        if (shares > resting) {
            refusals.moreThanResting++;
        }
        remove(entry);
        return resting;
    }
}
