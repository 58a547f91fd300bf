package io.verbus.internal.os;

/**
 * The one thread that uses a publication or a subscription: the first that calls {@link #check()}, until it hands over.
 * Concurrent use by two threads is a program error; it is detected where a check costs nothing, not in each call.
 */
public final class OwnerThread {
    private final String owned;
    /** Not volatile: a second thread that misses the store of the first is refused at its next check. */
    private Thread thread;

    /**
     * Without an owner.
     *
     * @param owned owned object, such as "publication md.itch"
     */
    public OwnerThread(final String owned) {
        this.owned = owned;
    }

    /**
     * Makes the calling thread the owner if there is none.
     *
     * @throws IllegalStateException if another thread is the owner
     */
    public void check() {
        final Thread caller = Thread.currentThread();
        if (thread == null) {
            thread = caller;
        } else if (thread != caller) {
            throw new IllegalStateException(owned + " belongs to thread \"" + thread.getName() + "\" but was used by"
                    + " thread \"" + caller.getName()
                    + "\": use it on one thread, or call handOver() on the owner before"
                    + " another thread uses it");
        }
    }

    /** {@return whether the calling thread is the owner; it becomes the owner if there is none; for assertions} */
    public boolean isMine() {
        if (thread == null) {
            thread = Thread.currentThread();
        }
        return isCurrent();
    }

    /** {@return whether the calling thread is the owner} */
    public boolean isCurrent() {
        return thread == Thread.currentThread();
    }

    /** {@return whether the owner is a thread that has ended} */
    public boolean isDead() {
        final Thread owner = thread;
        return owner != null && !owner.isAlive();
    }

    /** Releases the ownership: the next thread that checks becomes the owner. Called by the owner. */
    public void handOver() {
        thread = null;
    }

    @Override
    public String toString() {
        return owned + " of " + thread;
    }
}
