package io.verbus.sample.publisher;

import io.verbus.print.StandardError;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a signal (Ctrl-C, SIGTERM) end the work in good order: it is asked to stop, and the process stays until this is
 * closed, or for a bounded time.
 */
final class Shutdown implements AutoCloseable {
    /** Longer than a publication lingers. */
    private static final long PATIENCE_SECONDS = 10;

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
            closed.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** {@return whether the work is to end now} */
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
            // The JVM is ending: the hook runs already.
        }
    }
}
