package io.verbus.rdma.epoch;

import java.util.concurrent.atomic.AtomicBoolean;

/** Whose turn it is where two threads may come: tried, never waited for. */
public final class Turn {
    private final AtomicBoolean taken = new AtomicBoolean();

    /** Nobody's yet. */
    public Turn() {
        // free
    }

    /** {@return whether it is ours now; then we have to {@link #release} it} */
    public boolean tryTake() {
        return taken.compareAndSet(false, true);
    }

    /** Lets the next have it. */
    public void release() {
        assert taken.get() : "nobody's turn";
        taken.setRelease(false);
    }
}
