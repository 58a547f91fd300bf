package io.verbus.internal.subscriber;

import io.verbus.spi.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The connectors of a subscription, in the order of its endpoints. Several may lead to one publisher, by one transport
 * or by several: a session whose connection has ended is resumed by another one, and returns to an earlier one as soon
 * as it can be continued there. Used by the conductor.
 */
final class Connectors {
    private final List<SubscriberConnector> inOrder = new ArrayList<>();
    /** The connector of each session's last connection. */
    private final Map<Long, SubscriberConnector> carriers = new HashMap<>();
    /** The connector that resumes a session next, if that is decided. */
    private final Map<Long, SubscriberConnector> turns = new HashMap<>();

    void add(final SubscriberConnector connector) {
        inOrder.add(connector);
    }

    void doWork(final long nowNs) {
        inOrder.forEach(connector -> connector.doWork(nowNs));
    }

    /** The connector that waits for the response to a request; null if a publisher has connected. */
    SubscriberConnector waiting(final Request request) {
        return inOrder.stream().filter(one -> one.isWaitingFor(request)).findFirst().orElse(null);
    }

    /** Whether a session's last connection was made by a later connector. */
    boolean isBehind(final long session, final SubscriberConnector connector) {
        return inOrder.indexOf(carriers.get(session)) > inOrder.indexOf(connector);
    }

    /** Whether a connector resumes a session next: one connector at a time does. */
    boolean isTurn(final long session, final SubscriberConnector connector) {
        final SubscriberConnector decided = turns.get(session);
        final SubscriberConnector turn = decided != null && decided.offers(session) ? decided : other(session);
        if (turn == connector) {
            turns.put(session, turn);
        }
        return turn == connector;
    }

    /** The first connector that offers a session, but rather another than the one whose connection has ended. */
    private SubscriberConnector other(final long session) {
        final SubscriberConnector last = carriers.get(session);
        return inOrder.stream().filter(one -> one != last && one.offers(session)).findFirst().orElse(last);
    }

    /** Records a connection. */
    void joined(final Request request, final long session) {
        final SubscriberConnector connector = waiting(request);
        turns.remove(session);
        if (connector == null) {
            carriers.remove(session);
        } else {
            carriers.put(session, connector);
            connector.joined(session);
        }
    }

    /** Records an offer of a session that is already being read. */
    void found(final Request request, final long session) {
        final SubscriberConnector connector = waiting(request);
        if (connector != null) {
            connector.found(session);
        }
    }

    /** Ends the connection of a session that an earlier connector can continue: it resumes next. */
    void move(final Request request, final RemoteSession session) {
        final SubscriberConnector connector = waiting(request);
        if (connector != null && isBehind(session.id(), connector)) {
            turns.put(session.id(), connector);
            session.end("it continues at " + connector.address() + ", an earlier endpoint of the subscription");
        }
    }

    /** Records a failed resumption: the next connector tries. */
    void failedToResume(final Request request, final long session) {
        final int failed = inOrder.indexOf(waiting(request));
        for (int i = 1; failed >= 0 && i <= inOrder.size(); i++) {
            final SubscriberConnector next = inOrder.get((failed + i) % inOrder.size());
            if (next.offers(session)) {
                turns.put(session, next);
                return;
            }
        }
    }

    /**
     * Records that a session is not offered at an address any more.
     *
     * @return whether it is offered at no other address either
     */
    boolean isLostBy(final Request request, final long session) {
        final SubscriberConnector connector = waiting(request);
        if (connector != null) {
            connector.lost(session);
        }
        return inOrder.stream().noneMatch(one -> one.offers(session));
    }

    void forget(final long session) {
        carriers.remove(session);
        turns.remove(session);
    }
}
