package io.verbus.testkit.simulator;

import io.verbus.testkit.seeds.Tally;
import java.util.function.Function;

/** Makes histories: given the first seed and how many, it says what has happened. */
final class Run implements Function<long[], Tally> {
    @Override
    public Tally apply(final long[] seeds) {
        return History.SEEDS.run(seeds[0], seeds[1], Runtime.getRuntime().availableProcessors());
    }
}
