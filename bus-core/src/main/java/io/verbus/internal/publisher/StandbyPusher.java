package io.verbus.internal.publisher;

import io.verbus.BusSettings;
import io.verbus.internal.conductor.ConductorThread;
import io.verbus.internal.os.ProcessBarrier;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.NanoClock;

/**
 * A thread of the bus that pushes in turns with the publishing threads, for transports on which a push takes
 * microseconds. A publishing thread pushes a single commit itself, at once. When it spends most of its time in pushes,
 * it requests this thread. From then on commits are only published, and those since the last push form the next one;
 * while the thread does not run yet, the publishing thread pushes them every 50 µs. The thread rests again after
 * {@value #IDLE_US} µs without commits, or when it has waited for each of {@value #MAX_AWAITED} in a row: a ping-pong
 * is for the publishing thread.
 *
 * <pre>
 *   resting ──▶ requested ──▶ pushing ──▶ resting
 * </pre>
 *
 * <p>The thread stops to push, executes a barrier for the whole process, and then pushes once more: so a commit that
 * was left to it is pushed, and commits need no fence. Bytes without credit are then left to the conductor.
 */
public final class StandbyPusher implements AutoCloseable {
    private static final int IDLE_US = 100;
    private static final long IDLE_NS = TimeUnit.MICROSECONDS.toNanos(IDLE_US);
    /** Pushes in a row, each of a commit that the thread has waited for, after which the publishing threads push. */
    private static final int MAX_AWAITED = 16;
    private static final String NAME = "verbus-pusher";

    private final CursorPusher cursors = new CursorPusher(NAME);
    private final NanoClock clock;
    private final ErrorHandler errorHandler;
    private final ThreadFactory threads;
    private volatile boolean pushing;
    private volatile boolean requested;
    private volatile boolean closed;
    private volatile Thread thread;

    /**
     * Starts no thread before the first cursor.
     *
     * @param clock monotonic
     * @param errorHandler of the bus
     */
    public StandbyPusher(final NanoClock clock, final ErrorHandler errorHandler) {
        this.clock = clock;
        this.errorHandler = errorHandler;
        this.threads = new ConductorThread(Thread.ofPlatform().name(NAME).daemon().factory(),
                BusSettings.ANY_CORE, errorHandler);
    }

    /** By the conductor. */
    synchronized void add(final Cursor cursor) {
        cursors.add(cursor);
        if (thread == null && !closed) {
            thread = threads.newThread(this::run);
            thread.start();
        }
    }

    /** By the conductor. */
    void remove(final Cursor cursor) {
        cursors.remove(cursor);
    }

    /** Whether a commit is left to the thread. By a publishing thread, after the commit. */
    boolean isPushing() {
        ProcessBarrier.keepOrder(); // SYNC turns with StandbyPusher: the barrier in rest
        return pushing;
    }

    /** Whether the thread will push commits that are left to it. By a publishing thread, after the commit. */
    boolean isRequested() {
        ProcessBarrier.keepOrder(); // SYNC turns with StandbyPusher: the barrier in rest
        return requested;
    }

    /** Requests the thread. By a publishing thread; a system call if the thread rests. */
    void request() {
        if (!requested) {
            requested = true;
            LockSupport.unpark(thread);
        }
    }

    /** Time on the monotonic clock. */
    long nowNs() {
        return clock.nanoTime();
    }

    private void run() {
        while (!closed) {
            if (requested) {
                try {
                    pushUntilIdle();
                    rest();
                } catch (final Throwable t) { // the publishing threads push again
                    requested = false;
                    pushing = false;
                    errorHandler.onError(t);
                }
            } else {
                LockSupport.park(this);
            }
        }
    }

    private void pushUntilIdle() {
        pushing = true;
        long pushedAtNs = clock.nanoTime();
        long nowNs = pushedAtNs;
        boolean hasWaited = false;
        int awaited = 0;
        while (nowNs - pushedAtNs < IDLE_NS && awaited < MAX_AWAITED && !closed) {
            final boolean hasPushed = cursors.doWork() > 0;
            nowNs = clock.nanoTime();
            if (hasPushed) {
                pushedAtNs = nowNs;
                awaited = hasWaited ? awaited + 1 : 0;
            } else {
                Thread.yield(); // to a publishing thread on the same core
            }
            hasWaited = !hasPushed;
        }
    }

    private void rest() {
        requested = false;
        pushing = false;
        ProcessBarrier.run(); // SYNC turns with StandbyPusher: a commit that was left is seen now
        cursors.doWork();
        cursors.leave();
    }

    /** Ends the thread: publishing threads push from now on. */
    @Override
    public void close() {
        final Thread running;
        synchronized (this) {
            closed = true;
            running = thread;
        }
        if (running != null) {
            LockSupport.unpark(running);
            try {
                running.join();
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        pushing = false;
    }
}
