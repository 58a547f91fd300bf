package io.verbus.internal.recovery;

import io.verbus.Gap;
import io.verbus.LostSession;
import io.verbus.PollHandler;
import io.verbus.Refusal;
import io.verbus.Session;
import io.verbus.SessionListener;
import io.verbus.internal.access.GapAccounts;
import io.verbus.recovery.Delivery;
import java.util.LinkedHashMap;
import java.util.Map;
import org.agrona.ErrorHandler;

/**
 * The sessions of a subscription that are being repaired, and its listener: takes over missing ranges, and delays the
 * events of such a session until the messages before them are delivered. Used by the polling thread.
 */
public final class SessionRepairs implements SessionListener, RepairLosses, AutoCloseable {
    private final SessionListener listener;
    private final SessionRepair.Parameters parameters;
    private final ErrorHandler errorHandler;
    private final Map<Long, SessionRepair> repairs = new LinkedHashMap<>();
    private GapAccounts accounts;

    public SessionRepairs(final SessionListener listener, final RangeClient recorders, final Delivery delivery,
            final long timeoutNs, final ErrorHandler errorHandler) {
        this.listener = listener;
        this.parameters = new SessionRepair.Parameters(recorders, this, delivery, timeoutNs);
        this.errorHandler = errorHandler;
    }

    /** Sets the accounts of the subscription, before its first poll. */
    public void accounts(final GapAccounts ofSubscription) {
        accounts = ofSubscription;
    }

    /** Whether a poll of the subscription is in progress; any thread. */
    public boolean isPolling() {
        return accounts.isPolling();
    }

    public boolean isEmpty() {
        return repairs.isEmpty();
    }

    /** Whether live messages of a session have to wait. */
    public boolean blocksLive(final long session) {
        final SessionRepair repair = repairs.get(session);
        return repair != null && repair.blocksLive();
    }

    /** Continues each repair; returns the number of messages taken, at most the limit. */
    public int doWork(final PollHandler handler, final int limit, final long nowNs) {
        int count = 0;
        for (final SessionRepair repair : repairs.values()) {
            if (count < limit) {
                count += repair.doWork(handler, limit - count, nowNs);
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
            repair.allowPartialStart();
        }
        if (repair != null && repair.isWaiting()) {
            repair.begin(() -> run(() -> listener.onStarted(session, first)));
        } else {
            listener.onStarted(session, first);
        }
    }

    @Override
    public void onGap(final Gap gap) {
        enqueue(gap.session(), () -> listener.onGap(gap));
    }

    @Override
    public void onDoubtful(final Session session, final long sequence) {
        enqueue(session, () -> listener.onDoubtful(session, sequence));
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
            repair.allowPartialEnd();
        }
        enqueue(lost.session(), () -> listener.onLost(lost));
    }

    @Override
    public void onBack(final Session session, final long next) {
        enqueue(session, () -> listener.onBack(session, next));
    }

    @Override
    public void onEnded(final Session session, final long messages) {
        enqueue(session, () -> listener.onEnded(session, messages));
    }

    @Override
    public void lose(final Gap gap) {
        accounts.lose(gap);
        run(() -> listener.onGap(gap));
    }

    @Override
    public void filled(final long messages) {
        if (messages > 0) {
            accounts.filled(messages);
        }
    }

    @Override
    public void failed(final Session session, final long sequence, final Throwable thrown) {
        accounts.failed();
        run(() -> listener.onFailed(session, sequence, thrown));
        if (!(thrown instanceof VirtualMachineError)) {
            errorHandler.onError(thrown);
        }
    }

    private SessionRepair of(final Session session) {
        return repairs.computeIfAbsent(session.id(), id -> new SessionRepair(parameters));
    }

    private void enqueue(final Session session, final Runnable event) {
        final SessionRepair repair = repairs.get(session.id());
        if (repair == null) {
            event.run();
        } else {
            repair.then(() -> run(event));
        }
    }

    /** Runs an event; an exception of the application's listener does not stop the repair. */
    private void run(final Runnable event) {
        try {
            event.run();
        } catch (final Throwable t) {
            errorHandler.onError(t);
        }
    }

    /** Missing messages are not requested any more. */
    @Override
    public void close() {
        repairs.values().forEach(SessionRepair::close);
        repairs.clear();
    }
}
