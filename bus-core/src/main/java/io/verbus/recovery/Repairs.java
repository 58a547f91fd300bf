package io.verbus.recovery;

import io.verbus.MessageHandler;
import io.verbus.peer.Gap;
import io.verbus.peer.LostSession;
import io.verbus.peer.Refusal;
import io.verbus.peer.Session;
import io.verbus.peer.SessionListener;
import java.util.LinkedHashMap;
import java.util.Map;
import org.agrona.ErrorHandler;

/**
 * The sessions of a subscription that are being repaired, and its listener: what is missing is taken over, and what the
 * application is to hear of such a session waits its turn. Used by the thread that polls.
 */
final class Repairs implements SessionListener, AutoCloseable {
    private final SessionListener listener;
    private final SessionRepair.Means means;
    private final ErrorHandler errorHandler;
    private final Map<Long, SessionRepair> repairs = new LinkedHashMap<>();

    Repairs(final SessionListener listener, final SessionRepair.Means means, final ErrorHandler errorHandler) {
        this.listener = listener;
        this.means = means;
        this.errorHandler = errorHandler;
    }

    boolean isEmpty() {
        return repairs.isEmpty();
    }

    /** Whether live messages of a session have to wait. */
    boolean holds(final long session) {
        final SessionRepair repair = repairs.get(session);
        return repair != null && repair.holds();
    }

    /** Goes on with each; gives how many messages were taken, at most a limit. */
    int turn(final MessageHandler handler, final int limit, final long nowNs) {
        int count = 0;
        for (final SessionRepair repair : repairs.values()) {
            if (count < limit) {
                count += repair.turn(handler, limit - count, nowNs);
            }
        }
        repairs.values().removeIf(SessionRepair::isOver);
        return count;
    }

    @Override
    public boolean onMissing(final Gap gap) {
        of(gap.session()).miss(gap);
        return true;
    }

    @Override
    public void onRestarted(final Session earlier, final Session session) {
        final SessionRepair other = repairs.get(earlier.id());
        if (other == null) {
            listener.onRestarted(earlier, session);
        } else {
            final SessionRepair repair = of(session);
            repair.waitFor(other);
            repair.begin(() -> run(() -> listener.onRestarted(earlier, session)));
        }
    }

    @Override
    public void onStarted(final Session session, final long first) {
        final SessionRepair repair = repairs.get(session.id());
        if (repair != null) {
            repair.joins();
        }
        if (repair != null && repair.isWaiting()) {
            repair.begin(() -> run(() -> listener.onStarted(session, first)));
        } else {
            listener.onStarted(session, first);
        }
    }

    @Override
    public void onGap(final Gap gap) {
        inTurn(gap.session(), () -> listener.onGap(gap));
    }

    @Override
    public void onDoubtful(final Session session, final long sequence) {
        inTurn(session, () -> listener.onDoubtful(session, sequence));
    }

    @Override
    public void onRefused(final Session session, final Refusal cause) {
        listener.onRefused(session, cause);
    }

    @Override
    public void onFailed(final Session session, final long sequence, final Throwable thrown) {
        listener.onFailed(session, sequence, thrown);
    }

    @Override
    public void onLost(final LostSession lost) {
        final SessionRepair repair = repairs.get(lost.session().id());
        if (repair != null && lost.forGood()) {
            repair.nothingFollows();
        }
        inTurn(lost.session(), () -> listener.onLost(lost));
    }

    @Override
    public void onBack(final Session session, final long next) {
        inTurn(session, () -> listener.onBack(session, next));
    }

    @Override
    public void onEnded(final Session session, final long messages) {
        inTurn(session, () -> listener.onEnded(session, messages));
    }

    /** The application hears that something is lost for good. */
    void tellLost(final Gap gap) {
        run(() -> listener.onGap(gap));
    }

    /** The application is told that its handler threw while it got a message from a journal. */
    void tellFailed(final Session session, final long sequence, final Throwable thrown) {
        run(() -> listener.onFailed(session, sequence, thrown));
    }

    private SessionRepair of(final Session session) {
        return repairs.computeIfAbsent(session.id(), id -> new SessionRepair(means));
    }

    private void inTurn(final Session session, final Runnable event) {
        final SessionRepair repair = repairs.get(session.id());
        if (repair == null) {
            event.run();
        } else {
            repair.then(() -> run(event));
        }
    }

    /** Whatever the application's listener does, the repair goes on. */
    private void run(final Runnable event) {
        try {
            event.run();
        } catch (final Throwable t) {
            errorHandler.onError(t);
        }
    }

    /** What is missing still is not asked for any more. */
    @Override
    public void close() {
        repairs.values().forEach(SessionRepair::close);
        repairs.clear();
    }
}
