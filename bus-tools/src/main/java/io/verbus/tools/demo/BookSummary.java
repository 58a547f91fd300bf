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

/** What {@code ./bus book --summary} wrote at the end of a session. */
final class BookSummary {
    private static final String COUNT = "messages.";

    private final Properties values;
    private final Path latencies;

    private BookSummary(final Properties values, final Path latencies) {
        this.values = values;
        this.latencies = latencies;
    }

    /**
     * The most active symbols' best prices.
     *
     * @param symbol its name
     * @param bid best price in 1/10,000, null when there is none
     * @param bidShares at that price
     * @param offer as {@code bid}
     * @param offerShares as {@code bidShares}
     */
    record Top(String symbol, Long bid, Long bidShares, Long offer, Long offerShares) {}

    /** Reads both files of a run. */
    static BookSummary read(final Path summary, final Path latencies) {
        final Properties values = new Properties();
        try (Reader reader = Files.newBufferedReader(summary)) {
            values.load(reader);
        } catch (final IOException e) {
            throw new BusException("the books left no summary " + summary + ": " + e.getMessage(), e);
        }
        return new BookSummary(values, latencies);
    }

    /** HdrHistogram log of the run. */
    Path latencies() {
        return latencies;
    }

    long messages() {
        return number("messages");
    }

    /** Messages that were not delivered, or may have changed while they were read. */
    long lost() {
        return number("gaps.messages") + number("doubtful");
    }

    /** What the books could not make sense of. */
    long refused() {
        return values.stringPropertyNames().stream().filter(key -> key.startsWith("refused.")).mapToLong(this::number)
                .sum();
    }

    long liveOrders() {
        return number("books.orders");
    }

    /** How often the session was played. */
    long loops() {
        return number("loops");
    }

    /** Messages a second: the median of all loops but the first, or of the only one. */
    long perSecond() {
        return loops() > 1 ? number("rate.medianLoop") : number("rate.overall");
    }

    /** How many messages of each type came, the most frequent first; those that never came are left out. */
    List<Map.Entry<String, Long>> counts() {
        return values.stringPropertyNames().stream().filter(key -> key.startsWith(COUNT) && number(key) > 0)
                .map(key -> Map.entry(key.substring(COUNT.length()), number(key)))
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .toList();
    }

    /** The most active symbols, the most active first. */
    List<Top> top() {
        final List<Top> rows = new ArrayList<>();
        for (int n = 0; values.containsKey("top." + n + ".symbol"); n++) {
            final String key = "top." + n + ".";
            rows.add(new Top(values.getProperty(key + "symbol"), optional(key + "bid"), optional(key + "bid.shares"),
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
            throw new BusException("the books' summary has no number for " + key, e);
        }
    }
}
