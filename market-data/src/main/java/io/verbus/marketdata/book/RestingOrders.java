package io.verbus.marketdata.book;

/**
 * The orders of some books at one moment, and their suspect instruments: a copy that is independent of later changes.
 * For one thread; allocates only to exceed its largest size so far.
 *
 * <p>Iterates in pseudo-random order on purpose: re-inserting in hash order into a smaller, growing table causes
 * primary clustering.
 */
public final class RestingOrders {
    private static final double GOLDEN = 0.618_033_988_75;

    private long[] words = new long[0];
    private int size;
    private long step = 1;
    private long shares;
    private int levels;
    private final SuspectInstruments suspects = new SuspectInstruments();

    /** Initially empty. */
    public RestingOrders() {
    }

    /**
     * Copies the resting orders. Visits the whole table: about 2 ms for 100,000 orders.
     *
     * @param books not modified meanwhile
     */
    public void copy(final Books books) {
        final OrderTable orders = books.orders();
        size = orders.size();
        levels = books.priceLevels();
        suspects.copy(books.suspects());
        if (words.length < size * OrderTable.STRIDE) {
            words = new long[orders.capacity() * OrderTable.STRIDE]; // capacity of the table before its next growth
        }
        orders.copyLive(words);
        shares = 0;
        for (int at = 0; at < size * OrderTable.STRIDE; at += OrderTable.STRIDE) {
            shares += OrderTable.shares(words, at);
        }
        step = step(size);
    }

    /** {@return number of orders} */
    public int size() {
        return size;
    }

    /** {@return price levels of the books} */
    public int levels() {
        return levels;
    }

    /** {@return whether all books are suspect, except those that {@linkplain #nextDiffering differ}} */
    public boolean areOthersSuspect() {
        return suspects.areOthersSuspect();
    }

    /** {@return number of books whose state differs from that of all others} */
    public int differing() {
        return suspects.differing();
    }

    /**
     * The next instrument whose state differs from that of all others.
     *
     * @param from lowest id, 0 or more
     * @return its id, or -1 if there is none
     */
    public int nextDiffering(final int from) {
        return suspects.nextDiffering(from);
    }

    /** {@return total shares of all orders} */
    public long shares() {
        return shares;
    }

    /**
     * The reference of an order.
     *
     * @param index 0 to {@link #size()} - 1
     * @return its reference
     */
    public long reference(final int index) {
        return words[at(index)];
    }

    /**
     * The price of an order.
     *
     * @param index 0 to {@link #size()} - 1
     * @return in the units of the wire
     */
    public long price(final int index) {
        return words[at(index) + OrderTable.PRICE];
    }

    /**
     * The shares of an order.
     *
     * @param index 0 to {@link #size()} - 1
     * @return at least 1
     */
    public long shares(final int index) {
        return OrderTable.shares(words, at(index));
    }

    /**
     * The instrument of an order.
     *
     * @param index 0 to {@link #size()} - 1
     * @return its id
     */
    public int instrument(final int index) {
        return OrderTable.bookSide(words, at(index)) >> 1;
    }

    /**
     * The side of an order.
     *
     * @param index 0 to {@link #size()} - 1
     * @return {@link BookSide#BUY} or {@link BookSide#SELL}
     */
    public int side(final int index) {
        return OrderTable.bookSide(words, at(index)) & 1;
    }

    private int at(final int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException("order " + index + " of " + size);
        }
        return (int) (index * step % size) * OrderTable.STRIDE;
    }

    /** A step that visits every index once, far from the previous one. */
    private static long step(final int size) {
        long step = Math.max(1, (long) (size * GOLDEN));
        while (greatestCommonDivisor(step, size) > 1) {
            step++;
        }
        return step;
    }

    private static long greatestCommonDivisor(final long a, final long b) {
        return b == 0 ? a : greatestCommonDivisor(b, a % b);
    }
}
