package io.verbus.testkit.simulator;

import java.util.function.Function;

/** Looks for a failing seed; receives the number of seeds, returns the failure, or an empty text. */
final class Hunt implements Function<Long, String> {
    @Override
    public String apply(final Long seeds) {
        return History.SEEDS.hunt(seeds);
    }
}
