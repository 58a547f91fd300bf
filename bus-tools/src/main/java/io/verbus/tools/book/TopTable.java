package io.verbus.tools.book;

import io.verbus.marketdata.book.BookSide;
import io.verbus.marketdata.book.Instruments;
import io.verbus.tools.terminal.TerminalTexts;
import java.util.ArrayList;
import java.util.List;

/** The top of book as a text table. */
final class TopTable {
    private static final String ROW = "%-16s %12s %12s   %-12s %-12s %12s";
    private static final String NOTHING = "-";

    private TopTable() {
    }

    static List<String> lines(final TopRows top, final Instruments instruments) {
        final List<String> lines = new ArrayList<>();
        lines.add(ROW.formatted("symbol", "bid shares", "bid", "offer", "offer shares", "changes"));
        for (int row = 0; row < top.rows(); row++) {
            if (top.isKnown(row)) {
                lines.add(ROW.formatted(top.symbol(row, instruments), shares(top, row, BookSide.BUY),
                        price(top, row, BookSide.BUY), price(top, row, BookSide.SELL), shares(top, row, BookSide.SELL),
                        "%,d".formatted(top.changes(row))));
            }
        }
        return lines;
    }

    static String price(final TopRows top, final int row, final int side) {
        return top.shares(row, side) == 0 ? NOTHING : TerminalTexts.price(top.price(row, side), top.priceExponent(row));
    }

    private static String shares(final TopRows top, final int row, final int side) {
        return top.shares(row, side) == 0 ? NOTHING : "%,d".formatted(top.shares(row, side));
    }
}
