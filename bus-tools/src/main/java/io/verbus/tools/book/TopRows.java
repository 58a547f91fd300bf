package io.verbus.tools.book;

import io.verbus.codec.marketdata.AuctionKind;
import io.verbus.codec.marketdata.TradingState;
import io.verbus.marketdata.book.BookSide;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.book.Instruments;
import io.verbus.marketdata.book.LevelBooks;
import io.verbus.marketdata.book.MarketStates;
import io.verbus.marketdata.book.PriceBooks;
import java.util.Arrays;
import java.util.List;

/**
 * The best bid and offer of a few instruments, and how they trade: those selected by the user, otherwise those with the
 * most changes. Filled by the thread that owns the books; allocates nothing once the symbols are known.
 */
final class TopRows {
    /** Number of instruments if the user selected none. */
    static final int MOST_ACTIVE = 5;

    private static final int UNKNOWN = -1;

    private final List<String> selected;
    private final int[] instruments;
    /** The instrument whose prices a row has. */
    private final int[] filled;
    private final long[][] prices = new long[2][];
    private final long[][] shares = new long[2][];
    private final long[] changes;
    private final int[] priceExponents;
    private final boolean[] suspects;
    private final TradingState[] states;
    private final AuctionKind[] auctions;
    private final long[] auctionPrices;
    private final long[] auctionQuantities;
    private long updatesSeen = -1;

    /**
     * Creates rows without prices.
     *
     * @param selected symbols, a row each; empty for the most active ones
     */
    TopRows(final List<String> selected) {
        this.selected = List.copyOf(selected);
        final int rows = selected.isEmpty() ? MOST_ACTIVE : selected.size();
        instruments = new int[rows];
        filled = new int[rows];
        Arrays.fill(instruments, UNKNOWN);
        Arrays.fill(filled, UNKNOWN);
        changes = new long[rows];
        priceExponents = new int[rows];
        suspects = new boolean[rows];
        states = new TradingState[rows];
        auctions = new AuctionKind[rows];
        auctionPrices = new long[rows];
        auctionQuantities = new long[rows];
        for (final int side : new int[]{BookSide.BUY, BookSide.SELL}) {
            prices[side] = new long[rows];
            shares[side] = new long[rows];
        }
    }

    /**
     * Takes the best prices of the present books, and their states. A book inside an event stays as it was before the
     * event; an instrument has a book of orders or of price levels, not both.
     *
     * @param from has the books, and the instruments
     */
    void fill(final BookUpdater from) {
        final Books books = from.books();
        final LevelBooks levelBooks = from.levelBooks();
        final Instruments names = from.instruments();
        if (selected.isEmpty()) {
            chooseMostActive(books, levelBooks);
        } else if (names.updates() != updatesSeen) {
            updatesSeen = names.updates();
            for (int row = 0; row < instruments.length; row++) {
                instruments[row] = names.find(selected.get(row));
            }
        }
        for (int row = 0; row < instruments.length; row++) {
            final int instrument = instruments[row];
            if (instrument >= 0) {
                final PriceBooks book = levelBooks.changes(instrument) > 0 ? levelBooks : books;
                suspects[row] = book.isSuspect(instrument);
                fill(from.states(), row);
                if (!(levelBooks.isInsideEvent(instrument) && filled[row] == instrument)) {
                    filled[row] = instrument;
                    changes[row] = book.changes(instrument);
                    priceExponents[row] = names.priceExponent(instrument);
                    fill(book, row, BookSide.BUY);
                    fill(book, row, BookSide.SELL);
                }
            }
        }
    }

    /** {@return number of rows} */
    int rows() {
        return instruments.length;
    }

    /**
     * Whether a row has an instrument: the selected symbol is known, or there are enough active books.
     *
     * @param row from 0
     * @return whether its other values are valid
     */
    boolean isKnown(final int row) {
        return instruments[row] >= 0;
    }

