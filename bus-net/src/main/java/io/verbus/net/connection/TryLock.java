package io.verbus.net.connection;

import java.util.concurrent.atomic.AtomicBoolean;

/** Lock between two threads that is tried, never waited for. */
public final class TryLock {
    private final AtomicBoolean locked = new AtomicBoolean();

    /** Initially free. */
    public TryLock() {
        // free
    }

    /** {@return whether the caller holds the lock now; then it must {@link #unlock} it} */
    public boolean tryLock() {
        return locked.compareAndSet(false, true);
    }

    /** Releases the lock. */
    public void unlock() {
        assert locked.get() : "not locked";
        locked.setRelease(false);
    }
}
