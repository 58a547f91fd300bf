package io.verbus.orders.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Seats and gateways in generated histories: {@code -Dverbus.seeds=N} sets six times their number,
 * {@code -Dverbus.firstSeed=N} the first seed, {@code -Dverbus.seed=N} runs a single one.
 */
class SeatHistoriesTest {
    private static final long SEEDS = Math.max(200, Long.getLong("verbus.seeds", 1_000) / 6);
    private static final long FIRST_SEED = Long.getLong("verbus.firstSeed", 0);
    private static final Long REPLAY = Long.getLong("verbus.seed");

    @Test
    void bothEndsAgreeAndNothingIsLostOrTakenTwice() {
        final HistoryEvents counts = new HistoryEvents();
        if (REPLAY != null) {
            new SeatHistory(REPLAY, counts).run();
            System.out.println("seats: seed " + REPLAY + ": " + counts);
            return;
        }
        for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
            new SeatHistory(seed, counts).run();
        }
        System.out.printf("seats: %,d histories of %d steps, seeds %d to %d: %s%n", SEEDS, SeatHistory.STEPS,
                FIRST_SEED, FIRST_SEED + SEEDS - 1, counts);
        assertEquals(List.of(), counts.missing());
    }
}
