package io.verbus;

import io.verbus.monitor.StandardError;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Orderly shutdown on a signal (Ctrl-C, SIGTERM) or {@link System#exit}: the application's loops end, its resources are
 * closed, and the JVM waits for that, then for the thread that has registered the latch, because it may print why a
 * resource could not be closed: until it ends, calls {@link System#exit}, or has rested for a second. The exit status
 * stays that of the signal, 130 or 143, unless the application sets another one with {@link #endWith}. Thread-safe.
 *
 * <pre>{@code
 * try (ShutdownLatch shutdown = ShutdownLatch.register(Duration.ofSeconds(10)); Bus bus = Bus.launch()) {
 *     while (!shutdown.isRequested()) {
 *         // publish, poll
 *     }
 * }
 * }</pre>
 *
 * <p>Agrona's {@code ShutdownSignalBarrier} waits without a limit, and prints warnings on standard output, which may
 * be the data of a command.
 */
public final class ShutdownLatch implements AutoCloseable {
    private static final Duration CHECK = Duration.ofMillis(2);
    /** A second in all, of a thread that has other work than to end. */
    private static final int CHECKS_AT_REST = 500;
    /** Exit status of the JVM, 0 for that of the signal. */
    private static volatile int status;

    private final CountDownLatch requested = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private final long limitNs;
    private final Thread owner = Thread.currentThread();
    private final Thread hook = new Thread(this::onShutdown, "verbus-shutdown");

    private ShutdownLatch(final Duration limit) {
        limitNs = limit.toNanos();
    }

    /**
     * Creates a latch for the shutdown of this JVM.
     *
     * @param limit time for which the JVM waits after the signal until the latch is closed, and again for this thread
     *     while it runs; longer than the linger time of each publication
     * @return the latch; to be closed after all other resources, so the first one of a try statement
     * @throws IllegalStateException if the JVM is shutting down already
     */
    public static ShutdownLatch register(final Duration limit) {
        final ShutdownLatch latch = new ShutdownLatch(limit);
        Runtime.getRuntime().addShutdownHook(latch.hook);
        return latch;
    }

    private void onShutdown() {
        requested.countDown();
        try {
            if (closed.await(limitNs, TimeUnit.NANOSECONDS)) {
                awaitReport();
                if (status != 0) {
                    Runtime.getRuntime().halt(status); // the only way to change the status of a signal
                }
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A thread that runs, but gets no core, has the whole limit. */
    private void awaitReport() throws InterruptedException {
        boolean isOver = false;
        int atRest = 0;
        for (long left = limitNs / CHECK.toNanos(); left > 0 && atRest < CHECKS_AT_REST && !isOver; left--) {
            isOver = owner.join(CHECK) || isExiting(owner);
            atRest += owner.getState() == Thread.State.RUNNABLE ? 0 : 1;
        }
        StandardError.drain();
    }

    /** Whether a thread has called {@link System#exit}, which does not return. */
    private static boolean isExiting(final Thread thread) {
        return Arrays.stream(thread.getStackTrace()).anyMatch(frame -> frame.getMethodName().equals("exit")
                && frame.getClassName().equals(Runtime.class.getName()));
    }

    /**
     * Sets the exit status of a JVM that a signal ends, for a result that is incomplete for another reason. It takes
     * effect when a latch is closed in time; other shutdown hooks are then not awaited.
     *
     * @param newStatus 1 to 255; 0 for that of the signal
     */
    public static void endWith(final int newStatus) {
        status = newStatus;
    }

    /** {@return whether the shutdown has begun; a volatile read} */
    public boolean isRequested() {
        return requested.getCount() == 0;
    }

    /**
     * Waits until the shutdown begins, for a thread that has nothing else to do.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public void await() throws InterruptedException {
        requested.await();
    }

    /** Waits until {@link StandardError} is written, for up to a second, and lets the JVM end. */
    @Override
    public void close() {
        StandardError.drain(); // the JVM may end as soon as the hook returns
        closed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (final IllegalStateException e) {
            assert e.getMessage() != null : "the JVM is shutting down: the hook runs and sees the latch";
        }
    }
}
