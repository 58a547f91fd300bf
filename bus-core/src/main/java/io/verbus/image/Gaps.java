package io.verbus.image;

import io.verbus.peer.Gap;
import io.verbus.peer.Session;
import java.util.function.BooleanSupplier;

/**
 * From which message on an image wants a session, and what becomes of those that it can't get any more: somebody
 * fetches them from elsewhere, or they are a gap. The start of the session is told before the first. Used by one
 * thread.
 */
final class Gaps {
    private static final String TOO_OLD = "the log does not go back that far";

    private final Session session;
    private final ImageSettings settings;
    private long wanted;
    private String cause = TOO_OLD;
    private boolean started;
    /** The session that this one takes the place of, until its end has been told. */
    private Session earlier;
    private BooleanSupplier earlierIsOver;

    Gaps(final Session session, final ImageSettings settings) {
        this.session = session;
        this.settings = settings;
    }

    /** Its session is the restart of another, for whose end it has to wait. */
    void succeed(final Session other, final BooleanSupplier isOver) {
        earlier = other;
        earlierIsOver = isOver;
    }

    /** Whether nothing may be told yet. */
    boolean areHeldBack() {
        return earlier != null && !earlierIsOver.getAsBoolean();
    }

    boolean isStarted() {
        return started;
    }

    /** The first sequence that is wanted, and neither delivered nor reported. */
    long wanted() {
        return wanted;
    }

    void want(final long sequence) {
        wanted = sequence;
    }

    /** As well, and why something may be missing from there on. */
    void want(final long sequence, final String newCause) {
        wanted = sequence;
        cause = newCause;
    }

    /** The publisher goes on elsewhere: what lies between is missing, unless nothing of it was wanted. */
    void lead(final long next, final Detour detour) {
        if (detour.cause() == null) {
            wanted = started ? next : detour.boundary().sequence();
        } else {
            want(next, detour.cause());
        }
    }

    /** Who joins in the middle of a message wants the next one: the rest of this one is not missing. */
    boolean seekBeginning(final FrameReader reader) {
        final boolean joining = !started && reader.sequence() == wanted;
        final boolean found = reader.seekBeginning();
        wanted = joining ? reader.sequence() : wanted;
        return found;
    }

    /** What is wanted before a message is missing. Gives whether that may come at once: what others fetch is first. */
    boolean settle(final long first) {
        final boolean fetched = wanted < first && isTakenOver(wanted, first - 1, cause);
        start(fetched ? wanted : first);
        if (wanted < first && !fetched) {
            report(wanted, first - 1, cause);
        }
        wanted = first;
        return !fetched;
    }

    void start(final long first) {
        if (!started) {
            started = true;
            if (earlier != null) {
                settings.listener().onRestarted(earlier, session);
                earlier = null;
                earlierIsOver = null;
            }
            settings.listener().onStarted(session, first);
        }
    }

    /** A message has passed that there was no memory for. */
    void drop(final FrameReader reader) {
        final long first = reader.undelivered();
        reader.forget();
        report(first, reader.sequence() - 1,
                "there was no memory for it: the subscription puts messages together in "
                        + settings.memory().limit() + " bytes at most");
    }

    /** Whether the listener sees to them; then they are no gap, unless it says so. */
    boolean isTakenOver(final long first, final long last, final String why) {
        return settings.listener().onMissing(gap(first, last, why));
    }

    void report(final long first, final long last, final String why) {
        settings.counters().gap(last - first + 1);
        settings.listener().onGap(gap(first, last, why));
    }

    private Gap gap(final long first, final long last, final String why) {
        return new Gap(session, first, last, settings.clock().nanoTime(), why);
    }
}
