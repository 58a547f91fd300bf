package io.verbus.testkit.distance;

import org.junit.jupiter.api.Test;

/**
 * Histories between hosts, each from its own seed. System properties as for the stepper, whose histories are on one
 * host and cheaper: one of ours for eight of its.
 */
class DistanceTest {
    private static final long FIRST = Long.getLong("verbus.firstSeed", 0);
    private static final long SEEDS = Long.getLong("verbus.seeds", 2_000) / 8;

    @Test
    void everyMessageComesOnceOrIsReportedWhateverHappensOnTheWay() {
        final Long replay = Long.getLong("verbus.seed");
        if (replay != null) {
            Histories.run(replay);
            return;
        }
        final long beginNs = System.nanoTime();
        Histories.run(FIRST, SEEDS);
        System.out.printf("between hosts: seeds %d to %d in %.1f s%n", FIRST, FIRST + SEEDS - 1,
                (System.nanoTime() - beginNs) / 1e9);
    }
}
