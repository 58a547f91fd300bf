package io.verbus.tools.demo;

import io.verbus.latency.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Tables of a demo, for the page and for the terminal. */
final class Tables {
    private static final int PRICE_SCALE = 10_000;
    private static final String NONE = "–";

    private Tables() {
    }

    static Report.Table topOfBook(final BookSummary summary) {
        final List<List<String>> rows = new ArrayList<>();
        for (final BookSummary.Top top : summary.top()) {
            rows.add(List.of(top.symbol(), shares(top.bidShares()), price(top.bid()), price(top.offer()),
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

    /** For a terminal: title, then columns, names flush left and numbers flush right. */
    static String text(final Report.Table table) {
        final List<List<String>> lines = new ArrayList<>(List.of(table.columns()));
        lines.addAll(table.rows());
        final StringBuilder text = new StringBuilder(table.title()).append('\n');
        for (final List<String> line : lines) {
            text.append("  ");
            for (int column = 0; column < line.size(); column++) {
                final int width = width(lines, column);
                final String format = column == 0 ? "%-" + width + "s" : "  %" + width + "s";
                text.append(String.format(format, line.get(column)));
            }
            text.append('\n');
        }
        return text.toString();
    }

    private static int width(final List<List<String>> lines, final int column) {
        return lines.stream().mapToInt(line -> line.get(column).length()).max().orElse(1);
    }

    private static String shares(final Long count) {
        return count == null ? NONE : String.format(Locale.ROOT, "%,d", count);
    }

    private static String price(final Long units) {
        return units == null
                ? NONE
                : String.format(Locale.ROOT, units % 100 == 0 ? "%,.2f" : "%,.4f", units / (double) PRICE_SCALE);
    }
}
