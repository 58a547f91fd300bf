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
     * @param all books that are not modified meanwhile; an instrument has one in one of them at most
     * @return the sums
     */
    public static BookTotals of(final PriceBooks... all) {
        BookTotals totals = new BookTotals(0, 0, 0, 0);
        for (final PriceBooks books : all) {
            totals = totals.plus(books);
        }
        return totals;
    }

    private BookTotals plus(final PriceBooks books) {
        long sumOfInstruments = instruments;
        long sumOfShares = shares;
        for (int instrument = 0; instrument < books.instruments(); instrument++) {
            final int buys = books.levels(instrument, BookSide.BUY);
            final int sells = books.levels(instrument, BookSide.SELL);
            sumOfInstruments += buys + sells > 0 ? 1 : 0;
            for (int depth = 0; depth < buys; depth++) {
                sumOfShares += books.shares(instrument, BookSide.BUY, depth);
            }
            for (int depth = 0; depth < sells; depth++) {
                sumOfShares += books.shares(instrument, BookSide.SELL, depth);
            }
        }
        return new BookTotals(orders + (books instanceof final Books resting ? resting.liveOrders() : 0),
                levels + books.priceLevels(), sumOfInstruments, sumOfShares);
    }
}
