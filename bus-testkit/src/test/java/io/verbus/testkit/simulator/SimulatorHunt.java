package io.verbus.testkit.simulator;

import java.util.function.Function;

/** Returns the first failure of consecutive seeds, or nothing; its argument is the first seed and their number. */
final class SimulatorHunt implements Function<long[], String> {
    @Override
    public String apply(final long[] seeds) {
        return History.SEEDS.hunt(seeds[0], seeds[1]);
    }
}
