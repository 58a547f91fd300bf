package io.verbus.internal.recovery;

import io.verbus.Gap;
import io.verbus.GapCause;
import io.verbus.Session;

/**
 * A range of a session that the subscription could not get, from the next sequence to the last. It shrinks as messages
 * are delivered, and grows when the publisher laps the messages that wait after it. Used by the polling thread.
 */
public final class MissingRange implements RepairStep {
    private final Session session;
    private final long epochNs;
    private long next;
    private long last;
    /** The range may start inside a message: a subscriber that joins there skips the rest of that message. */
    private boolean partialStart;
    /** The range may end inside a message: if the session is lost, only a part of its last message may be known. */
    private boolean partialEnd;

    public MissingRange(final Gap gap) {
        this.session = gap.session();
        this.epochNs = gap.epochNs();
        this.next = gap.first();
        this.last = gap.last();
    }

    Session session() {
        return session;
    }

    public long next() {
        return next;
    }

    long last() {
        return last;
    }

    boolean isOver() {
        return next > last;
    }

    void allowPartialStart() {
        partialStart = true;
    }

    void allowPartialEnd() {
        partialEnd = true;
    }

    /** Whether the message may be the next one. */
    boolean fits(final long sequence, final int frames) {
        return (sequence == next || partialStart && sequence < next && sequence + frames > next)
                && (sequence + frames - 1 <= last || partialEnd && sequence <= last);
    }

    /** Every message before a sequence has been delivered, or reported as lost. */
    void advance(final long newNext) {
        assert newNext > next && (newNext <= last + 1 || partialEnd) : newNext + " of " + next + ".." + last;
        next = newNext;
        last = Math.max(last, newNext - 1);
        partialStart = false;
    }

    /** Extends the range by an adjacent gap; returns false if the gap is not adjacent. */
    boolean grow(final Gap gap) {
        if (gap.first() != last + 1) {
            return false;
        }
        last = gap.last();
        return true;
    }

    /** The part up to a sequence, as a loss. */
    Gap lostUpTo(final long end, final GapCause cause, final String description) {
        return new Gap(session, next, end, epochNs, cause, description);
    }
}
