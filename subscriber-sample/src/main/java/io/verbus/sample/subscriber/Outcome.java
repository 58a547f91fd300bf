package io.verbus.sample.subscriber;

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
    /** One word for programs. */
    String word() {
        return switch (watch.state()) {
            case ENDED -> "ended";
            case LOST -> "lost";
            case WAITING, RUNNING -> "stopped";
        };
    }
}
