package io.verbus.sample.book;

/**
 * The orders of some books at one moment: a copy that stays as it is while the books go on. For one thread; allocates
 * only to become larger than it ever was.
 *
 * <p>Its order is that of chance, on purpose. In the order of the table they would fall, one after the other, on the
 * same few places of a smaller table that grows as they come, and each would be looked for behind all before it.
 */
public final class RestingOrders {
    private static final double GOLDEN = 0.618_033_988_75;

    private long[] words = new long[0];
    private int size;
    private long step = 1;
    private long shares;
    private int levels;

    /** No orders. */
    public RestingOrders() {
    }

    /**
     * Takes what rests in the books now. Looks at the whole table: about 2 ms for 100,000 orders.
     *
     * @param books that nobody changes meanwhile
     */
    public void copy(final Books books) {
        final OrderTable orders = books.orders();
        size = orders.size();
        levels = books.priceLevels();
        if (words.length < size * OrderTable.STRIDE) {
            words = new long[orders.capacity() * OrderTable.STRIDE]; // what the table can hold before it grows
        }
        orders.copyLive(words);
        shares = 0;
        for (int at = 0; at < size * OrderTable.STRIDE; at += OrderTable.STRIDE) {
            shares += OrderTable.shares(words, at);
        }
        step = step(size);
    }

    /** {@return how many orders there are} */
    public int size() {
        return size;
    }

    /** {@return price levels that the books had} */
    public int levels() {
        return levels;
    }

    /** {@return shares of all orders together} */
    public long shares() {
        return shares;
    }

    /**
     * What messages name the order by.
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
     * @return {@link Side#BUY} or {@link Side#SELL}
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

    /** A step that comes to every index once, far from the one before. */
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
