package io.verbus.marketdata.book;

import java.io.IOException;
import java.io.Writer;

/**
 * All price levels as text, one line each: {@code locate,side,price,shares,orders}, sorted by locate, then side, then
 * price as numbers, separated by line feeds, without one at the end. Two books are equal if their lines are.
 */
public final class LevelLines {
    private LevelLines() {
    }

    /**
     * Writes the lines.
     *
     * @param books not modified meanwhile
     * @param to target of the text; left open
     * @throws IOException if {@code to} fails
     */
    public static void write(final Books books, final Writer to) throws IOException {
        final StringBuilder line = new StringBuilder();
        for (int instrument = 0; instrument < books.instruments(); instrument++) {
            for (int depth = books.levels(instrument, BookSide.BUY) - 1; depth >= 0; depth--) {
                writeLevel(books, instrument, BookSide.BUY, depth, line, to);
            }
            for (int depth = 0; depth < books.levels(instrument, BookSide.SELL); depth++) {
                writeLevel(books, instrument, BookSide.SELL, depth, line, to);
            }
        }
    }

    private static void writeLevel(final Books books, final int instrument, final int side, final int depth,
            final StringBuilder line, final Writer to) throws IOException {
        line.append(instrument)
                .append(side == BookSide.BUY ? ",B," : ",S,")
                .append(books.price(instrument, side, depth))
                .append(',')
                .append(books.shares(instrument, side, depth))
                .append(',')
                .append(books.orders(instrument, side, depth));
        to.append(line);
        line.setLength(0);
        line.append('\n');
    }
}
