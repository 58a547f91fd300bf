package io.verbus.recovery;

import io.verbus.peer.Gap;
import io.verbus.peer.Session;

/**
 * Messages of a session that the subscription could not get: from the next one that is wanted to the last. They become
 * fewer as they come, and more when the publisher goes past what waits behind them. Used by the thread that polls.
 */
final class Missing implements Step {
    private final Session session;
    private final long epochNs;
    private long next;
    private long last;
    /** Who joins in the middle of a message wants the next one: the rest of this one is not missing. */
    private boolean joining;
    /** Who has lost a session may have heard of a message in part: the whole of it is missing then. */
    private boolean atTheEnd;

    Missing(final Gap gap) {
        this.session = gap.session();
        this.epochNs = gap.epochNs();
        this.next = gap.first();
        this.last = gap.last();
    }

    Session session() {
        return session;
    }

    long next() {
        return next;
    }

    long last() {
        return last;
    }

    boolean isOver() {
        return next > last;
    }

    void joins() {
        joining = true;
    }

    void nothingFollows() {
        atTheEnd = true;
    }

    /** Whether the message may be the next one. */
    boolean fits(final long sequence, final int frames) {
        return (sequence == next || joining && sequence < next && sequence + frames > next)
                && (sequence + frames - 1 <= last || atTheEnd && sequence <= last);
    }

    /** Everything before a sequence has been delivered, or told to be lost. */
    void advance(final long newNext) {
        assert newNext > next && (newNext <= last + 1 || atTheEnd) : newNext + " of " + next + ".." + last;
        next = newNext;
        last = Math.max(last, newNext - 1);
        joining = false;
    }

    /** Takes up what is missing behind it; false if something else comes between. */
    boolean grow(final Gap gap) {
        if (gap.first() != last + 1) {
            return false;
        }
        last = gap.last();
        return true;
    }

    /** The part up to a sequence, as what is lost. */
    Gap lostUpTo(final long end, final String cause) {
        return new Gap(session, next, end, epochNs, cause);
    }
}
