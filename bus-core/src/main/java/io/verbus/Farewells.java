package io.verbus;

import io.verbus.conductor.Conductor;
import io.verbus.conductor.Duty;
import io.verbus.conductor.Farewell;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** What the conductor still does for publications and subscriptions after they were closed. Thread-safe. */
final class Farewells {
    private static final int LAST_TURNS = 500;
    private static final long TURN_NS = 1_000_000;

    private final Conductor conductor;
    private final List<Farewell> open = new CopyOnWriteArrayList<>();

    Farewells(final Conductor conductor) {
        this.conductor = conductor;
    }

    /** Does a duty until it is over, then cleans up. */
    void add(final Duty duty, final BooleanSupplier isOver, final Runnable cleanUp) {
        final Farewell[] farewell = new Farewell[1];
        farewell[0] = new Farewell(conductor, duty, isOver, () -> {
            open.remove(farewell[0]);
            cleanUp.run();
        });
        open.add(farewell[0]);
        conductor.add(farewell[0]);
    }

    /** Tries a release in each duty cycle until the thread that stands in its way has left. */
    void defer(final BooleanSupplier release) {
        add(nowNs -> 0, release, () -> {});
    }

    /** Gives other hosts, devices and threads a moment to let go: what is said last is on its way. */
    void await() {
        for (int turn = 0; turn < LAST_TURNS && !open.isEmpty(); turn++) {
            conductor.doWork();
            LockSupport.parkNanos(TURN_NS);
        }
    }

    /** Cleans up now, even if a peer has not let go. Under the conductor's lock. */
    void end() {
        List.copyOf(open).forEach(Farewell::end);
    }
}
