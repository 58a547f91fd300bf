package io.verbus;

import io.verbus.internal.shm.PositionsLayout;
import java.util.List;

/**
 * Settings of a subscription.
 *
 * @param stream name of the stream
 * @param policy treatment of the subscription when it is slow
 * @param start where it starts to read present sessions
 * @param repair treatment of missed messages; those skipped under {@link Policy#CONFLATE}, and those lost under {@link
 *     Policy#EVICT}, are only reported
 * @param copies whether a handler always gets a verified copy. Otherwise a subscription that gates its publisher reads
 *     in place, which is faster; only a process that was stopped inside a handler for longer than the progress timeout
 *     may have seen its message change (see {@link SessionListener#onDoubtful})
 * @param reassemblyLimit total bytes of memory for the reassembly of messages of several frames; a message that does
 *     not fit is a gap
 * @param name of the subscription for publishers and counters, up to 124 bytes
 * @param listener is notified of sessions and gaps
 * @param endpoints addresses of publications on other hosts; if there are any, it reads only those, and none on this
 *     host
 * @param sessionLimit greatest number of sessions on this host that are read at once, 1 to 1024; further ones are
 *     joined when another has ended. A poll looks at each of them. Of other hosts, 64 are read at once
 * @param thread name of the polling thread, known to this bus; subscriptions with the same name are polled by one
 *     thread, and share a completion queue; empty for a thread that polls this one alone
 * @param latencies whether it records the time from the commit of each message to the call of its handler, for
 *     {@code ./bus stat}: percentiles of the last ten seconds. It costs a read of the clock for each message, and
 *     nothing otherwise. The stream needs timestamps ({@link PublicationSettings#withTimestamps}); those of other hosts
 *     are compared in UTC, with the error of both clocks. Messages from a journal are not recorded
 * @param hostMirror whether the subscriptions of this host to the same stream share one connection: see {@link
 *     #withHostMirror}
 */
