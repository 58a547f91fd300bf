package io.verbus.sample.publisher.mold;

import java.util.function.Function;

/** Plays histories with a hostile sender; given how many, it gives the first failure, or nothing. */
final class HostileSenderHunt implements Function<Long, String> {
    @Override
    public String apply(final Long seeds) {
        return HostileSenderTest.hunt(seeds);
    }
}
