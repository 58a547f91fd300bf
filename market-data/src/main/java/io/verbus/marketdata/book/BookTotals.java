package io.verbus.marketdata.book;

/**
 * Sums over all books at one moment.
 *
 * @param orders resting
 * @param levels price levels
 * @param instruments with a book that is not empty
 * @param shares resting
 */
public record BookTotals(long orders, long levels, long instruments, long shares) {
    /**
     * Adds up; slow, because it visits every level.
     *
     * @param books not modified meanwhile
     * @return the sums
     */
    public static BookTotals of(final Books books) {
        long instruments = 0;
        long shares = 0;
        for (int instrument = 0; instrument < books.instruments(); instrument++) {
            final int buys = books.levels(instrument, BookSide.BUY);
            final int sells = books.levels(instrument, BookSide.SELL);
            instruments += buys + sells > 0 ? 1 : 0;
            for (int depth = 0; depth < buys; depth++) {
                shares += books.shares(instrument, BookSide.BUY, depth);
            }
            for (int depth = 0; depth < sells; depth++) {
                shares += books.shares(instrument, BookSide.SELL, depth);
            }
        }
        return new BookTotals(books.liveOrders(), books.priceLevels(), instruments, shares);
    }
}
