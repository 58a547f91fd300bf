package io.verbus.internal.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Clocks;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SteadyEpochClockTest {
    private long monotonicNs = 7;
    private long wallNs = 1_000_000_000_000_000_000L;
    private final SteadyEpochClock clock = new SteadyEpochClock(new Clocks(() -> monotonicNs, () -> wallNs));

    @Test
    void smallCorrectionIsFollowedAtOnce() {
        pass(Duration.ofSeconds(1));
        wallNs -= Duration.ofSeconds(30).toNanos();
        assertEquals(wallNs, clock.nanoTime());
        assertFalse(clock.isDisputed());
    }

    @Test
    void shortStepIsNotFollowed() {
        for (final Duration step : new Duration[]{Duration.ofDays(10), Duration.ofDays(-10)}) {
            final long rightNs = wallNs;
            wallNs += step.toNanos();
            for (int second = 1; second <= 3; second++) {
                pass(Duration.ofSeconds(1));
                assertEquals(rightNs + Duration.ofSeconds(second).toNanos(), clock.nanoTime());
                assertTrue(clock.isDisputed());
            }
            wallNs -= step.toNanos();
            assertEquals(wallNs, clock.nanoTime());
            assertFalse(clock.isDisputed());
        }
    }

    @Test
    void lastingStepIsFollowed() {
        wallNs += Duration.ofHours(8).toNanos();
        for (int second = 0; second < 599; second++) {
            clock.nanoTime();
            assertTrue(clock.isDisputed());
            pass(Duration.ofSeconds(1));
        }
        pass(Duration.ofSeconds(1));
        assertEquals(wallNs, clock.nanoTime());
        assertFalse(clock.isDisputed());
    }

    private void pass(final Duration time) {
        monotonicNs += time.toNanos();
        wallNs += time.toNanos();
    }
}
