package io.verbus.testkit;

import io.verbus.Session;

/** The record of one session as a subscription received it. Filled by a {@link Checker}. */
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

    /** The first sequence. */
    public long first() {
        return first;
    }

    /** The next expected sequence. */
    public long next() {
        return next;
    }

    /** Number of sequences that a handler received. */
    public long delivered() {
        return delivered;
    }

    /** Number of sequences that were reported missing. */
    public long missed() {
        return missed;
    }

    /** Whether the last event was a message, not a gap. */
    public boolean isDeliveredLast() {
        return deliveredLast;
    }

    /** Whether the session ended, or was lost for good. */
    public boolean isOver() {
        return over;
    }

    @Override
    public String toString() {
        return delivered + " delivered, " + missed + " missed, from " + first + " up to " + next;
    }
}
