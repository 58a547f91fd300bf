package io.verbus.tools.book;

import io.verbus.codec.marketdata.AuctionKind;
import io.verbus.codec.marketdata.TradingState;
import io.verbus.marketdata.book.BookSide;
import io.verbus.marketdata.book.Instruments;
import io.verbus.marketdata.book.PriceBooks;
import io.verbus.tools.terminal.TerminalTexts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** The top of book as a text table. */
final class TopTable {
    private static final String ROW = "%-16s %12s %12s   %-12s %-12s %12s   %s";
    private static final String NOTHING = "-";

    private TopTable() {
    }

    static List<String> lines(final TopRows top, final Instruments instruments) {
        final List<String> lines = new ArrayList<>();
        lines.add(ROW.formatted("symbol", "bid shares", "bid", "offer", "offer shares", "changes", "state"));
        for (int row = 0; row < top.rows(); row++) {
            if (top.isKnown(row)) {
                lines.add(ROW.formatted(top.symbol(row, instruments), shares(top, row, BookSide.BUY),
                        price(top, row, BookSide.BUY), price(top, row, BookSide.SELL), shares(top, row, BookSide.SELL),
                        "%,d".formatted(top.changes(row)), state(top, row)));
            }
        }
        return lines;
    }

    static String price(final TopRows top, final int row, final int side) {
        return top.shares(row, side) == 0 ? NOTHING : TerminalTexts.price(top.price(row, side), top.priceExponent(row));
    }

    /** How an instrument trades, such as {@code SUSPECT, halted, opening auction 1,200 at 289.95}. */
    static String state(final TopRows top, final int row) {
        final StringJoiner words = new StringJoiner(", ");
        words.setEmptyValue(NOTHING);
        if (top.isSuspect(row)) {
            words.add("SUSPECT");
        }
        if (top.state(row) != TradingState.NULL_VAL) {
            words.add(words(top.state(row)));
        }
        if (top.auction(row) != AuctionKind.NULL_VAL) {
            final long price = top.auctionPrice(row);
            words.add("%s auction %,d%s".formatted(words(top.auction(row)), top.auctionQuantity(row),
                    price == PriceBooks.NO_PRICE ? "" : " at " + TerminalTexts.price(price, top.priceExponent(row))));
        }
        return words.toString();
    }

    /** A constant in words; a code newer than this build is not known. */
    static String words(final Enum<?> constant) {
        return constant.name().equals("SBE_UNKNOWN")
                ? "unknown"
                : constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String shares(final TopRows top, final int row, final int side) {
        return top.shares(row, side) == 0 ? NOTHING : "%,d".formatted(top.shares(row, side));
    }
}
