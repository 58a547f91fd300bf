package io.verbus.testkit.simulator;

import io.verbus.support.seeds.Tally;
import java.util.function.Function;

/** Runs histories; receives the first seed and the number of seeds, returns the counted events. */
final class SimulatorRun implements Function<long[], Tally> {
    @Override
    public Tally apply(final long[] seeds) {
        return History.SEEDS.run(seeds[0], seeds[1], Runtime.getRuntime().availableProcessors());
    }
}
