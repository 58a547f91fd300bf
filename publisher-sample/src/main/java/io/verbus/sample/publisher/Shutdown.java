package io.verbus.sample.publisher;

import io.verbus.monitor.StandardError;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Orderly shutdown on a signal (Ctrl-C, SIGTERM): requests a stop, and keeps the process alive until this is closed, at
 * most 10 s.
 */
final class Shutdown implements AutoCloseable {
    /** Longer than the linger time of a publication. */
    private static final long TIMEOUT_SECONDS = 10;

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::onSignal, "feed-shutdown");
    private volatile boolean requested;

    private Shutdown() {
    }

    static Shutdown register() {
        final Shutdown shutdown = new Shutdown();
        Runtime.getRuntime().addShutdownHook(shutdown.hook);
        return shutdown;
    }

    private void onSignal() {
        requested = true;
        try {
            closed.await(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** {@return whether a stop was requested} */
    boolean requested() {
        return requested;
    }

    @Override
    public void close() {
        StandardError.drain(); // the JVM may end as soon as the hook returns
        closed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (final IllegalStateException e) {
            // The JVM is shutting down: the hook is already running.
        }
    }
}
