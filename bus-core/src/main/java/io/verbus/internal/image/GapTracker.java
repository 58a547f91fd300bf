package io.verbus.internal.image;

import io.verbus.Gap;
import io.verbus.GapCause;
import io.verbus.Session;
import io.verbus.SessionEvent;
import java.util.function.BooleanSupplier;

/**
 * Tracks the first sequence that an image has neither delivered nor reported. A missing range is accepted by the
 * listener, or reported as a gap. The start of the session is reported first. Used by one thread.
 */
final class GapTracker {
    private final Session session;
    private final ImageSettings settings;
    private long wanted;
    private GapCause cause = GapCause.TOO_OLD;
    private boolean started;
    /** Whether an earlier image of the session has reported its start. */
    private boolean back;
    /** The previous session of the same publisher, until its end is reported. */
    private Session earlier;
    private BooleanSupplier earlierIsOver;

    GapTracker(final Session session, final ImageSettings settings) {
        this.session = session;
        this.settings = settings;
    }

    /** Sets the session of which this one is the restart; its end is reported first. */
    void succeed(final Session other, final BooleanSupplier isOver) {
        earlier = other;
        earlierIsOver = isOver;
    }

    /** Continues after an earlier image of the session. */
    void comeBack() {
        back = true;
    }

    /** Whether nothing may be reported yet. */
    boolean areDeferred() {
        return earlier != null && !earlierIsOver.getAsBoolean();
    }

    boolean isStarted() {
        return started;
    }

    /** The first sequence that is neither delivered nor reported. */
    long wanted() {
        return wanted;
    }

    void want(final long sequence) {
        wanted = sequence;
    }

    /** Sets the wanted sequence, and the cause of a later gap. */
    void want(final long sequence, final GapCause newCause) {
        wanted = sequence;
        cause = newCause;
    }

    /** Records a jump of the publisher: the range in between is missing, unless nothing of it was wanted. */
    void jump(final long next, final Jump jump) {
        if (jump.cause() == null) {
            wanted = started ? next : jump.boundary().sequence();
        } else {
            want(next, jump.cause());
        }
    }

    /** Moves to the start of a message. If a reader joins inside a message, the rest of that message is not missing. */
    boolean seekBeginning(final FrameReader reader) {
        final boolean joining = !started && !back && reader.sequence() == wanted;
        final boolean found = reader.seekBeginning();
        wanted = joining && !reader.isMissing(wanted) ? reader.sequence() : wanted;
        return found;
    }

    /** Settles the missing range before the reader, as below. */
    boolean settle(final FrameReader reader) {
        return settle(reader.sequence(), reader.isMissing(wanted) ? GapCause.UPSTREAM : cause);
    }

    /**
     * Settles the missing range [wanted, first): accepted by the listener, or reported as a gap. Returns false if
     * delivery must wait for the listener.
     */
    boolean settle(final long first) {
        return settle(first, cause);
    }

    private boolean settle(final long first, final GapCause cause) {
        final boolean accepted = wanted < first && isAccepted(wanted, first - 1, cause, cause.description());
        start(accepted ? wanted : first);
        if (wanted < first && !accepted) {
            report(wanted, first - 1, cause, cause.description());
        }
        wanted = first;
        return !accepted;
    }

    void start(final long first) {
        if (!started) {
            started = true;
            if (earlier != null) {
                settings.listener().onEvent(new SessionEvent.Restarted(earlier, session));
                earlier = null;
                earlierIsOver = null;
            }
            settings.listener().onEvent(back
                    ? new SessionEvent.Back(session, wanted)
                    : new SessionEvent.Started(session, first));
        }
    }

    /** Reports a message that did not fit into the reassembly memory. */
    void drop(final FrameReader reader) {
        final long first = reader.undelivered();
        reader.forget();
        report(first, reader.sequence() - 1, GapCause.TOO_LONG, GapCause.TOO_LONG.description()
                + ": the limit of the subscription is " + settings.memory().limit() + " bytes");
    }

    /** Whether the listener accepts the range; then it is not a gap, unless the listener reports it as lost. */
    boolean isAccepted(final long first, final long last, final GapCause why, final String description) {
        final boolean accepted = settings.listener().onMissing(gap(first, last, why, description));
        if (accepted) {
            settings.counters().fetching();
        }
        return accepted;
    }

    void report(final long first, final long last, final GapCause why, final String description) {
        settings.counters().gap(last - first + 1);
        settings.listener().onEvent(gap(first, last, why, description));
    }

    private Gap gap(final long first, final long last, final GapCause why, final String description) {
        return new Gap(session, first, last, settings.clock().nanoTime(), why, description);
    }
}
