package io.verbus.internal.conductor;

import io.verbus.internal.duty.Duty;
import io.verbus.internal.duty.DutyCyclePace;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.agrona.ErrorHandler;
import org.agrona.collections.ArrayUtil;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;

/**
 * Runs the duties of a process, on a thread of its own or stepped by the application. Its lock guards the state that it
 * shares with the cold parts of the API; claim, commit and poll never take it.
 */
public final class Conductor implements Agent {
    /** Replaced, never modified: a duty may remove itself or add others during a cycle. */
    private Duty[] duties = {};
    private final NanoClock clock;
    private final ErrorHandler errorHandler;
    private volatile boolean stepped;
    /** Runs the duty cycles, and rests between them; null if callers run them. */
    private volatile Thread thread;
    /** Why a duty failed in the last cycle, an error before an exception; or null. Guarded by the lock. */
    private Throwable failure;
    /**
     * Whether a duty runs; guarded by the lock, so a caller that sees true with the lock held is called by that duty.
     */
    private boolean inCycle;
    /** Number of duties that were added, and of cycles with work; guarded by the lock. */
    private long events;
    /** Whether a duty was added or removed since the last {@link #pace()}; guarded by the lock. */
    private boolean changed;

    /**
     * Starts without duties.
     *
     * @param clock monotonic
     * @param errorHandler receives the exceptions of duties; the duty stays. It must not throw: the other duties would
     *     miss the cycle
     * @param stepped whether the application runs the duty cycles, not a thread of its own
     */
    public Conductor(final NanoClock clock, final ErrorHandler errorHandler, final boolean stepped) {
        this.clock = clock;
        this.errorHandler = errorHandler;
        this.stepped = stepped;
    }

    /** Runs a duty cycle if no thread of its own does, for a caller that waits for its result. */
    public void stepForCaller() {
        if (stepped) {
            doWork();
        }
    }

    /**
     * Ends the rest of the conductor's thread, because a duty cycle is due now. Any thread; without effect if the
     * application runs the duty cycles.
     */
    public void wake() {
        LockSupport.unpark(thread);
    }

    /** From now on, a thread runs the duty cycles. */
    void runBy(final Thread runner) {
        thread = runner;
    }

    /** From now on, callers that wait run the duty cycles: the thread has ended. */
    void stepByCallers() {
        thread = null;
        stepped = true;
    }

    /** Why a duty failed in the last cycle, an {@link Error} before an exception; or null. */
    synchronized Throwable failure() {
        return failure;
    }

    /**
     * Runs the first cycle of a duty and adds it.
     *
     * @param duty to add
     */
    public synchronized void add(final Duty duty) {
        final boolean within = inCycle; // a listener may publish or subscribe
        inCycle = true;
        try {
            duty.doWork(clock.nanoTime());
        } finally {
            inCycle = within;
        }
        duties = ArrayUtil.add(duties, duty);
        changed = true;
        events++;
    }

    /**
     * Adds a duty. Any thread; see {@link #add}.
     *
     * @param duty to add
     * @param undo runs if the first cycle of the duty fails; then its exception is thrown
     */
    public void addOrUndo(final Duty duty, final Runnable undo) {
        try {
            add(duty);
        } catch (final Throwable t) {
            undo.run();
            throw t;
        }
    }

    /**
     * Removes a duty. It does not run after this returns.
     *
     * @param duty to remove
     */
    public synchronized void remove(final Duty duty) {
        duties = ArrayUtil.remove(duties, duty);
        changed = true;
    }

    /**
     * Runs an action between duties.
     *
     * @param <T> type of the result
     * @param action that must not wait
     * @return its result
     */
    public synchronized <T> T between(final Supplier<T> action) {
        return action.get();
    }

    /**
     * Runs an action between duties.
     *
     * @param action that must not wait
     */
    public synchronized void run(final Runnable action) {
        action.run();
    }

    /**
     * Refuses an action that would unmap memory of the running duty.
     *
     * @throws IllegalStateException if called within a duty, that is by a listener or an error handler
     */
    public synchronized void checkNotInCycle() {
        if (inCycle) {
            throw new IllegalStateException("close called by a listener or an error handler on the conductor's"
                    + " thread: close from another thread");
        }
    }

    /** Removes all duties: their memory may be unmapped afterwards. */
    public synchronized void stop() {
        duties = new Duty[0];
    }

    /** {@return the present time on the conductor's clock} */
    public long nowNs() {
        return clock.nanoTime();
    }

    @Override
    public synchronized int doWork() {
        failure = null;
        final long nowNs = clock.nanoTime();
        int workCount = 0;
        inCycle = true;
        try {
            for (final Duty duty : duties) {
                try {
                    workCount += duty.doWork(nowNs);
                } catch (final Throwable t) { // the other duties run in any case
                    failed(t);
                }
            }
        } finally {
            inCycle = false;
        }
        events += workCount > 0 ? 1 : 0;
        return workCount;
    }

    private void failed(final Throwable t) {
        failure = failure instanceof Error ? failure : t;
        errorHandler.onError(t);
    }

    /** Number of events after which a cycle may run code that it has not run before. */
    synchronized long events() {
        return events;
    }

    /** {@return how soon the next cycle is due; never calm in the first call after a duty was added or removed} */
    public synchronized DutyCyclePace pace() {
        DutyCyclePace pace = changed ? DutyCyclePace.USUAL : DutyCyclePace.CALM;
        changed = false;
        for (final Duty duty : duties) {
            try {
                pace = pace.orSooner(duty.pace());
            } catch (final Throwable t) {
                failed(t);
                pace = pace.orSooner(DutyCyclePace.USUAL);
            }
        }
        return pace;
    }

    @Override
    public String roleName() {
        return "verbus-conductor";
    }
}
