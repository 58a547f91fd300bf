package io.verbus.marketdata.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/**
 * Seeded histories of losses and snapshots: no sound book differs from that of the venue, and in the end none is
 * suspect. {@code -Dverbus.seeds=N} sets the number of histories.
 */
class RecoveryHistoryTest {
    private static final long SEEDS = Long.getLong("verbus.seeds", 100);

    @Test
    void soundBooksAreThoseOfTheVenue() {
        assertEquals("", hunt(0, SEEDS));
    }

    /** Runs histories; returns the first failure with its seed, or an empty text. */
    static String hunt(final long first, final long seeds) {
        long losses = 0;
        long recoveries = 0;
        long failures = 0;
        long checks = 0;
        for (long seed = first; seed < first + seeds; seed++) {
            final RecoveryHistory history = new RecoveryHistory(seed);
            try {
                history.run();
            } catch (final AssertionError | RuntimeException e) {
                return "seed " + seed + ": " + e;
            }
            losses += history.feed.counts().losses();
            recoveries += history.feed.counts().recoveries();
            failures += history.failures;
            checks += history.books.checks;
        }
        System.out.printf("recovery: %,d histories from seed %d, %,d losses, %,d recoveries, %,d failed requests, %,d"
                + " checks%n", seeds, first, losses, recoveries, failures, checks);
        assertTrue(seeds < 20 || losses > seeds && recoveries > seeds && failures > seeds / 4, "too little happened");
        return "";
    }
}
