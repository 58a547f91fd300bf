package io.verbus;

import io.verbus.peer.SessionListener;
import java.util.List;

/**
 * What a subscription is to be.
 *
 * @param stream its name
 * @param policy what happens when it is slow
 * @param start where it begins to read sessions that are there already
 * @param repair what is done with messages that it missed; what {@link Policy#CONFLATE} passes over, and what is lost
 *     under {@link Policy#EVICT}, is only reported
 * @param copies whether a handler always gets a verified copy; otherwise messages are read in place while the publisher
 *     waits for this subscription, which is faster, and only a process that was stopped inside a handler for longer
 *     than the progress time-out may have seen its message change (see {@link SessionListener#onDoubtful})
 * @param reassemblyLimit bytes of memory in all for putting messages together that came in several frames; a message
 *     for which there is no room is a gap
 * @param name by which publishers and counters call it, up to 124 bytes
 * @param listener hears of sessions and gaps
 * @param endpoints where it meets publications on other hosts; if there are any, it reads those alone, and none on this
 *     host
 * @param thread name of the thread that polls it, known to this bus; subscriptions of one name are polled by one
 *     thread, which then looks in one place for what other hosts write to all of them; empty for a thread that polls
 *     this one alone
 */
public record SubscriptionSettings(String stream, Policy policy, Start start, Repair repair, boolean copies,
        int reassemblyLimit, String name, SessionListener listener, List<Endpoint> endpoints,
        String thread) {
    /** Reassembly memory unless set otherwise: 64 MiB, four messages of the greatest length. */
    public static final int DEFAULT_REASSEMBLY_LIMIT = 64 << 20;

    /** Refuses a limit below 0. */
    public SubscriptionSettings {
        endpoints = List.copyOf(endpoints);
        if (reassemblyLimit < 0) {
            throw new BusException("a reassembly limit of " + reassemblyLimit + " bytes: it must be 0 or more");
        }
    }

    /**
     * A subscription under {@link Policy#SKIP} that starts live and reports what it misses: it never delays its
     * publisher.
     *
     * @param stream its name
     * @return settings
     */
    public static SubscriptionSettings of(final String stream) {
        return new SubscriptionSettings(stream, Policy.SKIP, Start.live(), Repair.REPORT, false,
                DEFAULT_REASSEMBLY_LIMIT, "subscription", SessionListener.NONE, List.of(), "");
    }

    /**
     * With another policy, and what usually goes with it: {@link Repair#REPAIR} under {@link Policy#BLOCK}, else
     * {@link Repair#REPORT}.
     *
     * @param newPolicy what happens when it is slow
     * @return settings
     */
    public SubscriptionSettings withPolicy(final Policy newPolicy) {
        return new SubscriptionSettings(stream, newPolicy, start,
                newPolicy == Policy.BLOCK ? Repair.REPAIR : Repair.REPORT, copies, reassemblyLimit, name, listener,
                endpoints,
                thread);
    }

    /**
     * With another start.
     *
     * @param newStart where to begin
     * @return settings
     */
    public SubscriptionSettings withStart(final Start newStart) {
        return new SubscriptionSettings(stream, policy, newStart, repair, copies, reassemblyLimit, name, listener,
                endpoints,
                thread);
    }

    /**
     * With another wish for what was missed. After {@link #withPolicy}.
     *
     * @param newRepair fill or only report
     * @return settings
     */
    public SubscriptionSettings withRepair(final Repair newRepair) {
        return new SubscriptionSettings(stream, policy, start, newRepair, copies, reassemblyLimit, name, listener,
                endpoints,
                thread);
    }

    /**
     * With or without copies.
     *
     * @param newCopies whether a handler always gets a verified copy
     * @return settings
     */
    public SubscriptionSettings withCopies(final boolean newCopies) {
        return new SubscriptionSettings(stream, policy, start, repair, newCopies, reassemblyLimit, name, listener,
                endpoints,
                thread);
    }

    /**
     * With another limit of reassembly memory.
     *
     * @param newReassemblyLimit in bytes, 0 or more
     * @return settings
     */
    public SubscriptionSettings withReassemblyLimit(final int newReassemblyLimit) {
        return new SubscriptionSettings(stream, policy, start, repair, copies, newReassemblyLimit, name, listener,
                endpoints,
                thread);
    }

    /**
     * With a name.
     *
     * @param newName for people
     * @return settings
     */
    public SubscriptionSettings withName(final String newName) {
        return new SubscriptionSettings(stream, policy, start, repair, copies, reassemblyLimit, newName, listener,
                endpoints,
                thread);
    }

    /**
     * With a listener.
     *
     * @param newListener called by the polling thread
     * @return settings
     */
    public SubscriptionSettings withListener(final SessionListener newListener) {
        return new SubscriptionSettings(stream, policy, start, repair, copies, reassemblyLimit, name, newListener,
                endpoints, thread);
    }

    /**
     * Meeting publications on other hosts, and reading those alone.
     *
     * @param newEndpoints where, all of one transport
     * @return settings
     */
    public SubscriptionSettings withEndpoints(final Endpoint... newEndpoints) {
        return new SubscriptionSettings(stream, policy, start, repair, copies, reassemblyLimit, name, listener,
                List.of(newEndpoints), thread);
    }

    /**
     * Polled by a thread that polls others too.
     *
     * @param newThread its name; the same for all that it polls
     * @return settings
     */
    public SubscriptionSettings withThread(final String newThread) {
        return new SubscriptionSettings(stream, policy, start, repair, copies, reassemblyLimit, name, listener,
                endpoints, newThread);
    }
}
