package io.verbus.testkit.distance;

import java.util.function.Function;

/** Looks for a seed whose history fails; given how many to try, it says what it has found, or nothing. */
final class Hunt implements Function<Long, String> {
    @Override
    public String apply(final Long seeds) {
        for (long seed = 0; seed < seeds; seed++) {
            try {
                Histories.run(seed);
            } catch (final AssertionError e) {
                return e.getMessage().lines().findFirst().orElseThrow();
            }
        }
        return "";
    }
}
