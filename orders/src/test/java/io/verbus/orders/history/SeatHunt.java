package io.verbus.orders.history;

import java.util.function.Function;

/** Runs histories of consecutive seeds; returns the first failure, or an empty text. */
final class SeatHunt implements Function<long[], String> {
    @Override
    public String apply(final long[] seeds) {
        try {
            for (long seed = seeds[0]; seed < seeds[0] + seeds[1]; seed++) {
                new SeatHistory(seed, new HistoryEvents()).run();
            }
            return "";
        } catch (final AssertionError e) {
            return String.format("%.160s", e.getMessage()).replace('\n', ' ');
        }
    }
}
