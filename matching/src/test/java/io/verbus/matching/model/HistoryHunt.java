package io.verbus.matching.model;

import java.util.function.Function;

/** Runs histories of consecutive seeds; returns the first failure, also an exception, or an empty text. */
final class HistoryHunt implements Function<long[], String> {
    @Override
    public String apply(final long[] seeds) {
        try {
            for (long seed = seeds[0]; seed < seeds[0] + seeds[1]; seed++) {
                new ComparedHistory(seed, new HistoryCoverage()).run();
            }
            return "";
        } catch (final AssertionError e) {
            return String.format("%.120s", e.getMessage()).replace('\n', ' ');
        }
    }
}
