package io.verbus.tools.stat;

import io.verbus.Policy;
import io.verbus.Refusal;
import io.verbus.monitor.LateCause;
import java.util.Map;

/**
 * The state of a subscription in one session at the time of the read.
 *
 * @param stream its stream
 * @param name its name
 * @param id of the subscription
 * @param pid of its process
 * @param policy its policy; null if the counters file contains an unknown one
 * @param process its process; for a subscription on another host, the process of its publisher
 * @param host of the subscription, empty for this host
 * @param silent whether its process is alive and does not run
 * @param read the session that it reads, null if it reads none
 * @param counts its losses over all sessions; null for a subscription on another host, which counts them there
 * @param latency of its messages over all sessions; null if it does not record it, or is on another host
 */
record SubscriptionStat(String stream, String name, long id, long pid, Policy policy, ProcessStat process, String host,
        boolean silent, Read read, GapCounts counts, RecordedLatency latency) implements StatRow {
    /** A number is unknown on this host. */
    static final long UNKNOWN = -1;

    /** Whether its process is alive; for a subscription on another host, whether its publisher is alive. */
    boolean alive() {
        return process.alive();
    }

    /** Whether it has messages to read. */
    boolean hasUnread() {
        return read != null && read.lagBytes() > 0;
    }

    /** Its connection to the session; null if both are on this host, or it reads none. */
    Connection connection() {
        return read == null ? null : read.connection();
    }

    /** Whether it waits for a connection to the session, after it has read all that has arrived. */
    boolean isDisconnected() {
        return connection() != null && !connection().isUp() && host.isEmpty() && read.publisherHost().isEmpty();
    }

    /** The subscription in its session, for comparisons with another read. */
    @Override
    public ReadSession key() {
        return new ReadSession(id, read == null ? 0 : read.session());
    }

    /** Ids of the subscription and of the session, 0 for none. */
    record ReadSession(long subscription, long session) {}

    /**
     * A session that a subscription reads.
     *
     * @param session its id
     * @param publisherHost host of its publisher, empty for this host
     * @param position bytes before the next message to consume; {@link #UNKNOWN} if the publisher is on another host
     * @param consumed messages before the next to consume; {@link #UNKNOWN} if that one is overwritten
     * @param lagMessages messages that the subscription has not consumed; {@link #UNKNOWN} likewise
     * @param lagBytes bytes of the session's log that the subscription has not consumed
     * @param lagPercent the lag in percent of the capacity of the log; {@link #UNKNOWN} if the log is on another host
     * @param lagNs age of the next message to consume, 0 if there is none; {@link #UNKNOWN} without timestamps, and on
     *     the host of a subscription that reads another host
     * @param overwritten whether the publisher has overwritten the next message to consume
     * @param refusal why the subscription does not gate claims although its policy is BLOCK
     * @param connection between the two hosts; null on one host
     */
    record Read(long session, String publisherHost, long position, long consumed, long lagMessages, long lagBytes,
            double lagPercent, long lagNs, boolean overwritten, Refusal refusal, Connection connection) {
        /** The same, over a connection. */
        Read over(final Connection between) {
            return new Read(session, publisherHost, position, consumed, lagMessages, lagBytes, lagPercent, lagNs,
                    overwritten, refusal, between);
        }
    }

    /**
     * The connection between the hosts of a session and of a subscription.
     *
     * @param peer address of the other host; empty if unknown
     * @param epochs number of connections so far, the present one included
     * @param creditBytes bytes that the publisher may write before the subscription returns more; {@link #UNKNOWN} if
     *     they are not connected
     * @param link how the last one carries messages; empty if unknown
     */
    record Connection(String peer, long epochs, long creditBytes, String link) {
        /** Whether they are connected. */
        boolean isUp() {
            return creditBytes != UNKNOWN;
        }

        /** How often they have connected again. */
        long reconnects() {
            return Math.max(0, epochs - 1);
        }
    }

    /**
     * Times from the commit of a message to the call of the handler, in nanoseconds; {@link #UNKNOWN} if no message has
     * come in the last ten seconds.
     *
     * @param messages recorded so far
     * @param p50Ns median of the last ten seconds
     * @param p99Ns likewise, exceeded by 1 %
     * @param p999Ns likewise, exceeded by 0.1 %
     * @param maxNs likewise, the longest
     * @param late messages that took long
     */
    record RecordedLatency(long messages, long p50Ns, long p99Ns, long p999Ns, long maxNs, Late late) {}

    /**
     * The late messages of a subscription so far.
     *
     * @param fromNs latency from which on a message is late
     * @param worstNs the longest; 0 if there was none
     * @param causes number of them by cause, for each cause
     */
    record Late(long fromNs, long worstNs, Map<LateCause, Long> causes) {
        /** The number of them. */
        long messages() {
            return causes.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /**
     * Gap counters of a subscription.
     *
     * @param gaps number of gaps
     * @param missed messages that were lost
     * @param filled messages replayed from a journal
     * @param failed messages for which the handler threw an exception
     */
    record GapCounts(long gaps, long missed, long filled, long failed) {}
}
