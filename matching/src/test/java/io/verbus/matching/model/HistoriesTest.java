package io.verbus.matching.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.support.seeds.ParallelSeeds;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The engine equals an independent model over generated histories: {@code -Dverbus.seeds=N} sets their number,
 * {@code -Dverbus.firstSeed=N} the first seed, {@code -Dverbus.seed=N} prints a single one.
 */
class HistoriesTest {
    private static final long SEEDS = Long.getLong("verbus.seeds", 1_000);
    private static final long FIRST_SEED = Long.getLong("verbus.firstSeed", 0);

    private static final Long REPLAY = Long.getLong("verbus.seed");

    @Test
    void engineEqualsTheModel() {
        final HistoryCoverage coverage = new HistoryCoverage();
        if (REPLAY != null) {
            new ComparedHistory(REPLAY, coverage).print().run();
            return;
        }
        new ParallelSeeds(FIRST_SEED, SEEDS)
                .run(HistoryCoverage::new, (part, seed) -> new ComparedHistory(seed, part).run())
                .forEach(coverage::add);
        System.out.printf("matching: %,d inputs and %,d settings of %,d histories, seeds %d to %d: %s%n",
                coverage.inputs(),
                SEEDS * OrderHistory.LENGTH - coverage.inputs(), SEEDS, FIRST_SEED, FIRST_SEED + SEEDS - 1, coverage);
        assertEquals(List.of(), coverage.missing());
    }
}
