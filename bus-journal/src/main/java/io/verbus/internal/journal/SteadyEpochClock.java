package io.verbus.internal.journal;

import io.verbus.Clocks;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.EpochNanoClock;

/**
 * Wall time that ignores steps of the wall clock at first. It follows the wall clock while both clocks progress alike.
 * After a step of more than a minute it progresses with the monotonic clock, until the wall clock is right again, or
 * the step has lasted for ten minutes. Used by one thread.
 */
public final class SteadyEpochClock implements EpochNanoClock {
    /** A larger difference since the last reading is a step. */
    private static final long STEP_NS = TimeUnit.MINUTES.toNanos(1);
    private static final long BELIEVED_NS = TimeUnit.MINUTES.toNanos(10);

    private final Clocks clocks;
    private long monotonicNs;
    private long epochNs;
    private boolean disputed;
    private long disputedNs;

    /**
     * Starts with the time of the wall clock.
     *
     * @param clocks to read
     */
    public SteadyEpochClock(final Clocks clocks) {
        this.clocks = clocks;
        this.monotonicNs = clocks.monotonic().nanoTime();
        this.epochNs = clocks.epoch().nanoTime();
    }

    @Override
    public long nanoTime() {
        final long nowNs = clocks.monotonic().nanoTime();
        final long wallNs = clocks.epoch().nanoTime();
        final long expectedNs = epochNs + (nowNs - monotonicNs);
        final boolean agrees = Math.abs(wallNs - expectedNs) <= STEP_NS;
        if (!agrees && !disputed) {
            disputedNs = nowNs;
        }
        disputed = !agrees && nowNs - disputedNs < BELIEVED_NS;
        epochNs = disputed ? expectedNs : wallNs;
        monotonicNs = nowNs;
        return epochNs;
    }

    /** {@return whether the wall clock had stepped at the last reading, and the step is not accepted yet} */
    public boolean isDisputed() {
        return disputed;
    }
}
