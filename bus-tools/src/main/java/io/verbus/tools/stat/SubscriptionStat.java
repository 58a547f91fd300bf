package io.verbus.tools.stat;

import io.verbus.Policy;
import io.verbus.peer.Refusal;

/**
 * A subscription in one session, as it was when it was looked at.
 *
 * @param stream that it reads
 * @param name that its user gave it
 * @param id of the subscription
 * @param pid of its process
 * @param policy of it; null if the counters file does not give a known one
 * @param alive whether its process lives; of a process on another host, whether its publisher lives
 * @param host of the subscription, empty for this host
 * @param read the session that it reads, null if it reads none
 * @param counts its losses over all its sessions, null on another host, where they are counted
 */
record SubscriptionStat(String stream, String name, long id, long pid, Policy policy, boolean alive, String host,
        Read read, Counts counts) {
    /** No percentage: the capacity of the log is known on the publisher's host only. */
    static final double UNKNOWN = -1;

    /**
     * A session that a subscription reads.
     *
     * @param session its id
     * @param publisherHost host of its publisher, empty for this host
     * @param behindBytes bytes of the session's log that the subscription has not consumed
     * @param behindPercent those in percent of the capacity of the log; {@link #UNKNOWN} if that is on another host
     * @param refusal why the publisher does not wait for the subscription, though its policy is BLOCK; known on this
     *     host only
     */
    record Read(long session, String publisherHost, long behindBytes, double behindPercent, Refusal refusal) {}

    /**
     * Losses of a subscription.
     *
     * @param gaps times that it missed messages
     * @param missed messages that it missed for good
     * @param filled messages that it got from a journal
     * @param failed messages whose handler threw an exception
     */
    record Counts(long gaps, long missed, long filled, long failed) {}
}
