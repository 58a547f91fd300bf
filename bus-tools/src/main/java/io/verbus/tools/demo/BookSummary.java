package io.verbus.tools.demo;

import io.verbus.BusException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** The file that {@code ./bus book --summary} wrote at the end of a session. */
final class BookSummary {
    private static final String COUNT = "messages.";

    private final Properties values;
    private final Path latencies;

    private BookSummary(final Properties values, final Path latencies) {
        this.values = values;
        this.latencies = latencies;
    }

    /**
     * Best prices of one of the most active symbols.
     *
     * @param symbol its name
     * @param priceExponent power of ten of its prices
     * @param bid best bid, null if there is none
     * @param bidShares shares at the best bid, null if there is none
     * @param offer best offer, null if there is none
     * @param offerShares shares at the best offer, null if there is none
     */
    record Top(String symbol, int priceExponent, Long bid, Long bidShares, Long offer, Long offerShares) {}

    /** Reads the summary of a run. */
    static BookSummary read(final Path summary, final Path latencies) {
        final Properties values = new Properties();
        try (Reader reader = Files.newBufferedReader(summary)) {
            values.load(reader);
        } catch (final IOException e) {
            throw new BusException("cannot read the summary of the order books: " + summary + ": " + e.getMessage(), e);
        }
        return new BookSummary(values, latencies);
    }

    /** The HdrHistogram log of the run. */
    Path latencies() {
        return latencies;
    }

    long messages() {
        return number("messages");
    }

    /** Messages that were not delivered, or may have been overwritten while they were read. */
    long lost() {
        return number("gaps.messages") + number("doubtful");
    }

    /** Messages that the books refused. */
    long refused() {
        return values.stringPropertyNames().stream().filter(key -> key.startsWith("refused.")).mapToLong(this::number)
                .sum();
    }

    /** Number of times the session was played. */
    long loops() {
        return number("loops");
    }

    /** Messages per second: the median of all loops except the first, or the rate of the only loop. */
    long perSecond() {
        return loops() > 1 ? number("rate.medianLoop") : number("rate.overall");
    }

    /** Number of messages of each type that occurred, most frequent first. */
    List<Map.Entry<String, Long>> counts() {
        return values.stringPropertyNames().stream().filter(key -> key.startsWith(COUNT) && number(key) > 0)
                .map(key -> Map.entry(key.substring(COUNT.length()), number(key)))
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .toList();
    }

    /** Best prices of the most active symbols, most active first. */
    List<Top> top() {
        final List<Top> rows = new ArrayList<>();
        for (int n = 0; values.containsKey("top." + n + ".symbol"); n++) {
            final String key = "top." + n + ".";
            rows.add(new Top(values.getProperty(key + "symbol"), (int) number(key + "priceExponent"),
                    optional(key + "bid"), optional(key + "bid.shares"),
                    optional(key + "offer"), optional(key + "offer.shares")));
        }
        return rows;
    }

    private Long optional(final String key) {
        return values.containsKey(key) ? number(key) : null;
    }

    private long number(final String key) {
        try {
            return Long.parseLong(values.getProperty(key, ""));
        } catch (final NumberFormatException e) {
            throw new BusException("invalid summary of the order books: no number for " + key, e);
        }
    }
}
