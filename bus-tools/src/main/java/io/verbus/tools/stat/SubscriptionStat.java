package io.verbus.tools.stat;

import io.verbus.Policy;

/**
 * A subscription, and where it stands in one session, as it was when it was looked at.
 *
 * @param stream that it reads
 * @param name that it gave itself
 * @param pid of its process
 * @param policy of it
 * @param alive whether its process lives
 * @param session that it reads, 0 if it reads none on this host
 * @param behindBytes how much of the session's log it has not consumed
 * @param behindPercent that of the capacity of the log
 * @param gaps times that it missed messages, of all its sessions
 * @param missed messages that it missed for good, likewise
 * @param filled messages that it got from a journal, likewise
 */
record SubscriptionStat(String stream, String name, long pid, Policy policy, boolean alive, long session,
        long behindBytes, double behindPercent, long gaps, long missed, long filled) {}
