package io.verbus.testkit.transport.traffic;

import io.verbus.spi.Link;
import io.verbus.spi.Transport;
import io.verbus.spi.TransportContext;
import io.verbus.spi.TransportProvider;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Traffic between buses over real devices. Their transports are wrapped: each call between bus and transport is
 * recorded. For one thread, which runs all conductors.
 */
public final class Traffic {
    /** Connection attempts by their key, with the end that made them. */
    private final Map<Object, Object> attempts = new IdentityHashMap<>();
    private final Map<WatchedRoute, WatchedRoute.Ends> routes = new LinkedHashMap<>();
    private final Consumer<Link> cut;
    private long events;

    /**
     * For one kind of transport.
     *
     * @param cut breaks the connection of a link, so that the bus has to detect it
     */
    public Traffic(final Consumer<Link> cut) {
        this.cut = cut;
    }

    /** A wrapped transport. */
    public TransportProvider watch(final TransportProvider provider) {
        return new TransportProvider() {
            @Override
            public int spiVersion() {
                return provider.spiVersion();
            }

            @Override
            public String scheme() {
                return provider.scheme();
            }

            @Override
            public Optional<String> unavailabilityCause() {
                return provider.unavailabilityCause();
            }

            @Override
            public Transport open(final TransportContext context) {
                return new WatchedTransport(provider.open(context), Traffic.this);
            }
        };
    }

    /** Whether nothing happens until the test publishes, reads, or advances the clock. */
    public boolean isAtRest() {
        if (routes.values().removeIf(WatchedRoute.Ends::areClosed)) {
            events++;
        }
        return attempts.isEmpty() && routes.values().stream().allMatch(WatchedRoute.Ends::areAtRest);
    }

    /** Processes pending writes. By the polling thread. */
    public void pollPending() {
        routes.values().forEach(WatchedRoute.Ends::pollPending);
    }

    /** Polls all images. By the polling thread. */
    public void poll() {
        routes.values().forEach(WatchedRoute.Ends::poll);
    }

    /** Whether history is being read on an unbroken connection. */
    public boolean isReading() {
        return routes.values().stream().anyMatch(WatchedRoute.Ends::isReading);
    }

    /** Whether a publisher has not received the consumed position yet. */
    public boolean isCreditOwed() {
        return routes.values().stream().anyMatch(WatchedRoute.Ends::oweCredit);
    }

    /** Performs empty polls where credit is owed. */
    public void pollForCredit() {
        routes.values().stream().filter(WatchedRoute.Ends::oweCredit).forEach(ends -> ends.image().poll());
    }

    /** Sends the credit of all subscriptions again, with a heartbeat. */
    public void sendCredit() {
        routes.values().forEach(WatchedRoute.Ends::sendCredit);
    }

    /** A number that changes with every event. */
    public long state() {
        long state = events;
        for (final WatchedRoute.Ends ends : routes.values()) {
            state = 31 * state + ends.state();
        }
        return state;
    }

    /** Breaks every connection on one of its sides, with or without notice. */
    public void breakAll(final RandomGenerator random) {
        routes.values().forEach(ends -> ends.breakOne(random, cut));
    }

    /** Number of connections that have ended on neither side. */
    public long connections() {
        return routes.values().stream().filter(WatchedRoute.Ends::bothLive).count();
    }

    void start(final Object attempt, final Object end) {
        events++;
        attempts.put(attempt, end);
    }

    void finish(final Object attempt) {
        events++;
        attempts.remove(attempt);
    }

    void forget(final Object end) {
        attempts.values().removeIf(other -> other == end);
    }

    void happened() {
        events++;
    }

    WatchedRoute.Ends ends(final WatchedRoute route) {
        return routes.computeIfAbsent(route, _ -> new WatchedRoute.Ends());
    }

    /** State of all connections, for failure messages. */
    @Override
    public String toString() {
        return "pending attempts: " + attempts.keySet() + ", connections: " + routes;
    }
}
