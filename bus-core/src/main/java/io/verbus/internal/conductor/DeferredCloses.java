package io.verbus.internal.conductor;

import io.verbus.internal.duty.Duty;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The duties of the conductor for publications and subscriptions that are closed. Thread-safe. */
public final class DeferredCloses {
    private static final int LAST_CYCLES = 500;
    private static final long CYCLE_NS = 1_000_000;
    private static final long PATIENCE_NS = LAST_CYCLES * CYCLE_NS;

    private final Conductor conductor;
    private final List<DeferredClose> open = new CopyOnWriteArrayList<>();

    public DeferredCloses(final Conductor conductor) {
        this.conductor = conductor;
    }

    /** Runs a duty until it is over, then cleans up. */
    public void add(final Duty duty, final BooleanSupplier isOver, final Runnable cleanUp) {
        final DeferredClose[] deferredClose = new DeferredClose[1];
        deferredClose[0] = new DeferredClose(conductor, duty, isOver, () -> {
            open.remove(deferredClose[0]);
            cleanUp.run();
        });
        open.add(deferredClose[0]);
        conductor.add(deferredClose[0]);
    }

    /** Tries a release in each duty cycle until the thread that prevents it has left. */
    public void defer(final BooleanSupplier release) {
        add(nowNs -> 0, release, () -> {});
    }

    /**
     * Waits, for a bounded time, until other hosts, devices and threads have released everything: final messages are in
     * flight.
     */
    public void await() {
        final long beganNs = conductor.nowNs();
        for (int cycle = 0; cycle < LAST_CYCLES && !open.isEmpty()
                && conductor.nowNs() - beganNs < PATIENCE_NS; cycle++) {
            conductor.doWork();
            LockSupport.parkNanos(CYCLE_NS);
        }
    }

    /** Cleans up now, even if a peer has not released its end. Under the conductor's lock. */
    public void end() {
        List.copyOf(open).forEach(DeferredClose::end);
    }
}
