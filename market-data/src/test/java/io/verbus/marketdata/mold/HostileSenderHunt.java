package io.verbus.marketdata.mold;

import java.util.function.Function;

/** Runs consecutive histories with a hostile sender; returns the first failure, or an empty text. */
final class HostileSenderHunt implements Function<long[], String> {
    @Override
    public String apply(final long[] seeds) {
        return HostileSenderTest.hunt(seeds[0], seeds[1]);
    }
}
