package io.verbus.tools.book;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The result of reading a session, for the summaries.
 *
 * @param stream name of the stream
 * @param books has counts, books, rates, and the state of the session
 * @param latencies of all messages, in nanoseconds
 * @param missing the reasons why the books do not include the whole session; empty if they do
 */
record Outcome(String stream, SessionBooks books, Histogram latencies, List<String> missing) {
    MarketDataHandler handler() {
        return books.handler();
    }

    SessionWatch watch() {
        return books.watch();
    }

    TopRows top() {
        return books.top();
    }

    /** The state of the session as one word, for programs. */
    String word() {
        return switch (watch().state()) {
            case ENDED -> "ended";
            case LOST -> "lost";
            case FAILED -> "failed";
            case WAITING, RUNNING -> "stopped";
        };
    }
}
