package io.verbus.orders.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class EntryClockTest {
    private static final long HOUR_NS = 3_600_000_000_000L;
    private static final long SECOND_NS = 1_000_000_000;
    private static final long WALL_NS = 500_000 * HOUR_NS;

    private long wallNs = WALL_NS;
    private int readings;

    private long wall() {
        readings++;
        return wallNs;
    }

    @Test
    void timeFollowsAWallClockThatProgressesAlike() {
        final EntryClock clock = new EntryClock(7, this::wall, 0);
        assertEquals(WALL_NS, clock.at(7));
        wallNs = WALL_NS + 1_000_100;
        assertEquals(WALL_NS + 1_000_100, clock.at(1_000_007));
    }

    @Test
    void stepOfTheWallClockChangesTheSpeedByAnEighth() {
        for (final long stepNs : new long[]{-HOUR_NS, HOUR_NS}) {
            wallNs = WALL_NS;
            final EntryClock clock = new EntryClock(0, this::wall, 0);
            wallNs = WALL_NS + stepNs;
            long last = clock.at(0);
            assertEquals(WALL_NS, last);
            for (int second = 1; second <= 9 * 3_600; second++) {
                wallNs = WALL_NS + stepNs + second * SECOND_NS;
                final long now = clock.at(second * SECOND_NS);
                final long elapsed = now - last;
                assertTrue(elapsed >= SECOND_NS - SECOND_NS / 8 && elapsed <= SECOND_NS + SECOND_NS / 8,
                        "second " + second + " has " + elapsed + " ns");
                last = now;
            }
            assertEquals(WALL_NS + stepNs + 9 * HOUR_NS, last);
        }
    }

    @Test
    void shortCyclesReadTheWallClockRarelyAndReachItWithoutAStep() {
        final EntryClock clock = new EntryClock(0, this::wall, 0);
        long last = WALL_NS;
        for (int cycle = 1; cycle <= 100_000; cycle++) {
            wallNs = WALL_NS + cycle * 100L - 1_000;
            final long now = clock.at(cycle * 100L);
            assertTrue(now >= last + 87 && now <= last + 113, "cycle " + cycle + " has " + (now - last) + " ns");
            last = now;
        }
        assertEquals(wallNs, last);
        assertTrue(readings <= 102, () -> readings + " readings in 10 ms");
    }

    @Test
    void timeContinuesAfterTheLastEntryOnAHostThatLags() {
        wallNs = WALL_NS - HOUR_NS;
        final EntryClock clock = new EntryClock(0, this::wall, WALL_NS);
        wallNs += SECOND_NS;
        assertEquals(WALL_NS + SECOND_NS - SECOND_NS / 8, clock.at(SECOND_NS));
    }
}
