package io.verbus.remote;

import io.verbus.transport.Arrivals;
import io.verbus.transport.Transport;
import java.util.HashMap;
import java.util.Map;

/**
 * What threads poll: one {@link Arrivals} for each thread and transport, shared by the subscriptions that the thread
 * polls. Under the conductor's lock.
 */
public final class PollingThreads {
    private final Map<Shared, Integer> users = new HashMap<>();
    private final Map<Shared, Arrivals> arrivals = new HashMap<>();

    /** With none. */
    public PollingThreads() {
    }

    /**
     * What a thread is known by.
     *
     * @param transport that it polls
     * @param thread its name; not empty
     */
    private record Shared(Transport transport, String thread) {}

    /**
     * What a subscription is polled by.
     *
     * @param transport of its endpoints
     * @param thread name of the thread that polls it; empty for a thread that polls nothing else
     * @return shared with those of the same thread
     */
    Arrivals take(final Transport transport, final String thread) {
        if (thread.isEmpty()) {
            return transport.arrivals(RemoteSessions.MAX_SESSIONS);
        }
        final Shared shared = new Shared(transport, thread);
        users.merge(shared, 1, Integer::sum);
        return arrivals.computeIfAbsent(shared, key -> transport.arrivals(RemoteSessions.MAX_SESSIONS));
    }

    /**
     * A subscription has let go.
     *
     * @param transport of its endpoints
     * @param thread name of the thread that polled it
     * @param taken what it was given
     */
    void giveBack(final Transport transport, final String thread, final Arrivals taken) {
        final Shared shared = new Shared(transport, thread);
        if (thread.isEmpty() || users.merge(shared, -1, Integer::sum) == 0) {
            users.remove(shared);
            arrivals.remove(shared);
            taken.close();
        }
    }
}
