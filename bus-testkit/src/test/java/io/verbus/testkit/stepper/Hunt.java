package io.verbus.testkit.stepper;

import java.util.function.Function;

/** Looks for a seed whose history fails; given how many to try, it says what it has found, or nothing. */
final class Hunt implements Function<Long, String> {
    @Override
    public String apply(final Long seeds) {
        return History.SEEDS.hunt(seeds);
    }
}
