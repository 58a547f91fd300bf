package io.verbus.marketdata.book;

/**
 * The price levels of some books at one moment: a copy that is independent of later changes. The levels of a side begin
 * with the worst one, because it is put into books without moving others. For one thread; allocates only to exceed its
 * largest size so far.
 *
 * <pre>
 *   a level (three longs)   +---------------+------------+----------------------+
 *                           | in event (1)  | orders(31) | instrument, side (32) |   price   |   quantity
 *                           +---------------+------------+----------------------+
 * </pre>
 */
public final class RestingLevels {
    private static final int STRIDE = 3;
    private static final int PRICE = 1;
    private static final int QUANTITY = 2;

    private long[] words = new long[0];
    private int size;
    private long quantity;

    /** Initially empty. */
    public RestingLevels() {
    }

    /**
     * Copies the levels.
     *
     * @param books not modified meanwhile
     */
    public void copy(final LevelBooks books) {
        if (words.length < STRIDE * books.priceLevels()) {
            words = new long[2 * STRIDE * books.priceLevels()];
        }
        size = 0;
        quantity = 0;
        for (int instrument = 0; instrument < books.instruments(); instrument++) {
            copy(books, instrument, BookSide.BUY);
            copy(books, instrument, BookSide.SELL);
        }
    }

    private void copy(final LevelBooks books, final int instrument, final int side) {
        final long inEvent = books.isInsideEvent(instrument) ? Long.MIN_VALUE : 0;
        for (int depth = books.levels(instrument, side) - 1; depth >= 0; depth--) {
            final int at = STRIDE * size++;
            words[at] = inEvent | (long) books.orders(instrument, side, depth) << Integer.SIZE
                    | BookSide.of(instrument, side);
            words[at + PRICE] = books.price(instrument, side, depth);
            words[at + QUANTITY] = books.shares(instrument, side, depth);
            quantity += words[at + QUANTITY];
        }
    }

    /** {@return number of levels} */
    public int size() {
        return size;
    }

    /** {@return total quantity of all levels} */
    public long quantity() {
        return quantity;
    }

    /**
     * The instrument of a level.
     *
     * @param index 0 to {@link #size()} - 1
     * @return its id
     */
    public int instrument(final int index) {
        return (int) word(index, 0) >> 1;
    }

    /**
     * The side of a level.
     *
     * @param index 0 to {@link #size()} - 1
     * @return {@link BookSide#BUY} or {@link BookSide#SELL}
     */
    public int side(final int index) {
        return (int) word(index, 0) & 1;
    }

    /**
     * The price of a level.
     *
     * @param index 0 to {@link #size()} - 1
     * @return in the units of the wire
     */
    public long price(final int index) {
        return word(index, PRICE);
    }

    /**
     * The quantity of a level.
     *
     * @param index 0 to {@link #size()} - 1
     * @return at least 1
     */
    public long quantity(final int index) {
        return word(index, QUANTITY);
    }

    /**
     * The orders of a level.
     *
     * @param index 0 to {@link #size()} - 1
     * @return number of orders; 0 if the venue does not send it
     */
    public int orders(final int index) {
        return (int) (word(index, 0) >>> Integer.SIZE) & Integer.MAX_VALUE;
    }

    /**
     * Whether more messages of an event of its instrument follow.
     *
     * @param index 0 to {@link #size()} - 1
     * @return as {@link LevelBooks#isInsideEvent}
     */
    public boolean isInsideEvent(final int index) {
        return word(index, 0) < 0;
    }

    private long word(final int index, final int field) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException("level " + index + " of " + size);
        }
        return words[STRIDE * index + field];
    }
}
