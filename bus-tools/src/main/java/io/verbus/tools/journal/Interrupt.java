package io.verbus.tools.journal;

import io.verbus.monitor.StandardError;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Orderly stop on Ctrl-C: the shutdown hook waits until this is closed, at most {@value #PATIENCE_SECONDS} s. */
final class Interrupt implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 30;

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::onSignal, "interrupt");
    private volatile boolean requested;

    Interrupt() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Whether a stop was requested. */
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
                assert e.getMessage() != null : "shutdown has just begun: the hook runs and sees the latch";
            }
        }
    }
}
