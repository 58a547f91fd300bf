package io.verbus.internal.subscriber;

import io.verbus.spi.ReceivePoller;
import io.verbus.spi.Transport;
import java.util.HashMap;
import java.util.Map;

/**
 * One {@link ReceivePoller} for each polling thread and transport, shared by the subscriptions that the thread polls.
 * Under the conductor's lock.
 */
public final class PollingThreads {
    private final Map<Shared, Integer> users = new HashMap<>();
    private final Map<Shared, ReceivePoller> arrivals = new HashMap<>();

    /** Starts empty. */
    public PollingThreads() {
    }

    /**
     * The key of shared arrivals.
     *
     * @param transport of the arrivals
     * @param thread name of the thread, not empty
     */
    private record Shared(Transport transport, String thread) {}

    /**
     * Returns the arrivals for a subscription.
     *
     * @param transport of its endpoints
     * @param thread name of the polling thread; empty for a thread that polls no other subscription
     * @return arrivals, shared by the subscriptions of a named thread
     */
    ReceivePoller take(final Transport transport, final String thread) {
        if (thread.isEmpty()) {
            return transport.receivePoller(RemoteSessions.MAX_SESSIONS);
        }
        final Shared shared = new Shared(transport, thread);
        users.merge(shared, 1, Integer::sum);
        return arrivals.computeIfAbsent(shared, key -> transport.receivePoller(RemoteSessions.MAX_SESSIONS));
    }

    /**
     * Releases the arrivals of a subscription.
     *
     * @param transport of its endpoints
     * @param thread name of the polling thread
     * @param taken the arrivals of the subscription
     */
    void giveBack(final Transport transport, final String thread, final ReceivePoller taken) {
        final Shared shared = new Shared(transport, thread);
        if (thread.isEmpty() || users.merge(shared, -1, Integer::sum) == 0) {
            users.remove(shared);
            arrivals.remove(shared);
            taken.close();
        }
    }
}
