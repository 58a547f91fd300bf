package io.verbus.tools.book;

import io.verbus.marketdata.book.BookSide;
import io.verbus.marketdata.book.BookTotals;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.book.Instruments;
import io.verbus.marketdata.book.LevelBooks;
import io.verbus.marketdata.book.MessageTypes;
import io.verbus.marketdata.book.Refusals;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The summary of a session for programs: a Java properties file in UTF-8. All values except names are decimal numbers;
 * prices are integers in 10^priceExponent, latencies are in nanoseconds, rates in messages per second. Keys:
 *
 * <pre>
 *  stream  session  outcome (ended, lost, stopped, failed)  whole (1: nothing is missing, exit status 0; 0 otherwise)
 *  first (first sequence in the books; 0 with a snapshot)  gaps  gaps.messages  doubtful
 *  source.gaps (times that the feed lost messages)
 *  snapshot.sequence (last message in the initial snapshot)  snapshot.entries (both are absent without a snapshot)
 *  messages  messages.TYPE (each type of the schema)  messages.unknown  messages.malformed  messages.otherSessions
 *  books.orders  books.levels  books.symbols  books.shares  books.executions  books.executedShares
 *  books.suspect (number of books that may be wrong)
 *  refused.unknownReference  refused.duplicateReference  refused.moreThanResting  refused.outOfRange  refused.bookFull
 *  rate.overall  loops  rate.medianLoop (0 with one loop)
 *  latency.negative (not 0: publisher and reader do not share a clock, the other latencies are invalid)
 *  latency.count (0: the stream has no timestamps, and the following latency keys are absent)
 *  latency.min  .mean  .p50  .p90  .p99  .p99.9  .p99.99  .max
 *  top.N.symbol  .instrument  .changes  .priceExponent  .state (as in the table)  .bid  .bid.shares  .offer
 *    .offer.shares (the last four are absent without bid, offer), N from 0
 * </pre>
 */
final class SummaryFile {
    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 99.99};

    private final Map<String, String> values = new LinkedHashMap<>();

    /** Returns the content of the file. */
    static String text(final Outcome outcome) {
        final SummaryFile file = new SummaryFile();
        file.putSession(outcome);
        file.putMessages(outcome.handler());
        file.putBooks(outcome.handler().books(), outcome.handler().levelBooks());
        file.putRates(outcome.handler().rates());
        file.putLatency(outcome.latencies(), outcome.handler().latency().negative());
        file.putTop(outcome.top(), outcome.handler().instruments());
        final StringBuilder text = new StringBuilder();
        for (final Map.Entry<String, String> value : file.values.entrySet()) {
            text.append(value.getKey()).append('=').append(value.getValue().replace("\\", "\\\\")).append('\n');
        }
        return text.toString();
    }

    private void putSession(final Outcome outcome) {
        put("stream", outcome.stream());
        put("session", outcome.watch().session() == null ? "" : Long.toHexString(outcome.watch().session().id()));
        put("outcome", outcome.word());
        put("whole", outcome.missing().isEmpty() ? 1 : 0);
        put("first", outcome.watch().first());
        put("gaps", outcome.watch().gaps());
        put("gaps.messages", outcome.watch().missing());
        put("doubtful", outcome.watch().doubtful());
        put("source.gaps", outcome.handler().sourceGaps());
        put("books.suspect", outcome.handler().suspectBooks());
        if (outcome.watch().snapshot() != null) {
            put("snapshot.sequence", outcome.watch().snapshot().sequence());
            put("snapshot.entries", outcome.watch().snapshot().entries());
        }
    }

    private void putMessages(final MarketDataHandler handler) {
        put("messages", handler.messages());
        for (int type = 0; type < MessageTypes.count(); type++) {
            if (MessageTypes.isKnown(type)) {
                put("messages." + MessageTypes.name(type), handler.count(type));
            }
        }
        put("messages.unknown", handler.unknown());
        put("messages.malformed", handler.malformed());
        put("messages.otherSessions", handler.otherSessions());
    }

    private void putBooks(final Books books, final LevelBooks levelBooks) {
        final BookTotals totals = BookTotals.of(books, levelBooks);
        put("books.orders", totals.orders());
        put("books.levels", totals.levels());
        put("books.symbols", totals.instruments());
        put("books.shares", totals.shares());
        put("books.executions", books.executions());
        put("books.executedShares", books.executedShares());
        final Refusals refusals = books.refusals();
        put("refused.unknownReference", refusals.unknownReference());
        put("refused.duplicateReference", refusals.duplicateReference());
        put("refused.moreThanResting", refusals.moreThanResting());
        put("refused.outOfRange", refusals.outOfRange());
        put("refused.bookFull", refusals.bookFull());
    }

    private void putRates(final LoopRates rates) {
        put("rate.overall", Math.round(rates.overall()));
        put("loops", rates.loops());
        put("rate.medianLoop", Math.round(rates.medianLoop()));
    }

    private void putLatency(final Histogram latencies, final long negative) {
        put("latency.negative", negative);
        put("latency.count", latencies.getTotalCount());
        if (latencies.getTotalCount() > 0) {
            put("latency.min", latencies.getMinValue());
            put("latency.mean", Math.round(latencies.getMean()));
            for (final double percentile : PERCENTILES) {
                final String name = percentile == Math.rint(percentile) ? "p" + (int) percentile : "p" + percentile;
                put("latency." + name, latencies.getValueAtPercentile(percentile));
            }
            put("latency.max", latencies.getMaxValue());
        }
    }

    private void putTop(final TopRows top, final Instruments instruments) {
        int number = 0;
        for (int row = 0; row < top.rows(); row++) {
            if (top.isKnown(row)) {
                final String key = "top." + number++ + ".";
                put(key + "symbol", top.symbol(row, instruments));
                put(key + "instrument", top.instrument(row));
                put(key + "changes", top.changes(row));
                put(key + "priceExponent", top.priceExponent(row));
                put(key + "state", TopTable.state(top, row));
                putBest(key + "bid", top, row, BookSide.BUY);
                putBest(key + "offer", top, row, BookSide.SELL);
            }
        }
    }

    private void putBest(final String key, final TopRows top, final int row, final int side) {
        if (top.shares(row, side) > 0) {
            put(key, top.price(row, side));
            put(key + ".shares", top.shares(row, side));
        }
    }

    private void put(final String key, final long value) {
        put(key, Long.toString(value));
    }

    private void put(final String key, final String value) {
        values.put(key, value);
    }
}
