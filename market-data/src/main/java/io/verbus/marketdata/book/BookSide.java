package io.verbus.marketdata.book;

/** The two sides of a book, as the numbers that index them. */
public final class BookSide {
    /** Orders to buy; the best price is the highest. */
    public static final int BUY = 0;
    /** Orders to sell; the best price is the lowest. */
    public static final int SELL = 1;

    private BookSide() {
    }

    /** Number of a side of an instrument's book, by which orders and levels refer to it. */
    static int of(final int instrument, final int side) {
        assert side == BUY || side == SELL;
        return instrument << 1 | side;
    }

    /**
     * Maps prices of a side to keys that ascend towards the best price. The map is its own inverse and, unlike
     * negation, defined for all prices.
     */
    static long key(final int bookSide, final long price) {
        return price ^ -(bookSide & 1L);
    }
}
