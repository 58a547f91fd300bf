package io.verbus.sample.publisher.mold;

import java.util.function.Function;

/** Runs a number of histories with a hostile sender; returns the first failure, or an empty text. */
final class HostileSenderHunt implements Function<Long, String> {
    @Override
    public String apply(final Long seeds) {
        return HostileSenderTest.hunt(seeds);
    }
}
