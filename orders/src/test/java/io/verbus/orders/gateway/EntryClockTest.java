package io.verbus.orders.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class EntryClockTest {
    private static final long HOUR_NS = 3_600_000_000_000L;
    private static final long SECOND_NS = 1_000_000_000;
    private static final long WALL_NS = 500_000 * HOUR_NS;

    @Test
    void timeFollowsAWallClockThatProgressesAlike() {
        final EntryClock clock = new EntryClock(7, WALL_NS, 0);
        assertEquals(WALL_NS, clock.at(7, WALL_NS));
        assertEquals(WALL_NS + 1_000_100, clock.at(1_000_007, WALL_NS + 1_000_100));
    }

    @Test
    void stepOfTheWallClockChangesTheSpeedByAnEighth() {
        for (final long stepNs : new long[]{-HOUR_NS, HOUR_NS}) {
            final EntryClock clock = new EntryClock(0, WALL_NS, 0);
            long last = clock.at(0, WALL_NS + stepNs);
            assertEquals(WALL_NS, last);
            for (int second = 1; second <= 9 * 3_600; second++) {
                final long now = clock.at(second * SECOND_NS, WALL_NS + stepNs + second * SECOND_NS);
                final long elapsed = now - last;
                assertTrue(elapsed >= SECOND_NS - SECOND_NS / 8 && elapsed <= SECOND_NS + SECOND_NS / 8,
                        "second " + second + " has " + elapsed + " ns");
                last = now;
            }
            assertEquals(WALL_NS + stepNs + 9 * HOUR_NS, last);
        }
    }

    @Test
    void timeContinuesAfterTheLastEntryOnAHostThatLags() {
        final EntryClock clock = new EntryClock(0, WALL_NS - HOUR_NS, WALL_NS);
        assertEquals(WALL_NS + SECOND_NS - SECOND_NS / 8, clock.at(SECOND_NS, WALL_NS - HOUR_NS + SECOND_NS));
    }
}
