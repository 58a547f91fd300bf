package io.verbus.tools.book;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The result of reading a session, for the summaries.
 *
 * @param stream name of the stream
 * @param handler has counts, books and rates
 * @param watch has the state of the session
 * @param latencies of all messages, in nanoseconds
 * @param top best prices of the selected symbols
 */
record Outcome(String stream, MarketDataHandler handler, SessionWatch watch, Histogram latencies, TopRows top) {
    /** The reasons why the books do not include the whole session; empty if they do. */
    List<String> missing() {
        return Missing.of(watch, handler);
    }

    /** The state of the session as one word, for programs. */
    String word() {
        return switch (watch.state()) {
            case ENDED -> "ended";
            case LOST -> "lost";
            case FAILED -> "failed";
            case WAITING, RUNNING -> "stopped";
        };
    }
}
