package io.verbus.os;

/**
 * The one thread that uses a publication or a subscription: the first that gets to {@link #check()}, until it hands
 * over. Two threads at once are a mistake of the program; it is detected where a check costs nothing, not at each call.
 */
public final class OwnerThread {
    private final String what;
    /** Not volatile: a second thread that misses the store of the first is refused at its next check. */
    private Thread thread;

    /**
     * Without an owner.
     *
     * @param what is owned, such as "publication md.itch"
     */
    public OwnerThread(final String what) {
        this.what = what;
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
            throw new IllegalStateException(what + " belongs to thread \"" + thread.getName() + "\" and was used by"
                    + " thread \"" + caller.getName()
                    + "\": use it on one thread, or call handOver() on the owner before"
                    + " another thread uses it");
        }
    }

    /** {@return whether the calling thread is the owner, or becomes it because there is none; for assertions} */
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

    /** Leaves it without an owner: the next thread that checks becomes the owner. By the owner. */
    public void handOver() {
        thread = null;
    }

    @Override
    public String toString() {
        return what + " of " + thread;
    }
}
