package io.verbus.orders.gateway;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.Clocks;
import io.verbus.LostSession;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Lets one gateway write orders.log: two would take the same requests, each in an order of its own.
 *
 * <p>A gateway begins its session, and then looks for other ones. Of two that start at the same moment at least one
 * finds the other, because a subscription joins all sessions that exist. The one with the higher session ends at once,
 * the other waits for that: if it does not happen, the higher one had looked before.
 */
final class MarketClaim {
    /** A dead gateway is known as such after up to 200 ms. */
    private static final long OTHER_GATEWAY_NS = 1_000_000_000L;
    private static final int LIMIT = 64;

    private final Bus bus;
    private final String market;
    private final PublicationSettings settings;
    private final Clocks clocks;
    /** Sessions of other gateways with entries that have ended, or were lost, since this one looks for them. */
    private final Set<Long> earlier = new HashSet<>();
    private Publication log;

    MarketClaim(final Bus bus, final String market, final PublicationSettings settings, final Clocks clocks) {
        this.bus = bus;
        this.market = market;
        this.settings = settings;
        this.clocks = clocks;
    }

    /**
     * Begins the session of orders.log.
     *
     * @throws BusException if the market has a gateway
     */
    Publication log() {
        awaitNone(other -> true);
        announce();
        return confirm();
    }

    /**
     * Sessions of dead gateways that were found. Their logs are kept while a recorder has not read them to their end:
     * its journal may not have them yet.
     */
    Set<Long> earlier() {
        return earlier;
    }

    /** Of the log, after it was announced. */
    long session() {
        return log.session().id();
    }

    /** Begins the session, so that other gateways find it. */
    void announce() {
        log = bus.publish(settings);
    }

    /** Keeps the session, unless another gateway has precedence. */
    Publication confirm() {
        try {
            awaitNone(other -> other.id() != session());
        } catch (final BusException e) {
            log.close();
            throw e;
        }
        return log;
    }

    /** The end of a session is awaited, unless it has precedence. */
    private void awaitNone(final Predicate<Session> isOther) {
        try (Subscription log = bus.subscribe(SubscriptionSettings.of(settings.stream()).withName("gateway")
                .withListener(new Ends()))) {
            final long beginNs = clocks.monotonic().nanoTime();
            List<Session> others = others(log, isOther);
            while (!others.isEmpty()) {
                if (clocks.monotonic().nanoTime() - beginNs > OTHER_GATEWAY_NS || others.stream().anyMatch(
                        this::hasPrecedence)) {
                    throw new BusException("market " + market + " has a gateway already, in process "
                            + others.getFirst().pid() + ": end that one, or use another market");
                }
                Thread.onSpinWait();
                others = others(log, isOther);
            }
        }
    }

    private boolean hasPrecedence(final Session other) {
        return log != null && other.id() < session();
    }

    /** Notices the ends of gateways. */
    private final class Ends implements SessionListener {
        @Override
        public void onEvent(final SessionEvent event) {
            switch (event) {
                case SessionEvent.Ended(Session session, long messages) when messages > 0 -> earlier.add(session.id());
                case LostSession lost when lost.forGood() && lost.knownNext() > 0 -> earlier.add(lost.session().id());
                default -> {
                }
            }
        }
    }

    private static List<Session> others(final Subscription log, final Predicate<Session> isOther) {
        log.poll((buffer, offset, length, header) -> Action.TAKEN, LIMIT);
        return log.sessions().stream().filter(isOther).toList();
    }
}
