package io.verbus.conductor;

import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.IdleStrategy;

/**
 * How the conductor rests: a whole duty cycle, or a millisecond while something is urgent. A millisecond costs 3 % of a
 * core, so it is not for always.
 */
public final class Rest implements IdleStrategy {
    private static final long URGENT_NS = 1_000_000;

    private final Conductor conductor;
    private final long dutyCycleNs;

    /**
     * For one conductor.
     *
     * @param conductor that rests
     * @param dutyCycleNs when nothing is urgent
     */
    public Rest(final Conductor conductor, final long dutyCycleNs) {
        this.conductor = conductor;
        this.dutyCycleNs = dutyCycleNs;
    }

    @Override
    public void idle(final int workCount) {
        if (workCount == 0) {
            idle();
        }
    }

    @Override
    public void idle() {
        LockSupport.parkNanos(conductor.isUrgent() ? Math.min(URGENT_NS, dutyCycleNs) : dutyCycleNs);
    }

    @Override
    public void reset() {
    }

    @Override
    public String alias() {
        return "rest";
    }
}
