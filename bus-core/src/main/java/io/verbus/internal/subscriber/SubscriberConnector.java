package io.verbus.internal.subscriber;

import io.verbus.BusException;
import io.verbus.internal.conductor.DistinctErrorReporter;
import io.verbus.internal.duty.IntervalTimer;
import io.verbus.internal.peer.PeerTimes;
import io.verbus.spi.Request;
import io.verbus.spi.Transport;
import java.net.URI;
import java.util.HashSet;
import java.util.Set;
import org.agrona.ErrorHandler;

/**
 * Connects a subscription to a publisher's address: for sessions that it does not know yet, and for the rest of those
 * with an ended connection. One attempt at a time, repeated.
 */
public final class SubscriberConnector {
    private final RemoteSessions sessions;
    private final Transport transport;
    private final URI from;
    private final DistinctErrorReporter errorReporter;
    private final Set<Long> joinedSessions = new HashSet<>();
    private final long retryNs;
    private IntervalTimer timer;
    /** A timer of its own: failed attempts for other sessions must not delay a resume. */
    private IntervalTimer resuming;
    private Request pending;
    /** All sessions that existed at the start are known: later ones are read from their first message. */
    private boolean complete;
    /** Number of sessions at the start; 0 while unknown. */
    private int initialSessions;
    /** Number of sessions joined here, including ended ones: the oldest is offered first. */
    private int joinedCount;

    SubscriberConnector(final RemoteSessions sessions, final Transport transport, final URI from,
            final long subscription, final ErrorHandler errorHandler) {
        this.retryNs = IntervalTimer.scattered(PeerTimes.RECONNECT_NS, subscription);
        this.timer = new IntervalTimer(retryNs);
        this.resuming = new IntervalTimer(retryNs);
        this.sessions = sessions;
        this.transport = transport;
        this.from = from;
        this.errorReporter = new DistinctErrorReporter(from, errorHandler);
    }

    void doWork(final long nowNs) {
        if (pending != null) {
            return;
        }
        final Request request = next();
        if (request != null && (request.target() instanceof Request.Resume ? resuming : timer).isDue(nowNs)) {
            pending = request;
            try {
                transport.connect(from, sessions, request);
            } catch (final BusException e) {
                pending = null;
                errorReporter.report(e.getMessage());
            }
        }
    }

    /** The next request, or null. */
    private Request next() {
        int connected = 0;
        int available = 0;
        for (final RemoteSession session : sessions.all()) {
            if (joinedSessions.contains(session.id())) {
                if (session.resumption() != null) {
                    return sessions.resume(session);
                }
                if (session.isReleasing()) {
                    return null; // a request for another session would only fail, and be reported
                }
                connected += session.isConnected() ? 1 : 0;
                available = Math.max(available, session.availableSessions());
            }
        }
        initialSessions = initialSessions == 0 ? available : initialSessions;
        complete |= available > 0 && (available <= connected || joinedCount >= initialSessions);
        return connected == 0 || available > connected ? sessions.another(complete) : null;
    }

    /** Whether a response to this request is expected. */
    boolean isWaitingFor(final Request request) {
        return pending == request;
    }

    void joined(final long session) {
        joinedSessions.retainAll(sessions.all().stream().map(RemoteSession::id).toList());
        joinedCount += joinedSessions.add(session) ? 1 : 0;
        pending = null;
        timer = new IntervalTimer(retryNs); // there may be another
        resuming = new IntervalTimer(retryNs);
        errorReporter.clear();
    }

    /** Continues a session that another member of the host mirror has joined. */
    void adopt(final long session, final boolean isComplete) {
        joinedCount += joinedSessions.add(session) ? 1 : 0;
        complete |= isComplete;
    }

    /** Whether all sessions that existed at the start are known. */
    boolean isComplete() {
        return complete;
    }

    /** Records a failed attempt, and reports the cause. */
    void failed(final boolean empty, final String cause) {
        pending = null;
        complete |= empty;
        errorReporter.report(cause);
    }

    /**
     * Records an expected failure, which is not reported.
     *
     * @param noOther whether all sessions are known; the end of one does not show that
     */
    void expectedFailure(final boolean noOther) {
        pending = null;
        complete |= noOther;
        resuming = new IntervalTimer(retryNs); // a session that is gone must not delay present ones
    }
}
