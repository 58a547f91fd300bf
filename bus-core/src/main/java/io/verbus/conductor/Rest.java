package io.verbus.conductor;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.IdleStrategy;

/**
 * How the conductor rests: a duty cycle; a millisecond while something is urgent, which costs 3 % of a core, so it is
 * not for always; several cycles when all has been calm for a while. A turn takes a core from whoever has it, and comes
 * to caches that know nothing of it: turns are what the tail of latency is made of (docs/performance.md).
 *
 * <p>The first turns come soon one after the other. That is when others are looked for; and the JVM compiles what a
 * turn runs after so many of them, which takes a core for milliseconds, and should not be put off until there is
 * traffic.
 */
public final class Rest implements IdleStrategy {
    private static final long URGENT_NS = 1_000_000;
    /** First turns that come soon: several times HotSpot's Tier3InvocationThreshold, 200, which grows under load. */
    private static final int FIRST_TURNS = 1_000;
    /** First turns in a duty cycle. */
    private static final int FIRST_TURNS_A_CYCLE = 5;
    /** So long all must have been calm. */
    private static final long SETTLING_NS = 1_000_000_000;
    /** Duty cycles in a calm rest, at most. */
    private static final int CALM_CYCLES = 5;
    /** Turns in the shorter time-out, at least: what a calm conductor finds and tells is found and told in time. */
    private static final int TURNS_A_TIMEOUT = 5;

    private final Conductor conductor;
    private final long dutyCycleNs;
    private final long calmNs;
    private long calmForNs;
    private int turns;

    /**
     * For one conductor.
     *
     * @param conductor that rests
     * @param dutyCycle above 0
     * @param timeout the shortest that the conductor keeps
     */
    public Rest(final Conductor conductor, final Duration dutyCycle, final Duration timeout) {
        this.conductor = conductor;
        this.dutyCycleNs = dutyCycle.toNanos();
        this.calmNs = Math.clamp(timeout.toNanos() / TURNS_A_TIMEOUT, dutyCycleNs, CALM_CYCLES * dutyCycleNs);
    }

    @Override
    public void idle(final int workCount) {
        if (workCount == 0) {
            idle();
        } else {
            calmForNs = 0;
        }
    }

    @Override
    public void idle() {
        LockSupport.parkNanos(nextNs());
    }

    /** How long to rest, as it stands now. */
    long nextNs() {
        final Pace pace = conductor.pace();
        if (turns < FIRST_TURNS && pace != Pace.URGENT) {
            turns++;
            return dutyCycleNs / FIRST_TURNS_A_CYCLE;
        }
        if (pace != Pace.CALM) {
            calmForNs = 0;
            return pace == Pace.URGENT ? Math.min(URGENT_NS, dutyCycleNs) : dutyCycleNs;
        }
        if (calmForNs < SETTLING_NS) {
            calmForNs += dutyCycleNs;
            return dutyCycleNs;
        }
        return calmNs;
    }

    @Override
    public void reset() {
    }

    @Override
    public String alias() {
        return "rest";
    }
}
