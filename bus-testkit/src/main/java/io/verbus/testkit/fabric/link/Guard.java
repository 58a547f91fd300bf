package io.verbus.testkit.fabric.link;

import java.util.concurrent.atomic.AtomicReference;

/** Calls of which only one may run at a time, on any thread, and none after the last. */
public final class Guard {
    private static final String CLOSED = "close";

    private final Contract contract;
    private final String subject;
    private final AtomicReference<String> call = new AtomicReference<>();

    public Guard(final Contract contract, final String subject) {
        this.contract = contract;
        this.subject = subject;
    }

    public void enter(final String name) {
        final String other = call.compareAndExchange(null, name);
        contract.check(other == null, subject, () -> name + " is called during, or after, " + other);
    }

    public void exit(final String name) {
        contract.check(call.compareAndSet(name, null), subject, () -> name + " ran concurrently with another call");
    }

    /** After this no call is allowed. */
    public void close() {
        enter(CLOSED);
    }

    public void checkOpen(final String name) {
        contract.check(!CLOSED.equals(call.get()), subject, () -> name + " is called after close");
    }
}
