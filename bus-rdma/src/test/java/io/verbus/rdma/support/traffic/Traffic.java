package io.verbus.rdma.support.traffic;

import io.verbus.rdma.RdmaProvider;
import io.verbus.transport.Transport;
import io.verbus.transport.TransportContext;
import io.verbus.transport.TransportProvider;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * What is under way between buses over real devices. Their transports are watched from outside: at each call between
 * bus and transport it is noted what was asked for and what came of it. For one thread, which turns all conductors.
 */
public final class Traffic {
    /** Attempts to connect, by what names them, and for which end they are made. */
    private final Map<Object, Object> attempts = new IdentityHashMap<>();
    private final Map<Route, Route.Ends> routes = new LinkedHashMap<>();
    private long events;

    /** A transport over RDMA whose traffic is watched. */
    public TransportProvider watch(final RdmaProvider provider) {
        return new TransportProvider() {
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

    /** Whether nothing moves any more unless somebody publishes, reads, or lets time pass. */
    public boolean isAtRest() {
        if (routes.values().removeIf(Route.Ends::areClosed)) {
            events++;
        }
        return attempts.isEmpty() && routes.values().stream().allMatch(Route.Ends::areAtRest);
    }

    /** Takes in what has been written and not arrived yet. By the polling thread. */
    public void takeIn() {
        routes.values().forEach(Route.Ends::takeIn);
    }

    /** Whether history is being read, by connections that nobody has broken. */
    public boolean isReading() {
        return routes.values().stream().anyMatch(Route.Ends::isReading);
    }

    /** Whether a publisher has not heard yet that something is consumed. */
    public boolean isCreditOwed() {
        return routes.values().stream().anyMatch(Route.Ends::oweCredit);
    }

    /** Polls as a thread does that finds nothing, where credit is owed. */
    public void pollForCredit() {
        routes.values().stream().filter(Route.Ends::oweCredit).forEach(ends -> ends.image().poll());
    }

    /** A number that is another when anything has moved. */
    public long stand() {
        long stand = events;
        for (final Route.Ends ends : routes.values()) {
            stand = 31 * stand + ends.stand();
        }
        return stand;
    }

    /** Every connection has an accident at one of its ends, which may notice it or not. */
    public void breakAll(final RandomGenerator random) {
        routes.values().forEach(ends -> ends.breakOne(random));
    }

    void begin(final Object attempt, final Object end) {
        events++;
        attempts.put(attempt, end);
    }

    void over(final Object attempt) {
        events++;
        attempts.remove(attempt);
    }

    void forget(final Object end) {
        attempts.values().removeIf(other -> other == end);
    }

    void happened() {
        events++;
    }

    Route.Ends ends(final Route route) {
        return routes.computeIfAbsent(route, _ -> new Route.Ends());
    }

    /** How every connection stands, for a person. */
    @Override
    public String toString() {
        return "attempts under way: " + attempts.keySet() + ", connections: " + routes;
    }
}
