package io.verbus.marketdata.mold;

import java.util.function.Function;

/** Runs consecutive histories of a pair of feeds; returns the first failure, or an empty text. */
final class PairHunt implements Function<long[], String> {
    @Override
    public String apply(final long[] seeds) {
        return PairHistoryTest.hunt(seeds[0], seeds[1]);
    }
}
