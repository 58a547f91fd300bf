package io.verbus.tools.stat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends a live view with an exit status of its own at Ctrl-C or SIGTERM: that is its ordinary end, not a failure.
 * Without it the JVM ends with 130 or 143.
 */
final class CleanEnd implements AutoCloseable {
    private static final long LIMIT_SECONDS = 5;

    private final CountDownLatch requested = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::onShutdown, "verbus-stat-end");
    private volatile int status;

    private CleanEnd() {
    }

    static CleanEnd register() {
        final CleanEnd end = new CleanEnd();
        Runtime.getRuntime().addShutdownHook(end.hook);
        return end;
    }

    private void onShutdown() {
        requested.countDown();
        try {
            if (closed.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                Runtime.getRuntime().halt(status);
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits; returns true as soon as the end is requested. */
    boolean await(final long ns) {
        try {
            return requested.await(ns, TimeUnit.NANOSECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** Sets the exit status. */
    void status(final int newStatus) {
        status = newStatus;
    }

    int status() {
        return status;
    }

    /** Lets the JVM end. All output is flushed. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (final IllegalStateException e) {
            assert e.getMessage() != null : "the JVM is shutting down: the hook runs and ends it";
        }
        closed.countDown();
    }
}
