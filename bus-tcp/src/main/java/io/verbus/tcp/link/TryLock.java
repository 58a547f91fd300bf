package io.verbus.tcp.link;

import java.util.concurrent.atomic.AtomicBoolean;

/** Lock between two threads that is tried, never waited for. */
final class TryLock {
    private final AtomicBoolean locked = new AtomicBoolean();

    boolean tryLock() {
        return locked.compareAndSet(false, true);
    }

    void unlock() {
        assert locked.get() : "not locked";
        locked.setRelease(false);
    }
}
