package io.verbus.internal.conductor;

import io.verbus.internal.duty.DutyCyclePace;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.IdleStrategy;

/**
 * The conductor's idle strategy: a duty cycle time; a millisecond while something is urgent, which costs 3 % of a core
 * and is therefore not permanent; several cycle times after a calm second. A duty cycle interrupts another thread's
 * core and runs with cold caches, so duty cycles dominate the latency tail (docs/decisions/0024-conductor.md). While a
 * push waits for the credit of a reader, whose time is not known, the rest grows with the time that it waits.
 *
 * <p>The first cycles follow each other quickly, because peers are discovered then. The JVM also compiles a cycle's
 * code after a number of cycles; the compilation takes a core for milliseconds, and should not happen under traffic.
 */
public final class ConductorIdleStrategy implements IdleStrategy {
    private static final long URGENT_NS = 1_000_000;
    /** A pressing rest is this part of the time since the last work. */
    private static final int PRESSING_PART = 8;
    /** The kernel's timer adds as much to a rest (timer slack), so a shorter one is none. */
    private static final long LEAST_REST_NS = 50_000;
    /** Number of quick first cycles: several times HotSpot's Tier3InvocationThreshold, 200, which grows under load. */
    private static final int FIRST_CYCLES = 1_000;
    /** Quick cycles in a duty cycle time. */
    private static final int FIRST_CYCLES_PER_CYCLE_TIME = 5;
    /** Calm time before the longer rest. */
    private static final long SETTLING_NS = 1_000_000_000;
    /** Longest calm rest in duty cycle times. */
    private static final int CALM_CYCLES = 5;
    /** Cycles in the shorter timeout, at least, so that a calm conductor meets both timeouts. */
    private static final int CYCLES_PER_TIMEOUT = 5;

    private final Conductor conductor;
    private final long dutyCycleNs;
    private final long calmNs;
    private long calmForNs;
    private boolean pressing;
    private long pressingSinceNs;
    private int cycles;

    /**
     * Creates the strategy of a conductor.
     *
     * @param conductor to idle
     * @param dutyCycle above 0
     * @param timeout the shortest timeout of the bus
     */
    public ConductorIdleStrategy(final Conductor conductor, final Duration dutyCycle, final Duration timeout) {
        this.conductor = conductor;
        this.dutyCycleNs = dutyCycle.toNanos();
        this.calmNs = Math.clamp(timeout.toNanos() / CYCLES_PER_TIMEOUT, dutyCycleNs, CALM_CYCLES * dutyCycleNs);
    }

    @Override
    public void idle(final int workCount) {
        if (workCount == 0) {
            idle();
        } else {
            calmForNs = 0;
            pressing = false;
        }
    }

    @Override
    public void idle() {
        final long ns = nextNs();
        if (ns == 0) {
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(ns);
        }
    }

    /** The next idle time. */
    long nextNs() {
        final DutyCyclePace pace = conductor.pace();
        if (pace == DutyCyclePace.PRESSING) {
            return pressingNs();
        }
        pressing = false;
        if (cycles < FIRST_CYCLES && pace != DutyCyclePace.URGENT) {
            cycles++;
            return dutyCycleNs / FIRST_CYCLES_PER_CYCLE_TIME;
        }
        if (pace != DutyCyclePace.CALM) {
            calmForNs = 0;
            return pace == DutyCyclePace.URGENT ? Math.min(URGENT_NS, dutyCycleNs) : dutyCycleNs;
        }
        if (calmForNs < SETTLING_NS) {
            calmForNs += dutyCycleNs;
            return dutyCycleNs;
        }
        return calmNs;
    }

    /** Credit is noticed at most an eighth later than it comes, whatever time that takes. */
    private long pressingNs() {
        calmForNs = 0;
        final long nowNs = conductor.nowNs();
        if (!pressing) {
            pressing = true;
            pressingSinceNs = nowNs;
        }
        final long restNs = (nowNs - pressingSinceNs) / PRESSING_PART;
        return restNs < LEAST_REST_NS ? 0 : Math.min(restNs, Math.min(URGENT_NS, dutyCycleNs));
    }

    @Override
    public void reset() {
    }

    @Override
    public String alias() {
        return "rest";
    }
}