public record SubscriptionSettings(String stream, Policy policy, Start start, Repair repair, boolean copies,
        int reassemblyLimit, String name, SessionListener listener, List<Endpoint> endpoints, int sessionLimit,
        String thread, boolean latencies, boolean hostMirror) {
    /** Greatest limit of sessions. */
    public static final int MAX_SESSION_LIMIT = PositionsLayout.MAX_PLACES;
    /** Default limit of sessions. */
    public static final int DEFAULT_SESSION_LIMIT = 64;
    /** Default reassembly memory: 64 MiB, four messages of the greatest length. */
    public static final int DEFAULT_REASSEMBLY_LIMIT = 64 << 20;

    /** Checks the limits. */
    public SubscriptionSettings {
        endpoints = List.copyOf(endpoints);
        if (reassemblyLimit < 0) {
            throw new BusException("invalid reassembly limit " + reassemblyLimit + " bytes: use 0 or more");
        }
        if (sessionLimit < 1 || sessionLimit > MAX_SESSION_LIMIT) {
            throw new BusException("invalid session limit " + sessionLimit + ": use 1 to "
                    + MAX_SESSION_LIMIT);
        }
    }

    /**
     * A subscription under {@link Policy#SKIP} that starts live and reports gaps: it never delays its publisher.
     *
     * @param stream name of the stream
     * @return settings
     */
    public static SubscriptionSettings of(final String stream) {
        return new SubscriptionSettings(stream, Policy.SKIP, Start.live(), Repair.REPORT, false,
                DEFAULT_REASSEMBLY_LIMIT, "subscription", SessionListener.NONE, List.of(), DEFAULT_SESSION_LIMIT,
                "", false, false);
    }

    /**
     * With another policy, and its usual repair: {@link Repair#REPAIR} under {@link Policy#BLOCK}, else {@link
     * Repair#REPORT}.
     *
     * @param newPolicy treatment of the subscription when it is slow
     * @return settings
     */
    public SubscriptionSettings withPolicy(final Policy newPolicy) {
        return new SubscriptionSettings(stream, newPolicy, start,
                newPolicy == Policy.BLOCK ? Repair.REPAIR : Repair.REPORT, copies, reassemblyLimit, name, listener,
                endpoints, sessionLimit, thread, latencies, hostMirror);
    }

    /**
     * With another start.
     *
     * @param newStart where it starts
     * @return settings
     */
    public SubscriptionSettings withStart(final Start newStart) {
        return new SubscriptionSettings(stream, policy, newStart, repair, copies, reassemblyLimit, name, listener,
                endpoints, sessionLimit, thread, latencies, hostMirror);
    }

    /**
     * With another treatment of missed messages. After {@link #withPolicy}.
     *
     * @param newRepair fill or only report
     * @return settings
     */
    public SubscriptionSettings withRepair(final Repair newRepair) {
        return new SubscriptionSettings(stream, policy, start, newRepair, copies, reassemblyLimit, name, listener,
                endpoints, sessionLimit, thread, latencies, hostMirror);
    }

    /**
     * With or without copies.
     *
     * @param newCopies whether a handler always gets a verified copy
     * @return settings
     */
    public SubscriptionSettings withCopies(final boolean newCopies) {
        return new SubscriptionSettings(stream, policy, start, repair, newCopies, reassemblyLimit, name, listener,
                endpoints, sessionLimit, thread, latencies, hostMirror);
    }

    /**
     * With another limit of reassembly memory.
     *
     * @param newReassemblyLimit in bytes, 0 or more
     * @return settings
     */
    public SubscriptionSettings withReassemblyLimit(final int newReassemblyLimit) {
        return new SubscriptionSettings(stream, policy, start, repair, copies, newReassemblyLimit, name, listener,
                endpoints, sessionLimit, thread, latencies, hostMirror);
    }

    /**
     * With a name.
     *
     * @param newName for operators
     * @return settings
     */
    public SubscriptionSettings withName(final String newName) {
        return new SubscriptionSettings(stream, policy, start, repair, copies, reassemblyLimit, newName, listener,
                endpoints, sessionLimit, thread, latencies, hostMirror);
    }

    /**
     * With a listener.
     *
     * @param newListener called by the polling thread
     * @return settings
     */
    public SubscriptionSettings withListener(final SessionListener newListener) {
        return new SubscriptionSettings(stream, policy, start, repair, copies, reassemblyLimit, name, newListener,
                endpoints, sessionLimit, thread, latencies, hostMirror);
    }

    /**
     * With endpoints of publications on other hosts; it reads only those.
     *
     * @param newEndpoints addresses, all of one transport
     * @return settings
     */
    public SubscriptionSettings withEndpoints(final Endpoint... newEndpoints) {
        return new SubscriptionSettings(stream, policy, start, repair, copies, reassemblyLimit, name, listener,
                List.of(newEndpoints), sessionLimit, thread, latencies, hostMirror);
    }

    /**
     * With another limit of sessions, such as the number of publishers of a stream that are expected at once.
     *
     * @param newSessionLimit 1 to 1024
     * @return settings
     */
    public SubscriptionSettings withSessionLimit(final int newSessionLimit) {
        return new SubscriptionSettings(stream, policy, start, repair, copies, reassemblyLimit, name, listener,
                endpoints, newSessionLimit, thread, latencies, hostMirror);
    }

    /**
     * With a polling thread that polls other subscriptions too.
     *
     * @param newThread name of the thread; the same for all of its subscriptions
     * @return settings
     */
    public SubscriptionSettings withThread(final String newThread) {
        return new SubscriptionSettings(stream, policy, start, repair, copies, reassemblyLimit, name, listener,
                endpoints, sessionLimit, newThread, latencies, hostMirror);
    }

    /**
     * With or without a record of latencies.
     *
     * @param newLatencies whether it records them
     * @return settings
     */
    public SubscriptionSettings withLatencies(final boolean newLatencies) {
        return new SubscriptionSettings(stream, policy, start, repair, copies, reassemblyLimit, name, listener,
                endpoints, sessionLimit, thread, newLatencies, hostMirror);
    }

    /**
     * With or without a host mirror. Subscriptions of one user in one bus directory to the same stream, with the same
     * endpoints, policy and this setting, share one connection: its bytes cross the network once. One of them owns the
     * image, and processes its arrivals when it is polled; the others read the same memory, so they read no message
     * before the owner has polled. If the owner's process ends or closes, another one takes over.
     *
     * <p>A subscription that lags by more than half of the log is overtaken, as its policy states. Under {@link
     * Policy#BLOCK} it delays the publisher instead, and is overtaken only without any progress for half of {@link
     * BusSettings#progressTimeout()}. The publisher sees one subscription, with the name of its owner. Only for
     * endpoints that connect; without endpoints it has no effect.
     *
     * @param newHostMirror whether to share a connection
     * @return settings
     */
    public SubscriptionSettings withHostMirror(final boolean newHostMirror) {
        return new SubscriptionSettings(stream, policy, start, repair, copies, reassemblyLimit, name, listener,
                endpoints, sessionLimit, thread, latencies, newHostMirror);
    }
}
