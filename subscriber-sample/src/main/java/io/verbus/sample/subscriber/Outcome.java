package io.verbus.sample.subscriber;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What there is to report when the reading is over.
 *
 * @param stream its name
 * @param handler with counts, books and rates
 * @param watch with what became of the session
 * @param latencies of all messages, in nanoseconds
 * @param top best prices of the symbols to be shown
 */
record Outcome(String stream, MarketDataHandler handler, SessionWatch watch, Histogram latencies, TopOfBook top) {
    /** What keeps the books from being those of the whole session; empty if nothing does. */
    List<String> missing() {
        return Missing.of(watch, handler);
    }

    /** One word for programs. */
    String word() {
        return switch (watch.state()) {
            case ENDED -> "ended";
            case LOST -> "lost";
            case FAILED -> "failed";
            case WAITING, RUNNING -> "stopped";
        };
    }
}
