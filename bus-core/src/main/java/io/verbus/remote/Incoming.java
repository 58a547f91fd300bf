package io.verbus.remote;

import io.verbus.BusException;
import io.verbus.transport.Request;
import io.verbus.transport.Transport;
import io.verbus.watch.Pulse;
import java.net.URI;
import java.util.HashSet;
import java.util.Set;
import org.agrona.ErrorHandler;

/**
 * Gets a subscription what there is at a publisher's address: sessions that it does not know yet, and the rest of those
 * whose connection has ended. One attempt at a time, again and again.
 */
final class Incoming {
    /** Between two attempts that come to nothing. */
    static final long RETRY_NS = 250_000_000;

    private final RemoteSessions sessions;
    private final Transport transport;
    private final URI from;
    private final Complaint complaint;
    private final Set<Long> here = new HashSet<>();
    private Pulse pulse = new Pulse(RETRY_NS);
    /** Of its own: that there is nothing else must not delay what was begun. */
    private Pulse resuming = new Pulse(RETRY_NS);
    private Request underWay;
    /** All that was there when we came is known: what begins later is read whole. */
    private boolean complete;
    /** How many sessions there were when we came; 0 as long as none has said it. */
    private int thereAtFirst;
    /** How many sessions were joined here, those that are over by now too: the oldest is offered first. */
    private int met;

    Incoming(final RemoteSessions sessions, final Transport transport, final URI from,
            final ErrorHandler errorHandler) {
        this.sessions = sessions;
        this.transport = transport;
        this.from = from;
        this.complaint = new Complaint(from, errorHandler);
    }

    void doWork(final long nowNs) {
        if (underWay != null) {
            return;
        }
        final Request request = next();
        if (request != null && (request.wish() instanceof Request.Resume ? resuming : pulse).isDue(nowNs)) {
            underWay = request;
            try {
                transport.connect(from, sessions, request);
            } catch (final BusException e) {
                underWay = null;
                complaint.raise(e.getMessage());
            }
        }
    }

    /** What to ask for, if anything. */
    private Request next() {
        int connected = 0;
        int there = 0;
        for (final RemoteSession session : sessions.all()) {
            if (here.contains(session.id())) {
                if (session.resumption() != null) {
                    return sessions.resume(session);
                }
                if (session.isLettingGo()) {
                    return null; // that there is no other is known, and would be told as an error
                }
                connected += session.isConnected() ? 1 : 0;
                there = Math.max(there, session.sessionsThere());
            }
        }
        thereAtFirst = thereAtFirst == 0 ? there : thereAtFirst;
        complete |= there > 0 && (there <= connected || met >= thereAtFirst);
        return connected == 0 || there > connected ? sessions.another(complete) : null;
    }

    /** Whether an answer to this request is waited for here. */
    boolean isWaitingFor(final Request request) {
        return underWay == request;
    }

    void joined(final long session) {
        here.retainAll(sessions.all().stream().map(RemoteSession::id).toList());
        met += here.add(session) ? 1 : 0;
        underWay = null;
        pulse = new Pulse(RETRY_NS); // perhaps there is another
        resuming = new Pulse(RETRY_NS);
        complaint.settle();
    }

    /** An attempt has come to nothing, because there is nothing, or for a reason that a person should hear. */
    void failed(final boolean empty, final String cause) {
        underWay = null;
        complete |= empty;
        complaint.raise(cause);
    }

    /**
     * An attempt has come to nothing, and that is as it should be.
     *
     * @param noOther because we know all that there is; that one is gone says nothing of the others
     */
    void settled(final boolean noOther) {
        underWay = null;
        complete |= noOther;
        resuming = new Pulse(RETRY_NS); // what is gone must not delay what is there
    }
}
