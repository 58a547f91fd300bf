package io.verbus;

import io.verbus.internal.shm.PositionsLayout;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Settings of a subscription. Immutable: each {@code with} method returns changed settings. */
public final class SubscriptionSettings extends ImmutableSettings<SubscriptionSettings> {
    /** Greatest limit of sessions. */
    public static final int MAX_SESSION_LIMIT = PositionsLayout.MAX_PLACES;
    /** Default limit of sessions. */
    public static final int DEFAULT_SESSION_LIMIT = 64;
    /** Default reassembly memory: 64 MiB, four messages of the greatest length. */
    public static final int DEFAULT_REASSEMBLY_LIMIT = 64 << 20;

    /** Default latency from which on a message is late: 1 ms. */
    public static final Duration DEFAULT_LATE_FROM = Duration.ofMillis(1);
    private static final Duration LEAST_LATE_FROM = Duration.ofNanos(1_000);
    private static final Duration GREATEST_LATE_FROM = Duration.ofHours(1);

    private String stream;
    private Policy policy = Policy.SKIP;
    private Start start = Start.live();
    private Repair repair = Repair.REPORT;
    private boolean copies;
    private int reassemblyLimit = DEFAULT_REASSEMBLY_LIMIT;
    private String name = "subscription";
    private SessionListener listener = SessionListener.NONE;
    private List<Endpoint> endpoints = List.of();
    private Set<String> relays = Set.of();
    private int sessionLimit = DEFAULT_SESSION_LIMIT;
    private String thread = "";
    private boolean latencies;
    private Duration lateFrom = DEFAULT_LATE_FROM;

    private SubscriptionSettings() {
    }

    /**
     * A subscription under {@link Policy#SKIP} that starts live and reports gaps: it never delays its publisher.
     *
     * @param stream name of the stream
     * @return settings
     */
    public static SubscriptionSettings of(final String stream) {
        return new SubscriptionSettings().with(copy -> copy.stream = stream);
    }

    /**
     * With another policy, and its usual repair: {@link Repair#REPAIR} under {@link Policy#BLOCK}, else {@link
     * Repair#REPORT}.
     *
     * @param newPolicy treatment of the subscription when it is slow
     * @return settings
     */
    public SubscriptionSettings withPolicy(final Policy newPolicy) {
        return with(copy -> {
            copy.policy = newPolicy;
            copy.repair = newPolicy == Policy.BLOCK ? Repair.REPAIR : Repair.REPORT;
        });
    }

    /**
     * With another start.
     *
     * @param newStart where it starts
     * @return settings
     */
    public SubscriptionSettings withStart(final Start newStart) {
        return with(copy -> copy.start = newStart);
    }

    /**
     * With another treatment of missed messages. After {@link #withPolicy}.
     *
     * @param newRepair fill or only report
     * @return settings
     */
    public SubscriptionSettings withRepair(final Repair newRepair) {
        return with(copy -> copy.repair = newRepair);
    }

    /**
     * With or without copies.
     *
     * @param newCopies whether a handler always gets a verified copy
     * @return settings
     */
    public SubscriptionSettings withCopies(final boolean newCopies) {
        return with(copy -> copy.copies = newCopies);
    }

    /**
     * With another limit of reassembly memory.
     *
     * @param newReassemblyLimit in bytes, 0 or more
     * @return settings
     */
    public SubscriptionSettings withReassemblyLimit(final int newReassemblyLimit) {
        return with(copy -> copy.reassemblyLimit = newReassemblyLimit);
    }

    /**
     * With a name.
     *
     * @param newName for operators
     * @return settings
     */
    public SubscriptionSettings withName(final String newName) {
        return with(copy -> copy.name = newName);
    }

    /**
     * With a listener.
     *
     * @param newListener called by the polling thread
     * @return settings
     */
    public SubscriptionSettings withListener(final SessionListener newListener) {
        return with(copy -> copy.listener = newListener);
    }

    /**
     * With endpoints of publications on other hosts; it reads only those. Several may lead to one publication, by one
     * transport or by several: a session is read by one connection at a time. When that ends it continues at another
     * address without a gap, under the same conditions as at the same address, and it returns to an earlier one as soon
     * as the publication can be reached there.
     *
     * @param newEndpoints addresses, the preferred ones first
     * @return settings
     */
    public SubscriptionSettings withEndpoints(final Endpoint... newEndpoints) {
        return with(copy -> copy.endpoints = List.of(newEndpoints));
    }

    /**
     * With a choice of the relays that it reads from at its endpoints. By default it reads from all. Another relay is
     * refused, and reported to the error handler of the bus; the publisher itself is always accepted. A name is not
     * authenticated: it prevents mistakes, not attacks.
     *
     * @param newRelays names, exactly as the subscriptions of the relays give them, see {@link #withName}; none for all
     * @return settings
     */
    public SubscriptionSettings withRelays(final String... newRelays) {
        return with(copy -> copy.relays = Set.copyOf(List.of(newRelays)));
    }

