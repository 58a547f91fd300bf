package io.verbus.internal.conductor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.internal.duty.Duty;
import io.verbus.internal.duty.DutyCyclePace;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ConductorIdleStrategyTest {
    private static final Duration CYCLE = Duration.ofMillis(20);
    private static final Duration TIMEOUT = Duration.ofMillis(500);

    private long nowNs;
    private final Conductor conductor = new Conductor(() -> nowNs, error -> {
        throw new AssertionError(error);
    }, true);

    @Test
    void firstCyclesAreShort() {
        final ConductorIdleStrategy rest = new ConductorIdleStrategy(conductor, CYCLE, TIMEOUT);
        assertEquals(4, ms(rest));
    }

    @Test
    void restIsFiveCyclesAfterQuietSecond() {
        final ConductorIdleStrategy rest = old(TIMEOUT);
        assertEquals(1_000, msUntilCalm(rest));
        assertEquals(100, ms(rest));
    }

    @Test
    void addedOrRemovedDutyEndsTheCalm() {
        final ConductorIdleStrategy rest = old(TIMEOUT);
        msUntilCalm(rest);
        final Duty duty = nowNs -> 0;
        conductor.add(duty);
        assertEquals(20, ms(rest));
        msUntilCalm(rest);
        conductor.remove(duty);
        assertEquals(20, ms(rest));
    }

    @Test
    void workEndsTheCalm() {
        final ConductorIdleStrategy rest = old(TIMEOUT);
        msUntilCalm(rest);
        rest.idle(1);
        assertEquals(20, ms(rest));
    }

    @Test
    void busyDutyKeepsTheCycleAndUrgentOneShortensItToMillisecond() {
        final DutyCyclePace[] pace = {DutyCyclePace.USUAL};
        conductor.add(new Duty() {
            @Override
            public int doWork(final long nowNs) {
                return 0;
            }

            @Override
            public DutyCyclePace pace() {
                return pace[0];
            }
        });
        final ConductorIdleStrategy rest = old(TIMEOUT);
        for (int cycle = 0; cycle < 100; cycle++) {
            assertEquals(20, ms(rest));
        }
        pace[0] = DutyCyclePace.URGENT;
        assertEquals(1, ms(rest));
    }

    /** However long credit takes, the conductor finds it at most an eighth of that time later, or a millisecond. */
    @Test
    void pressingRestIsAnEighthOfTheTimeSinceTheLastWork() {
        conductor.add(new Duty() {
            @Override
            public int doWork(final long cycleNs) {
                return 0;
            }

            @Override
            public DutyCyclePace pace() {
                return DutyCyclePace.PRESSING;
            }
        });
        final ConductorIdleStrategy rest = new ConductorIdleStrategy(conductor, CYCLE, TIMEOUT);
        for (int round = 0; round < 2; round++) {
            final long beginNs = nowNs;
            for (int cycle = 0; cycle < 2_000; cycle++) {
                final long restNs = rest.nextNs();
                assertTrue(restNs <= Math.min(1_000_000, (nowNs - beginNs) / 8), () -> "rest of " + restNs + " ns");
                nowNs += Math.max(3_000, restNs);
            }
            assertEquals(1_000_000, rest.nextNs(), "after a long time");
            rest.idle(1); // work: credit has come
        }
    }

    @Test
    void timeoutIsCheckedFiveTimesWhetherCalmOrNot() {
        final ConductorIdleStrategy rest = old(Duration.ofMillis(150));
        msUntilCalm(rest);
        assertEquals(30, ms(rest));
    }

    @Test
    void timeoutDoesNotShortenLongCycle() {
        final ConductorIdleStrategy rest = new ConductorIdleStrategy(conductor, Duration.ofMillis(200),
                Duration.ofMillis(800));
        for (int cycle = 0; cycle < 2_000; cycle++) {
            assertTrue(ms(rest) <= 200);
        }
        assertEquals(200, ms(rest));
    }

    /** A rest after its first duty cycles. */
    private ConductorIdleStrategy old(final Duration timeout) {
        final ConductorIdleStrategy rest = new ConductorIdleStrategy(conductor, CYCLE, timeout);
        while (ms(rest) == 4) {
            continue;
        }
        rest.idle(1);
        return rest;
    }

    private static long msUntilCalm(final ConductorIdleStrategy rest) {
        long ms = 0;
        while (true) {
            final long next = ms(rest);
            if (next > CYCLE.toMillis()) {
                return ms;
            }
            ms += next;
        }
    }

    private static long ms(final ConductorIdleStrategy rest) {
        return TimeUnit.NANOSECONDS.toMillis(rest.nextNs());
    }
}
