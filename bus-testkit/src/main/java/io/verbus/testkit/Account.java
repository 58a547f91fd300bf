package io.verbus.testkit;

import io.verbus.peer.Session;

/** What a subscription has heard of one session. Filled by a {@link Checker}. */
public final class Account {
    private final Session session;
    long first = -1;
    long next = -1;
    long delivered;
    long missed;
    boolean over;
    boolean deliveredLast;

    Account(final Session session) {
        this.session = session;
    }

    public Session session() {
        return session;
    }

    /** The sequence that it began with. */
    public long first() {
        return first;
    }

    /** The sequence that has to come next. */
    public long next() {
        return next;
    }

    /** Sequences of messages that a handler got. */
    public long delivered() {
        return delivered;
    }

    /** Sequences that were reported missing. */
    public long missed() {
        return missed;
    }

    /** Whether it was a message that came last, and no gap. */
    public boolean isDeliveredLast() {
        return deliveredLast;
    }

    /** Whether it was ended, or lost for good. */
    public boolean isOver() {
        return over;
    }

    @Override
    public String toString() {
        return delivered + " delivered, " + missed + " missed, from " + first + " up to " + next;
    }
}
