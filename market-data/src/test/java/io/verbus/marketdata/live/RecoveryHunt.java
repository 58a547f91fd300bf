package io.verbus.marketdata.live;

import java.util.function.Function;

/** Runs consecutive histories of losses and snapshots; returns the first failure, or an empty text. */
final class RecoveryHunt implements Function<long[], String> {
    @Override
    public String apply(final long[] seeds) {
        return RecoveryHistoryTest.hunt(seeds[0], seeds[1]);
    }
}
