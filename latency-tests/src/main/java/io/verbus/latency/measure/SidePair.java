package io.verbus.latency.measure;

import io.verbus.BusException;
import io.verbus.latency.worker.Job;
import io.verbus.latency.worker.ControlLine;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Both sides in one process. Each order is for both; the far side has a thread of its own. */
final class SidePair implements Job {
    private final Job near;
    private final Job far;
    private final ExecutorService other = Executors
            .newSingleThreadExecutor(Thread.ofPlatform().name("far").daemon().factory());

    SidePair(final Job near, final Job far) {
        this.near = near;
        this.far = far;
    }

    @Override
    public ControlLine run(final ControlLine order) {
        final Future<ControlLine> later = other.submit(() -> far.run(order));
        final ControlLine now = near.run(order);
        try {
            return ControlLine.of(Orders.TWO).with(Orders.NEAR, now).with(Orders.FAR, later.get());
        } catch (final ExecutionException e) {
            throw new BusException("the far side failed: " + e.getCause().getMessage(), e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BusException("interrupted", e);
        }
    }

    @Override
    public void close() {
        other.shutdownNow();
        near.close(); // both sides share the bench
    }
}