    /** {@return whether the symbols were selected} */
    boolean isSelected() {
        return !selected.isEmpty();
    }

    /**
     * The instrument of a row.
     *
     * @param row from 0
     * @return its id
     */
    int instrument(final int row) {
        return instruments[row];
    }

    /**
     * The selected symbol, or the symbol of the instrument.
     *
     * @param row from 0
     * @param names symbols of the instruments
     * @return the symbol
     */
    String symbol(final int row, final Instruments names) {
        return selected.isEmpty() ? names.symbol(instruments[row]) : selected.get(row);
    }

    /**
     * Price of the best level.
     *
     * @param row from 0
     * @param side of {@link BookSide}
     * @return price in powers of ten of {@link #priceExponent}; undefined if {@link #shares} is 0
     */
    long price(final int row, final int side) {
        return prices[side][row];
    }

    /**
     * Exponent of the prices.
     *
     * @param row from 0
     * @return such as -4; 0 if the instrument has no definition
     */
    int priceExponent(final int row) {
        return priceExponents[row];
    }

    /**
     * Shares of the best level.
     *
     * @param row from 0
     * @param side of {@link BookSide}
     * @return shares; 0 if the side is empty
     */
    long shares(final int row, final int side) {
        return shares[side][row];
    }

    /**
     * Changes of the book.
     *
     * @param row from 0
     * @return their number since the session began
     */
    long changes(final int row) {
        return changes[row];
    }

    /**
     * Whether the book may be wrong.
     *
     * @param row from 0
     * @return whether the feed or the venue marked it so
     */
    boolean isSuspect(final int row) {
        return suspects[row];
    }

    /**
     * How the instrument trades.
     *
     * @param row from 0
     * @return {@link TradingState#NULL_VAL} if it was not announced
     */
    TradingState state(final int row) {
        return states[row];
    }

    /**
     * The auction that was announced for the instrument.
     *
     * @param row from 0
     * @return {@link AuctionKind#NULL_VAL} if there is none, or it has traded
     */
    AuctionKind auction(final int row) {
        return auctions[row];
    }

    /**
     * Price of that auction.
     *
     * @param row from 0
     * @return in powers of ten of {@link #priceExponent}; {@link PriceBooks#NO_PRICE} if there is none
     */
    long auctionPrice(final int row) {
        return auctionPrices[row];
    }

    /**
     * Quantity of that auction.
     *
     * @param row from 0
     * @return 0 or more
     */
    long auctionQuantity(final int row) {
        return auctionQuantities[row];
    }

    private void fill(final MarketStates from, final int row) {
        final int instrument = instruments[row];
        states[row] = from.state(instrument);
        auctions[row] = from.auction(instrument);
        auctionPrices[row] = from.auctionPrice(instrument);
        auctionQuantities[row] = from.auctionQuantity(instrument);
    }

    private void fill(final PriceBooks books, final int row, final int side) {
        final boolean hasLevel = books.levels(instruments[row], side) > 0;
        prices[side][row] = hasLevel ? books.price(instruments[row], side, 0) : 0;
        shares[side][row] = hasLevel ? books.shares(instruments[row], side, 0) : 0;
    }

    private void chooseMostActive(final Books books, final LevelBooks levelBooks) {
        Arrays.fill(instruments, UNKNOWN);
        Arrays.fill(changes, 0);
        final int last = instruments.length - 1;
        final int end = Math.max(books.instruments(), levelBooks.instruments());
        for (int instrument = 0; instrument < end; instrument++) {
            final long count = Math.max(books.changes(instrument), levelBooks.changes(instrument));
            if (count > changes[last]) {
                int row = last;
                while (row > 0 && count > changes[row - 1]) {
                    changes[row] = changes[row - 1];
                    instruments[row] = instruments[row - 1];
                    row--;
                }
                changes[row] = count;
                instruments[row] = instrument;
            }
        }
    }
}
