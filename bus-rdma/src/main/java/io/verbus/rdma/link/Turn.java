package io.verbus.rdma.link;

import java.util.concurrent.atomic.AtomicBoolean;

/** Whose turn it is where two threads may come: tried, never waited for. */
final class Turn {
    private final AtomicBoolean taken = new AtomicBoolean();

    boolean tryTake() {
        return taken.compareAndSet(false, true);
    }

    void release() {
        assert taken.get() : "nobody's turn";
        taken.setRelease(false);
    }
}