    /**
     * With another limit of sessions, such as the number of publishers of a stream that are expected at once.
     *
     * @param newSessionLimit 1 to 1024
     * @return settings
     */
    public SubscriptionSettings withSessionLimit(final int newSessionLimit) {
        return with(copy -> copy.sessionLimit = newSessionLimit);
    }

    /**
     * With a polling thread that polls other subscriptions too.
     *
     * @param newThread name of the thread; the same for all of its subscriptions
     * @return settings
     */
    public SubscriptionSettings withThread(final String newThread) {
        return with(copy -> copy.thread = newThread);
    }

    /**
     * With or without a record of latencies.
     *
     * @param newLatencies whether it records them
     * @return settings
     */
    public SubscriptionSettings withLatencies(final boolean newLatencies) {
        return with(copy -> copy.latencies = newLatencies);
    }

    /**
     * With another latency from which on a message is late, if {@link #latencies()} are recorded.
     *
     * @param newLateFrom 1 us to 1 hour
     * @return settings
     */
    public SubscriptionSettings withLateFrom(final Duration newLateFrom) {
        return with(copy -> copy.lateFrom = newLateFrom);
    }

    /** {@return name of the stream} */
    public String stream() {
        return stream;
    }

    /** {@return treatment of the subscription when it is slow} */
    public Policy policy() {
        return policy;
    }

    /** {@return where it starts to read present sessions} */
    public Start start() {
        return start;
    }

    /**
     * {@return treatment of missed messages; those skipped under {@link Policy#CONFLATE}, and those lost under {@link
     * Policy#EVICT}, are only reported}
     */
    public Repair repair() {
        return repair;
    }

    /**
     * {@return whether a handler always gets a verified copy. Otherwise a subscription that gates its publisher reads
     * in place, which is faster; only a process that was stopped inside a handler for longer than the progress timeout
     * may have seen its message change (see {@link SessionEvent.Doubtful})}
     */
    public boolean copies() {
        return copies;
    }

    /**
     * {@return total bytes of memory for the reassembly of messages of several frames; a message that does not fit is a
     * gap}
     */
    public int reassemblyLimit() {
        return reassemblyLimit;
    }

    /** {@return name of the subscription for publishers and counters, up to 124 bytes} */
    public String name() {
        return name;
    }

    /** {@return listener that is notified of sessions and gaps} */
    public SessionListener listener() {
        return listener;
    }

    /**
     * {@return addresses of publications on other hosts; if there are any, it reads only those, and none on this host}
     */
    public List<Endpoint> endpoints() {
        return endpoints;
    }

    /** {@return names of the relays that it reads from at its endpoints; empty for all} */
    public Set<String> relays() {
        return relays;
    }

    /**
     * {@return greatest number of sessions on this host that are read at once, 1 to 1024; further ones are joined when
     * another has ended. A poll looks at each of them. Of other hosts, 64 are read at once}
     */
    public int sessionLimit() {
        return sessionLimit;
    }

    /**
     * {@return name of the polling thread, known to this bus; subscriptions with the same name are polled by one
     * thread, and share a completion queue; empty for a thread that polls this one alone}
     */
    public String thread() {
        return thread;
    }

    /**
     * {@return whether it records the time from the commit of each message to the call of its handler, for {@code ./bus
     * stat}: percentiles of the last ten seconds. It costs a read of the clock for each message, and nothing otherwise.
     * The stream needs timestamps ({@link PublicationSettings#withTimestamps}); those of other hosts are compared in
     * UTC, with the error of both clocks. Messages from a journal are not recorded}
     */
    public boolean latencies() {
        return latencies;
    }

    /**
     * {@return the latency from which on a message is late: {@code ./bus stat --slow} shows why. It counts from the
     * commit; if the claim was refused, from its first refusal}
     */
    public Duration lateFrom() {
        return lateFrom;
    }

    @Override
    protected void check() {
        if (lateFrom.compareTo(LEAST_LATE_FROM) < 0 || lateFrom.compareTo(GREATEST_LATE_FROM) > 0) {
            throw new BusException("invalid latency of late messages " + lateFrom + ": use 1 us to 1 hour");
        }
        if (reassemblyLimit < 0) {
            throw new BusException("invalid reassembly limit " + reassemblyLimit + " bytes: use 0 or more");
        }
        if (sessionLimit < 1 || sessionLimit > MAX_SESSION_LIMIT) {
            throw new BusException("invalid session limit " + sessionLimit + ": use 1 to "
                    + MAX_SESSION_LIMIT);
        }
    }
}
