package io.verbus.internal.recovery;

import io.verbus.Gap;
import io.verbus.LostSession;
import io.verbus.PollHandler;
import io.verbus.Session;
import io.verbus.SessionEvent;
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
    public void onEvent(final SessionEvent event) {
        final SessionRepair repair = repairs.get(event.session().id());
        switch (event) {
            case SessionEvent.Restarted(Session earlier, Session session) when repairs.containsKey(earlier.id()) -> {
                final SessionRepair next = of(session);
                next.waitFor(repairs.get(earlier.id()));
                next.begin(() -> report(event));
            }
            case SessionEvent.Started _ when repair != null -> {
                repair.allowPartialStart();
                if (repair.isWaiting()) {
                    repair.begin(() -> report(event));
                } else {
                    listener.onEvent(event);
                }
            }
            case SessionEvent.Restarted _ -> listener.onEvent(event);
            case SessionEvent.Refused _ -> listener.onEvent(event);
            case SessionEvent.Failed _ -> listener.onEvent(event);
            default -> enqueue(event, repair);
        }
    }

    private void enqueue(final SessionEvent event, final SessionRepair repair) {
        if (repair == null) {
            listener.onEvent(event);
            return;
        }
        if (event instanceof final LostSession lost && lost.forGood()) {
            repair.allowPartialEnd();
        }
        repair.then(() -> report(event));
    }

    @Override
    public void lose(final Gap gap) {
        accounts.lose(gap);
        report(gap);
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
        report(new SessionEvent.Failed(session, sequence, thrown));
        if (!(thrown instanceof VirtualMachineError)) {
            errorHandler.onError(thrown);
        }
    }

    private SessionRepair of(final Session session) {
        return repairs.computeIfAbsent(session.id(), id -> new SessionRepair(parameters));
    }

    /** Reports an event; an exception of the application's listener does not stop the repair. */
    private void report(final SessionEvent event) {
        try {
            listener.onEvent(event);
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
