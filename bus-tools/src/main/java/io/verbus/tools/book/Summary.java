package io.verbus.tools.book;

import io.verbus.marketdata.book.BookTotals;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.book.Instruments;
import io.verbus.marketdata.book.MessageTypes;
import io.verbus.marketdata.book.Refusals;
import io.verbus.tools.terminal.TerminalTexts;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** The summary of a session, as text lines; without {@link #latency}, which is of all sessions. */
final class Summary {
    private final List<String> lines = new ArrayList<>();

    static List<String> lines(final Outcome outcome) {
        if (outcome.watch().session() == null) {
            final String failure = outcome.watch().failure();
            return List.of("", outcome.stream() + " " + outcome.word() + ": "
                    + (failure == null ? "no session started" : failure));
        }
        final Summary summary = new Summary();
        summary.addMessages(outcome);
        summary.addBooks(outcome.handler());
        summary.addTop(outcome.top(), outcome.handler().instruments());
        summary.addRates(outcome.handler().rates());
        return summary.lines;
    }

    private void addMessages(final Outcome outcome) {
        final MarketDataHandler handler = outcome.handler();
        lines.add("");
        lines.add("%s%s %s: %,d messages".formatted(outcome.stream(), handler.label().isEmpty()
                ? ""
                : " (" + handler.label() + ")", outcome.word(), handler.messages()));
        for (int type = 0; type < MessageTypes.count(); type++) {
            if (MessageTypes.isKnown(type)) {
                addCount(MessageTypes.name(type), handler.count(type));
            }
        }
        addCount("(of an unknown type)", handler.unknown());
        addCount("(malformed)", handler.malformed());
        addCount("(of other sessions, ignored)", handler.otherSessions());
        if (outcome.watch().snapshot() != null) {
            lines.add("the books started with %s at message %,d".formatted(outcome.watch().snapshot(),
                    outcome.watch().snapshot().sequence()));
        }
        if (outcome.watch().gaps() > 0) {
            lines.add(
                    "gaps: %,d, with %,d messages in total: the books are incomplete".formatted(outcome.watch().gaps(),
                            outcome.watch().missing()));
        }
    }

    private void addCount(final String name, final long count) {
        if (count > 0) {
            lines.add("  %-30s %,16d".formatted(name, count));
        }
    }

    private void addBooks(final MarketDataHandler handler) {
        final Books books = handler.books();
        final BookTotals totals = BookTotals.of(books, handler.levelBooks());
        lines.add("");
        lines.add("books: %,d live orders, %,d price levels, %,d symbols with a book, %,d resting shares".formatted(
                totals.orders(), totals.levels(), totals.instruments(), totals.shares()));
        lines.add("executions of resting orders: %,d, for %,d shares".formatted(books.executions(),
                books.executedShares()));
        if (handler.sourceGaps() > 0) {
            lines.add("losses of the feed's source: %,d".formatted(handler.sourceGaps()));
        }
        if (handler.hasSuspects()) {
            lines.add("SUSPECT books, which may be wrong: %,d".formatted(handler.suspectBooks()));
        }
        final Refusals refusals = books.refusals();
        lines.add("unknown order references: %,d".formatted(refusals.unknownReference()));
        addRefusal("duplicate order references: %,d (the first order remains)", refusals.duplicateReference());
        addRefusal("executions or reductions of more shares than the order has: %,d", refusals.moreThanResting());
        addRefusal("invalid instrument, side, price or shares: %,d (ignored)", refusals.outOfRange());
        addRefusal("orders or levels beyond the capacity of the books: %,d (ignored)", refusals.bookFull());
    }

    private void addRefusal(final String text, final long count) {
        if (count > 0) {
            lines.add(text.formatted(count));
        }
    }

    private void addTop(final TopRows top, final Instruments instruments) {
        final List<String> table = TopTable.lines(top, instruments);
        if (table.size() > 1) {
            lines.add("");
            lines.addAll(table);
        }
        for (int row = 0; row < top.rows(); row++) {
            if (!top.isKnown(row) && top.isSelected()) {
                lines.add("%s: no instrument of this name on the stream".formatted(top.symbol(row, instruments)));
            }
        }
    }

    private void addRates(final LoopRates rates) {
        lines.add("");
        lines.add("rate: " + TerminalTexts.rate(rates.overall()) + " from the first to the last message");
        if (rates.loops() > 1) {
            lines.add("rate: " + TerminalTexts.rate(rates.medianLoop()) + ", median of all loops except the first");
        }
    }

    /** The latencies of all messages, as one line. */
    static String latency(final Outcome outcome) {
        final Histogram latencies = outcome.latencies();
        final MarketDataHandler handler = outcome.handler();
        if (handler.latency().negative() > 0) {
            return "latency: unknown, %,d messages were received before their publishing time: the clocks differ"
                    .formatted(handler.latency().negative());
        }
        if (latencies.getTotalCount() == 0) {
            return handler.messages() == 0
                    ? "latency: no messages"
                    : "latency: unknown, the stream has no timestamps";
        }
        return "latency: min %s, p50 %s, p90 %s, p99 %s, p99.9 %s, p99.99 %s, max %s".formatted(
                TerminalTexts.duration(latencies.getMinValue()), at(latencies, 50), at(latencies, 90),
                at(latencies, 99), at(latencies, 99.9), at(latencies, 99.99),
                TerminalTexts.duration(latencies.getMaxValue()));
    }

    private static String at(final Histogram latencies, final double percentile) {
        return TerminalTexts.duration(latencies.getValueAtPercentile(percentile));
    }
}
