package io.verbus.tools.demo;

import io.verbus.latency.report.Report;
import io.verbus.tools.terminal.TerminalTexts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The tables of a demo report, for the page and the terminal. */
final class DemoTables {
    private static final String NONE = "–";

    private DemoTables() {
    }

    static Report.Table topOfBook(final BookSummary summary) {
        final List<List<String>> rows = new ArrayList<>();
        for (final BookSummary.Top top : summary.top()) {
            rows.add(List.of(top.symbol(), shares(top.bidShares()), price(top.bid(), top), price(top.offer(), top),
                    shares(top.offerShares())));
        }
        return new Report.Table("Top of book, most active symbols",
                List.of("symbol", "bid shares", "bid", "offer", "offer shares"), rows);
    }

    static Report.Table counts(final BookSummary summary) {
        final List<List<String>> rows = new ArrayList<>();
        summary.counts().forEach(count -> rows.add(List.of(count.getKey(), shares(count.getValue()))));
        rows.add(List.of("all", shares(summary.messages())));
        final String passes = summary.loops() > 1 ? ", " + shares(summary.loops()) + " passes" : "";
        return new Report.Table("Messages by type" + passes, List.of("type", "messages"), rows);
    }

    private static String shares(final Long count) {
        return count == null ? NONE : String.format(Locale.ROOT, "%,d", count);
    }

    private static String price(final Long units, final BookSummary.Top of) {
        return units == null ? NONE : TerminalTexts.price(units, of.priceExponent());
    }
}
