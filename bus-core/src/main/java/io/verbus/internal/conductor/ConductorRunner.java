package io.verbus.internal.conductor;

import io.verbus.BusException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.IdleStrategy;

/**
 * Runs the conductor on a thread until it is closed. Neither an error nor an interrupt by a listener ends the thread: a
 * bus without its conductor notices no death, and waits for dead readers. (Agrona's {@code AgentRunner} ends at both.)
 *
 * <p>If each of many successive cycles fails with an {@link Error}, for example because a class cannot be loaded any
 * more, the conductor gives up and has the bus closed. An {@link OutOfMemoryError} does not count: memory may become
 * free, and a close needs memory too.
 */
public final class ConductorRunner implements Runnable, AutoCloseable {
    /** After this time in one cycle, a close interrupts the thread: a listener may block it. */
    private static final long PATIENCE_MS = 5_000;
    /** Repetitions of one cycle, a tenth of a millisecond once they are compiled. */
    private static final int REPEATS = 40;
    /**
     * After the start, and after each event: more than HotSpot's Tier4InvocationThreshold, 5,000, which counts for each
     * method of a cycle.
     */
    private static final int MOST_REPEATED = 40_000;
    /** In all, so that a process with many events does not repeat cycles forever. */
    private static final int MOST_IN_ALL = 8 * MOST_REPEATED;

    private final Conductor conductor;
    private final IdleStrategy idleStrategy;
    private final ErrorHandler errorHandler;
    private final Duration dutyCycle;
    private final Duration limit;
    private final Runnable closeBus;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CountDownLatch over = new CountDownLatch(1);
    /** Repeated cycles since the last event. By the thread. */
    private int repeated;
    private int repeatedInAll;
    private long events;
    private volatile Thread thread;
    private volatile boolean closed;

    /**
     * Starts without a thread.
     *
     * @param conductor to run
     * @param idleStrategy of its thread
     * @param errorHandler counts errors, and never throws
     * @param dutyCycle additional rest after a failed cycle
     * @param limit for which every cycle may fail
     * @param closeBus closes the bus if the conductor gives up, on its thread
     */
    public ConductorRunner(final Conductor conductor, final IdleStrategy idleStrategy, final ErrorHandler errorHandler,
            final Duration dutyCycle, final Duration limit, final Runnable closeBus) {
        this.conductor = conductor;
        this.idleStrategy = idleStrategy;
        this.errorHandler = errorHandler;
        this.dutyCycle = dutyCycle;
        this.limit = limit;
        this.closeBus = closeBus;
    }

    @Override
    public void run() {
        if (!begun.compareAndSet(false, true)) {
            return; // closed before the thread ran
        }
        thread = Thread.currentThread();
        conductor.runBy(thread);
        final long mostFailures = limit.dividedBy(dutyCycle);
        long failures = 0;
        Throwable failure = null;
        while (!closed && failures < mostFailures) {
            failure = runCycle();
            if (!(failure instanceof OutOfMemoryError)) {
                failures = failure instanceof Error ? failures + 1 : 0;
            }
        }
        conductor.stepByCallers();
        over.countDown(); // before the bus is closed, which waits for it
        if (!closed) {
            giveUp(failure);
        }
    }

    /** Returns why the cycle failed, or null. */
    private Throwable runCycle() {
        Throwable failure;
        try {
            Thread.interrupted(); // or no rest would last
            final int workCount = conductor.doWork();
            failure = conductor.failure();
            if (workCount == 0 && failure == null) {
                repeatFirst();
            }
            idleStrategy.idle(workCount);
        } catch (final Throwable t) { // of the application's clock or idle strategy
            errorHandler.onError(t);
            failure = t;
        }
        if (failure != null) {
            LockSupport.parkNanos(dutyCycle.toNanos()); // the failed cycle may not have rested
        }
        return failure;
    }

    /**
     * Repeats a cycle that did nothing, until the JVM has compiled its code at the highest level: after a rest, that
     * touches fewer cache lines than other code (docs/decisions/0024-conductor.md). A new duty, or a new
     * reader, brings code that the cycles before did not run.
     */
    private void repeatFirst() {
        final long newEvents = conductor.events();
        repeated = newEvents == events ? repeated : 0;
        events = newEvents;
        int left = Math.min(REPEATS, Math.min(MOST_REPEATED - repeated, MOST_IN_ALL - repeatedInAll));
        repeated += left;
        repeatedInAll += left;
        while (left-- > 0 && conductor.doWork() == 0 && conductor.failure() == null) {
            conductor.pace();
        }
    }

    private void giveUp(final Throwable failure) {
        try {
            errorHandler.onError(new BusException("closing the bus: each duty cycle failed for " + limit + ", at last"
                    + " with " + failure + ": restart the process", failure));
        } finally {
            closeBus.run();
        }
    }

    /** Waits until the thread runs no further cycle. */
    @Override
    public void close() {
        closed = true;
        if (begun.compareAndSet(false, true)) {
            return; // there is no thread, or it has not run yet
        }
        try {
            conductor.wake();
            while (!over.await(PATIENCE_MS, TimeUnit.MILLISECONDS)) {
                thread.interrupt();
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt(); // the caller removes the duties, so a later cycle does nothing
        }
    }
}
