package io.verbus.marketdata.book;

import java.io.IOException;
import java.io.Writer;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * All price levels as text, one line each, separated by line feeds, without one at the end. Two books are equal if
 * their lines are. The lines of a book that may be wrong have one more field, {@code suspect}. Allocates; for one
 * thread.
 */
public final class LevelLines {
    private LevelLines() {
    }

    /**
     * Writes the levels of books of orders as {@code locate,side,price,shares,orders}, sorted by locate, then side,
     * then price as numbers.
     *
     * @param books not modified meanwhile
     * @param to target of the text; left open
     * @throws IOException if {@code to} fails
     */
    public static void write(final Books books, final Writer to) throws IOException {
        final Lines lines = new Lines(to);
        for (int instrument = 0; instrument < books.instruments(); instrument++) {
            for (int depth = books.levels(instrument, BookSide.BUY) - 1; depth >= 0; depth--) {
                writeLevel(books, instrument, BookSide.BUY, depth, lines);
            }
            for (int depth = 0; depth < books.levels(instrument, BookSide.SELL); depth++) {
                writeLevel(books, instrument, BookSide.SELL, depth, lines);
            }
        }
    }

    private static void writeLevel(final Books books, final int instrument, final int side, final int depth,
            final Lines lines) throws IOException {
        lines.write(instrument + (side == BookSide.BUY ? ",B," : ",S,") + books.price(instrument, side, depth) + ','
                + books.shares(instrument, side, depth) + ',' + books.orders(instrument, side, depth)
                + mark(books, instrument));
    }

    /**
     * Writes the levels of books of levels as {@code symbol,side,price,size}, sorted by symbol, then side (B before S),
     * then price as a number, in the units of the wire.
     *
     * @param books not modified meanwhile
     * @param names symbols of their instruments
     * @param to target of the text; left open
     * @throws IOException if {@code to} fails
     */
    public static void write(final LevelBooks books, final Instruments names, final Writer to) throws IOException {
        final List<Integer> sorted = IntStream.range(0, books.instruments())
                .filter(each -> books.levels(each, BookSide.BUY) + books.levels(each, BookSide.SELL) > 0).boxed()
                .sorted(Comparator.comparing(names::symbol)).toList();
        final Lines lines = new Lines(to);
        for (final int instrument : sorted) {
            for (int depth = books.levels(instrument, BookSide.BUY) - 1; depth >= 0; depth--) {
                writeLevel(books, names, instrument, BookSide.BUY, depth, lines);
            }
            for (int depth = 0; depth < books.levels(instrument, BookSide.SELL); depth++) {
                writeLevel(books, names, instrument, BookSide.SELL, depth, lines);
            }
        }
    }

    private static void writeLevel(final LevelBooks books, final Instruments names, final int instrument,
            final int side, final int depth, final Lines lines) throws IOException {
        lines.write(names.symbol(instrument) + (side == BookSide.BUY ? ",B," : ",S,")
                + books.price(instrument, side, depth) + ',' + books.shares(instrument, side, depth)
                + mark(books, instrument));
    }

    private static String mark(final PriceBooks books, final int instrument) {
        return books.isSuspect(instrument) ? ",suspect" : "";
    }

    /** Lines with line feeds between them. */
    private static final class Lines {
        private final Writer to;
        private boolean hasLine;

        Lines(final Writer to) {
            this.to = to;
        }

        void write(final String line) throws IOException {
            to.append(hasLine ? "\n" : "").append(line);
            hasLine = true;
        }
    }
}
