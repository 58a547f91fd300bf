package io.verbus.testkit.pusher;

import java.util.function.Function;

/** Returns the first failure of consecutive seeds, or nothing; its argument is the first seed and their number. */
final class PusherHunt implements Function<long[], String> {
    @Override
    public String apply(final long[] seeds) {
        for (long seed = seeds[0]; seed < seeds[0] + seeds[1]; seed++) {
            try {
                PusherHistory.run(seed);
            } catch (final AssertionError e) {
                return e.getMessage().lines().findFirst().orElseThrow();
            }
        }
        return "";
    }
}
