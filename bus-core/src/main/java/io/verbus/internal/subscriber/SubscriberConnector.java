package io.verbus.internal.subscriber;

import io.verbus.BusException;
import io.verbus.internal.conductor.DistinctErrorReporter;
import io.verbus.internal.duty.IntervalTimer;
import io.verbus.internal.peer.PeerTimes;
import io.verbus.spi.ImageEnd.Failure;
import io.verbus.spi.Request;
import io.verbus.spi.Transport;
import java.net.URI;
import java.util.HashSet;
import java.util.Set;
import org.agrona.ErrorHandler;

/**
 * Connects a subscription to a publisher's address: for sessions that it does not know there yet, and for the rest of
 * those with an ended connection. One attempt at a time, repeated.
 */
public final class SubscriberConnector {
    private final RemoteSessions sessions;
    private final Transport transport;
    private final URI from;
    private final DistinctErrorReporter errorReporter;
    /** Sessions that are offered at this address; other connectors may have joined them. */
    private final Set<Long> offeredSessions = new HashSet<>();
    private final long retryNs;
    private IntervalTimer timer;
    /** A timer of its own: failed attempts for other sessions must not delay a resume. */
    private IntervalTimer resuming;
    private Request pending;
    /** Whether the offer in response to the last request was a session that is read already. */
    private boolean isFound;
    /** Whether the next or pending request is for a session that is connected elsewhere: may it move here? */
    private boolean probing;
    /** All sessions that existed at the start are known: later ones are read from their first message. */
    private boolean complete;
    /** Number of sessions at the start; 0 while unknown. */
    private int initialSessions;
    /** Number of sessions offered here, including ended ones: the oldest is offered first. */
    private int offeredCount;

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
            isFound = false;
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
        final boolean hasProbed = probing;
        probing = false;
        int connected = 0;
        int available = 0;
        boolean isWaiting = false;
        RemoteSession behind = null;
        for (final RemoteSession session : sessions.all()) {
            if (offeredSessions.contains(session.id())) {
                final boolean isAway = session.resumption() != null;
                if (isAway && sessions.connectors().isTurn(session.id(), this)) {
                    return sessions.resume(session, session.resumption());
                }
                isWaiting |= isAway || session.isReleasing();
                if (session.isConnected() && sessions.connectors().isBehind(session.id(), this)) {
                    behind = session;
                }
                connected += session.isConnected() ? 1 : 0;
                available = Math.max(available, session.availableSessions());
            }
        }
        initialSessions = initialSessions == 0 ? available : initialSessions;
        complete |= available > 0 && (available <= connected || offeredCount >= initialSessions);
        if (isWaiting) {
            return null; // a request for another session would only fail, and be reported
        }
        final boolean isOther = connected == 0 || available > connected;
        if (behind != null && !(isOther && hasProbed)) {
            probing = true;
            return sessions.resume(behind, behind.reading());
        }
        return isOther ? sessions.another(this, complete) : null;
    }

    URI address() {
        return from;
    }

    /** Whether a session is offered at this address. */
    boolean offers(final long session) {
        return offeredSessions.contains(session);
    }

    /** Records the offer of a session that is read already. */
    void found(final long session) {
        isFound = true;
        offeredCount += offeredSessions.add(session) ? 1 : 0;
    }

    /** Whether the offer in response to the last request was a session that is read already. */
    boolean hasFound() {
        return isFound;
    }

    /** Records that a session is not offered here any more. */
    void lost(final long session) {
        offeredSessions.remove(session);
    }

    /** Whether a response to this request is expected. */
    boolean isWaitingFor(final Request request) {
        return pending == request;
    }

    void joined(final long session) {
        offeredSessions.retainAll(sessions.all().stream().map(RemoteSession::id).toList());
        offeredCount += offeredSessions.add(session) ? 1 : 0;
        pending = null;
        timer = new IntervalTimer(retryNs); // there may be another
        resuming = new IntervalTimer(retryNs);
        errorReporter.clear();
    }

    /** Whether the pending request asks whether a session can move here. */
    boolean isProbing() {
        return probing;
    }

    /** Records the end of such a request: the session is not at this address any more if it was not refused. */
    void probed(final long session, final Failure failure) {
        pending = null;
        if (failure != Failure.REFUSED) {
            offeredSessions.remove(session);
        }
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
