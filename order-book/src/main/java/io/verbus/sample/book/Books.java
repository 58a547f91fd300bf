package io.verbus.sample.book;

import java.util.Arrays;

/**
 * Order books of all instruments, at full depth. One thread writes; nothing is allocated once the books have reached
 * their size. What a message says is not believed: whatever does not fit the books is counted in {@link Refusals} and
 * changes nothing else.
 */
public final class Books {
    /** Instrument ids are 0 to this number minus 1. */
    public static final int MAX_INSTRUMENTS = 1 << 20;
    /** Shares of one order are 1 to this number. */
    public static final long MAX_SHARES = OrderTable.MAX_SHARES;

    /** Stands for a price that is not known; no order rests at it. */
    public static final long NO_PRICE = Long.MIN_VALUE;

    private final OrderTable orders;
    private final PriceLevels levels = new PriceLevels();
    private final Refusals refusals = new Refusals();
    private long[] changes = new long[1 << 10];
    private long executions;
    private long executedShares;

    /**
     * Empty books.
     *
     * @param expectedOrders live at once; more are fine, but the table that holds them then has to grow
     */
    public Books(final int expectedOrders) {
        orders = new OrderTable(expectedOrders + expectedOrders / 2);
    }

    /**
     * A new order rests in a book.
     *
     * @param instrument 0 to {@link #MAX_INSTRUMENTS} - 1
     * @param reference that later messages name the order by
     * @param side {@link Side#BUY} or {@link Side#SELL}
     * @param price in the units of the wire, not {@link #NO_PRICE}
     * @param shares 1 to {@link #MAX_SHARES}
     */
    public void add(final long instrument, final long reference, final int side, final long price,
            final long shares) {
        if (!isPlace(instrument, side) || !isOrder(price, shares)) {
            refusals.outOfRange++;
            return;
        }
        rest(reference, Side.of((int) instrument, side), price, shares);
    }

    /**
     * An order of a snapshot rests in a book.
     *
     * @param instrument 0 to {@link #MAX_INSTRUMENTS} - 1
     * @param reference that later messages name the order by
     * @param side {@link Side#BUY} or {@link Side#SELL}
     * @param price in the units of the wire, not {@link #NO_PRICE}
     * @param shares 1 to {@link #MAX_SHARES}
     * @return false if it does not fit: nothing has changed, and it is not counted as refused
     */
    public boolean restore(final long instrument, final long reference, final int side, final long price,
            final long shares) {
        if (!isPlace(instrument, side) || !isOrder(price, shares)) {
            return false;
        }
        final int entry = orders.entry(reference);
        return !orders.isLive(entry) && tryRest(entry, reference, Side.of((int) instrument, side), price, shares);
    }

    /**
     * Shares of a resting order were executed.
     *
     * @param reference of the order
     * @param shares that were executed, 0 or more
     */
    public void execute(final long reference, final long shares) {
        final long taken = take(reference, shares);
        if (taken >= 0) {
            executions++;
            executedShares += taken;
        }
    }

    /**
     * A resting order lost shares without an execution.
     *
     * @param reference of the order
     * @param shares that it lost, 0 or more
     */
    public void reduce(final long reference, final long shares) {
        take(reference, shares);
    }

    /**
     * A resting order is gone.
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
     * A resting order is gone, and another one with the same instrument and side has taken its place.
     *
     * @param reference of the order that goes
     * @param newReference of the order that comes
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

    /** All orders and levels go. What was counted stays. */
    public void clear() {
        orders.clear();
        levels.clear();
    }

    /**
     * All orders and levels of one instrument go. This looks at every live order, so it is not for every day.
     *
     * @param instrument 0 to {@link #MAX_INSTRUMENTS} - 1
     */
    public void clear(final long instrument) {
        if (instrument < 0 || instrument >= MAX_INSTRUMENTS) {
            refusals.outOfRange++;
            return;
        }
        orders.removeInstrument((int) instrument);
        levels.clear(Side.of((int) instrument, Side.BUY));
        levels.clear(Side.of((int) instrument, Side.SELL));
    }

    /**
     * How many price levels a side has.
     *
     * @param instrument any id
     * @param side {@link Side#BUY} or {@link Side#SELL}
     * @return 0 when it is empty
     */
    public int levels(final int instrument, final int side) {
        return levels.size(Side.of(instrument, side));
    }

    /**
     * The price of a level.
     *
     * @param instrument that has a book
     * @param side {@link Side#BUY} or {@link Side#SELL}
     * @param depth from 0, the best price
     * @return in the units of the wire
     */
    public long price(final int instrument, final int side, final int depth) {
        return levels.price(Side.of(instrument, side), depth);
    }

    /**
     * The shares of a level.
     *
     * @param instrument that has a book
     * @param side {@link Side#BUY} or {@link Side#SELL}
     * @param depth from 0, the best price
     * @return the sum over its orders
     */
    public long shares(final int instrument, final int side, final int depth) {
        return levels.shares(Side.of(instrument, side), depth);
    }

    /**
     * The orders of a level.
     *
     * @param instrument that has a book
     * @param side {@link Side#BUY} or {@link Side#SELL}
     * @param depth from 0, the best price
     * @return how many there are
     */
    public int orders(final int instrument, final int side, final int depth) {
        return levels.orders(Side.of(instrument, side), depth);
    }

    /**
     * How often the book of an instrument has changed; clearing it is not a change.
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

    /** {@return orders that rest in all books} */
    public int liveOrders() {
        return orders.size();
    }

    /** {@return price levels of all books} */
    public int priceLevels() {
        return levels.size();
    }

    /** {@return executions of resting orders so far} */
    public long executions() {
        return executions;
    }

    /** {@return shares of resting orders that were executed so far} */
    public long executedShares() {
        return executedShares;
    }

    /** {@return what did not fit the books so far} */
    public Refusals refusals() {
        return refusals;
    }

    OrderTable orders() {
        return orders;
    }

    private static boolean isPlace(final long instrument, final int side) {
        return instrument >= 0 && instrument < MAX_INSTRUMENTS && (side & ~1) == 0;
    }

    private static boolean isOrder(final long price, final long shares) {
        return price != NO_PRICE && shares > 0 && shares <= MAX_SHARES;
    }

    private void rest(final long reference, final int side, final long price, final long shares) {
        final int entry = orders.entry(reference);
        if (orders.isLive(entry)) {
            refusals.duplicateReference++;
        } else if (!tryRest(entry, reference, side, price, shares)) {
            refusals.bookFull++;
        }
    }

    /** Puts an order into a free entry, if the books have room for it. */
    private boolean tryRest(final int entry, final long reference, final int side, final long price,
            final long shares) {
        if (orders.isFull() || !levels.add(side, price, shares)) {
            return false;
        }
        orders.put(entry, reference, price, shares, side);
        countChange(side);
        return true;
    }

    private void remove(final int entry) {
        final int side = orders.bookSide(entry);
        levels.take(side, orders.price(entry), orders.shares(entry), 1);
        orders.remove(entry);
        countChange(side);
    }

    private void countChange(final int side) {
        final int instrument = side >> 1;
        if (instrument >= changes.length) {
            changes = Arrays.copyOf(changes, Integer.highestOneBit(instrument) << 1);
        }
        changes[instrument]++;
    }

    /** Takes shares from an order, at most what it has, and says how many; negative when there was nothing to do. */
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
            countChange(orders.bookSide(entry));
            return shares;
        }
        if (shares > resting) {
            refusals.moreThanResting++;
        }
        remove(entry);
        return resting;
    }
}
