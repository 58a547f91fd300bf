package io.verbus.testkit.relay;

import io.verbus.support.seeds.Seeds;
import java.util.function.Function;

/** The first failure among histories of relays. */
public final class RelayHunt implements Function<long[], String> {
    /** For tests, and for mutants. */
    public RelayHunt() {
    }

    static Seeds seeds() {
        return new Seeds(RelayHistory::run, RelayEvent.values());
    }

    @Override
    public String apply(final long[] seeds) {
        return seeds().hunt(seeds[0], seeds[1]);
    }
}
