package io.verbus.testkit.fabric.link;

import java.util.concurrent.atomic.AtomicReference;

/** Calls of which only one may be made at a time, by whichever thread, and none after the last. */
public final class Guard {
    private static final String CLOSED = "close";

    private final Contract contract;
    private final String who;
    private final AtomicReference<String> call = new AtomicReference<>();

    public Guard(final Contract contract, final String who) {
        this.contract = contract;
        this.who = who;
    }

    public void enter(final String name) {
        final String other = call.compareAndExchange(null, name);
        contract.check(other == null, who, () -> name + " is called during, or after, " + other);
    }

    public void exit(final String name) {
        contract.check(call.compareAndSet(name, null), who, () -> name + " ends, and was not called alone");
    }

    /** From here on nothing may be called. */
    public void close() {
        enter(CLOSED);
    }

    public void checkOpen(final String name) {
        contract.check(!CLOSED.equals(call.get()), who, () -> name + " is called after close");
    }
}
