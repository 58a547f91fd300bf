package io.verbus.tools.stat;

import io.verbus.Policy;
import io.verbus.Refusal;

/**
 * The state of a subscription in one session at the time of the read.
 *
 * @param stream its stream
 * @param name its name
 * @param id of the subscription
 * @param pid of its process
 * @param policy its policy; null if the counters file contains an unknown one
 * @param alive whether its process is alive; for a subscription on another host, whether its publisher is alive
 * @param host of the subscription, empty for this host
 * @param read the session that it reads, null if it reads none
 * @param counts its losses over all sessions; null for a subscription on another host, which counts them there
 */
record SubscriptionStat(String stream, String name, long id, long pid, Policy policy, boolean alive, String host,
        Read read, GapCounts counts) {
    /** The percentage is unknown: only the publisher's host knows the capacity of the log. */
    static final double UNKNOWN = -1;

    /**
     * A session that a subscription reads.
     *
     * @param session its id
     * @param publisherHost host of its publisher, empty for this host
     * @param lagBytes bytes of the session's log that the subscription has not consumed
     * @param lagPercent the lag in percent of the capacity of the log; {@link #UNKNOWN} if the log is on another host
     * @param refusal why the subscription does not gate claims although its policy is BLOCK
     */
    record Read(long session, String publisherHost, long lagBytes, double lagPercent, Refusal refusal) {}

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
