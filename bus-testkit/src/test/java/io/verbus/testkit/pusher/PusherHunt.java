package io.verbus.testkit.pusher;

import io.verbus.support.seeds.ParallelSeeds;
import java.util.function.Function;

/** Returns the first failure of consecutive seeds, or nothing; its argument is the first seed and their number. */
final class PusherHunt implements Function<long[], String> {
    @Override
    public String apply(final long[] seeds) {
        try {
            new ParallelSeeds(seeds[0], seeds[1]).run(() -> "", (nothing, seed) -> PusherHistory.run(seed));
            return "";
        } catch (final AssertionError e) {
            return e.getMessage().lines().findFirst().orElseThrow();
        }
    }
}
