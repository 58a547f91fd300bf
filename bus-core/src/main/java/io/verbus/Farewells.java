package io.verbus;

import io.verbus.conductor.Conductor;
import io.verbus.conductor.Duty;
import io.verbus.conductor.Farewell;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The duties of the conductor for publications and subscriptions that are closed. Thread-safe. */
final class Farewells {
    private static final int LAST_CYCLES = 500;
    private static final long CYCLE_NS = 1_000_000;

    private final Conductor conductor;
    private final List<Farewell> open = new CopyOnWriteArrayList<>();

    Farewells(final Conductor conductor) {
        this.conductor = conductor;
    }

    /** Runs a duty until it is over, then cleans up. */
    void add(final Duty duty, final BooleanSupplier isOver, final Runnable cleanUp) {
        final Farewell[] farewell = new Farewell[1];
        farewell[0] = new Farewell(conductor, duty, isOver, () -> {
            open.remove(farewell[0]);
            cleanUp.run();
        });
        open.add(farewell[0]);
        conductor.add(farewell[0]);
    }

    /** Tries a release in each duty cycle until the thread that prevents it has left. */
    void defer(final BooleanSupplier release) {
        add(nowNs -> 0, release, () -> {});
    }

    /**
     * Waits, for a bounded time, until other hosts, devices and threads have released everything: final messages are in
     * flight.
     */
    void await() {
        for (int cycle = 0; cycle < LAST_CYCLES && !open.isEmpty(); cycle++) {
            conductor.doWork();
            LockSupport.parkNanos(CYCLE_NS);
        }
    }

    /** Cleans up now, even if a peer has not released its end. Under the conductor's lock. */
    void end() {
        List.copyOf(open).forEach(Farewell::end);
    }
}
