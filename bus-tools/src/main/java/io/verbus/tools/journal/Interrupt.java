package io.verbus.tools.journal;

import io.verbus.print.StandardError;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Lets Ctrl-C end the work in good order: the process stays until this is closed, or for a bounded time. */
final class Interrupt implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 30;

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::onSignal, "interrupt");
    private volatile boolean requested;

    Interrupt() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Whether the work is to end now. */
    boolean isRequested() {
        return requested;
    }

    private void onSignal() {
        requested = true;
        try {
            closed.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        StandardError.drain(); // the JVM may end as soon as the hook returns
        closed.countDown();
        if (!requested) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (final IllegalStateException e) {
                assert e.getMessage() != null : "the signal came just now: the hook runs, and has been told";
            }
        }
    }
}
