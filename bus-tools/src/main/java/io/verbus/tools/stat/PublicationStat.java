package io.verbus.tools.stat;

import io.verbus.Refusal;
import java.util.List;
import java.util.Map;

/**
 * The state of a publication at the time of the read. Values are those of its last duty cycle.
 *
 * @param stream its stream
 * @param session its session id
 * @param publisher its name
 * @param pid of its process
 * @param hops relays between the publisher and this log, this one included; 0 for the publisher's own log
 * @param process the process
 * @param heartbeatNs time of the last heartbeat, on the monotonic clock
 * @param messages committed messages
 * @param position bytes since the start of the session
 * @param capacity of the log, in bytes
 * @param refused number of refused claims
 * @param threadSilentNs time since the publishing thread ran; {@link #UNKNOWN} if the program does not report it
 * @param refusals reasons why BLOCK subscriptions of this host do not gate claims, by subscription id
 * @param backPressure subscriptions that caused back pressure, on this host and on others
 */
record PublicationStat(String stream, long session, String publisher, long pid, int hops, ProcessStat process,
        long heartbeatNs, long messages, long position, int capacity, long refused, long threadSilentNs,
        Map<Long, Refusal> refusals, List<BackPressure> backPressure) implements StatRow {
    /** The time is unknown: the program does not call {@code Publication.idle()}. */
    static final long UNKNOWN = -1;
    /** A publishing thread that has not run for this long is stuck or starved. */
    private static final long SILENCE_LIMIT_NS = 1_000_000_000;

    @Override
    public Long key() {
        return session;
    }

    /** Whether the process is alive. */
    boolean alive() {
        return process.alive();
    }

    /** The back pressure that a subscription has caused; null if none. */
    BackPressure backPressureOf(final long subscription) {
        return backPressure.stream().filter(one -> one.id() == subscription).findFirst().orElse(null);
    }

    /** Whether the publishing thread has not run for a second or longer although the process is alive. */
    boolean isThreadSilent() {
        return alive() && threadSilentNs >= SILENCE_LIMIT_NS;
    }

    /** Why a BLOCK subscription does not gate claims; {@link Refusal#NONE} if it does or has another policy. */
    Refusal refusalOf(final long subscription) {
        return refusals.getOrDefault(subscription, Refusal.NONE);
    }

    /**
     * Back pressure caused by a subscription.
     *
     * @param subscription its name
     * @param id of the subscription
     * @param pid of its process
     * @param claims number of claims refused because of it; a repeated claim counts once
     * @param ns total duration, in nanoseconds
     */
    record BackPressure(String subscription, long id, long pid, long claims, long ns) {}
}
