package io.verbus.conductor;

import java.util.function.Supplier;
import org.agrona.ErrorHandler;
import org.agrona.collections.ArrayUtil;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;

/**
 * Runs the duties of a process in turn, on a thread of its own or stepped by hand. What it and the users of the cold
 * parts of the API share is guarded by its lock; claim, commit and poll never take it.
 */
public final class Conductor implements Agent {
    /** Replaced, never changed: a duty may leave while it is done, or bring another. */
    private Duty[] duties = {};
    private final NanoClock clock;
    private final ErrorHandler errorHandler;
    /** Whether a duty runs; guarded by the lock, so who finds it true with the lock in hand is called by that duty. */
    private boolean turning;
    /** Whether a duty has come or left since {@link #pace()} was asked; guarded by the lock. */
    private boolean stirred;

    /**
     * With nothing to do yet.
     *
     * @param clock monotonic
     * @param errorHandler gets what a duty throws; the duty stays
     */
    public Conductor(final NanoClock clock, final ErrorHandler errorHandler) {
        this.clock = clock;
        this.errorHandler = errorHandler;
    }

    /**
     * Does a first turn of a duty and takes it into the cycle.
     *
     * @param duty to be done from now on
     */
    public synchronized void add(final Duty duty) {
        final boolean within = turning; // a listener may publish or subscribe
        turning = true;
        try {
            duty.doWork(clock.nanoTime());
        } finally {
            turning = within;
        }
        duties = ArrayUtil.add(duties, duty);
        stirred = true;
    }

    /**
     * Takes a duty out. It does not run any more when this returns.
     *
     * @param duty to be left
     */
    public synchronized void remove(final Duty duty) {
        duties = ArrayUtil.remove(duties, duty);
        stirred = true;
    }

    /**
     * Does something while no duty runs.
     *
     * @param <T> what it gives
     * @param action that must not wait
     * @return its result
     */
    public synchronized <T> T between(final Supplier<T> action) {
        return action.get();
    }

    /**
     * Does something while no duty runs.
     *
     * @param action that must not wait
     */
    public synchronized void run(final Runnable action) {
        action.run();
    }

    /**
     * Refuses what would take away the memory that the duty under way works with.
     *
     * @throws IllegalStateException if called from within a duty, which is by a listener or an error handler
     */
    public synchronized void checkIsNotTurning() {
        if (turning) {
            throw new IllegalStateException("a listener or an error handler that the conductor calls can't close"
                    + " anything: let another thread do it");
        }
    }

    /** Does nothing any more: the memory that its duties work with may be given back. */
    public synchronized void stop() {
        duties = new Duty[0];
    }

    /** {@return now, on the conductor's clock} */
    public long nowNs() {
        return clock.nanoTime();
    }

    @Override
    public synchronized int doWork() {
        final long nowNs = clock.nanoTime();
        int workCount = 0;
        turning = true;
        for (final Duty duty : duties) {
            try {
                workCount += duty.doWork(nowNs);
            } catch (final Throwable t) { // the other duties are done whatever becomes of this one
                errorHandler.onError(t);
            }
        }
        turning = false;
        return workCount;
    }

    /** {@return how soon the next turn is to come; not calmly, the first time after a duty has come or left} */
    public synchronized Pace pace() {
        Pace pace = stirred ? Pace.USUAL : Pace.CALM;
        stirred = false;
        for (final Duty duty : duties) {
            pace = pace.orSooner(duty.pace());
        }
        return pace;
    }

    @Override
    public String roleName() {
        return "verbus-conductor";
    }
}
