package io.verbus.tools.stat;

import io.verbus.peer.Refusal;
import java.util.List;
import java.util.Map;

/**
 * A publication as it was when it was looked at.
 *
 * @param stream that it publishes on
 * @param session its id
 * @param publisher its name
 * @param pid of its process
 * @param alive whether that lives
 * @param beatNs when its process said so last, on the monotonic clock
 * @param messages committed, as of the last duty cycle, or when it died
 * @param position bytes of log since the session began, likewise
 * @param capacity of its log in bytes
 * @param refused claims that were refused
 * @param threadSilentNs since the publishing thread ran last, as of the last duty cycle; {@link #UNKNOWN} if the
 *     program does not say
 * @param refusals of subscriptions on this host that are not waited for, though their policy is BLOCK
 * @param holdUps who has held its claims up, on this host and on others
 */
record PublicationStat(String stream, long session, String publisher, long pid, boolean alive, long beatNs,
        long messages, long position, int capacity, long refused, long threadSilentNs, Map<Long, Refusal> refusals,
        List<HoldUp> holdUps) {
    /** No time: the program does not call {@code Publication.idle()}. */
    static final long UNKNOWN = -1;
    /** A publishing thread that has not run for longer is stuck, or starved. */
    private static final long LONG_NS = 1_000_000_000;

    /** Whether the publishing thread has not run for a second or longer, though the process lives. */
    boolean isThreadSilent() {
        return alive && threadSilentNs >= LONG_NS;
    }

    /** Why a subscription is not waited for; {@link Refusal#NONE} if it is, or does not ask for it. */
    Refusal refusalOf(final long subscription) {
        return refusals.getOrDefault(subscription, Refusal.NONE);
    }

    /**
     * A subscription that has held claims up.
     *
     * @param subscription its name
     * @param id of the subscription
     * @param pid of its process
     * @param claims how many; one that is repeated is one
     * @param ns for how long, in nanoseconds
     */
    record HoldUp(String subscription, long id, long pid, long claims, long ns) {}
}
