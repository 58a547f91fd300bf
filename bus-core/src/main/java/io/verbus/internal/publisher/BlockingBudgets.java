package io.verbus.internal.publisher;

import io.verbus.BlockingPermission;
import io.verbus.Refusal;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/**
 * Which subscriptions may block a publication, and for how long without progress. The time is charged to the name, over
 * all subscriptions of that name: a restart gives no new time. Consumption repays it. Used by the conductor.
 *
 * <p>A name has the progress timeout in total. A subscription that has never consumed anything may use the first second
 * of it.
 */
public final class BlockingBudgets {
    /** Longest blocking time of subscriptions that have never consumed anything. */
    private static final long FIRST_READ_NS = 1_000_000_000;
    /** One update charges at most this fraction of that time: the publisher's process may have been stopped. */
    private static final int MAX_CHARGES = 4;
    private static final int MAX_NAMES = 1_024;

    private final BlockingPermission allowed;
    private final long timeoutNs;
    private final long firstReadNs;
    private final int capacity;
    /** Used time, only for names that have used any. */
    private final Map<String, Long> usedNs = new HashMap<>();

    /**
     * Creates the terms of a new publication.
     *
     * @param allowed subscriptions that may block it
     * @param timeoutNs the progress timeout
     * @param capacity of the log in bytes
     */
    public BlockingBudgets(final BlockingPermission allowed, final long timeoutNs, final int capacity) {
        this.allowed = allowed;
        this.timeoutNs = timeoutNs;
        this.firstReadNs = Math.min(FIRST_READ_NS, timeoutNs);
        this.capacity = capacity;
    }

    /** {@return how long subscriptions that have never consumed anything may block the publication, in nanoseconds} */
    public long firstReadNs() {
        return firstReadNs;
    }

    /**
     * Whether a subscription that requests it may block the publication now.
     *
     * @param name of the subscription
     * @return {@link Refusal#NONE} if it may
     */
    public Refusal refusalOf(final String name) {
        if (!allowed.allow(name)) {
            return Refusal.NAME;
        }
        return isUsedUp(name) ? Refusal.BUDGET : Refusal.NONE;
    }

    /**
     * Whether a stranger of another host may block the publication, time apart: only by a name that is given.
     *
     * @param name of the subscription
     * @return true if so
     */
    boolean allowStranger(final String name) {
        return allowed.names().contains(name);
    }

    /**
     * Whether a name has used the time of subscriptions that have never consumed anything.
     *
     * @param name of subscriptions
     * @return true if so
     */
    boolean isUsedUp(final String name) {
        return usedNs(name) >= firstReadNs;
    }

    /**
     * The time that a name has used.
     *
     * @param name of subscriptions
     * @return nanoseconds, from 0 to the progress timeout
     */
    public long usedNs(final String name) {
        return usedNs.isEmpty() ? 0 : usedNs.getOrDefault(name, 0L);
    }

    /** Charges blocking time without progress to a name. */
    void charge(final String name, final long ns) {
        usedNs.put(name, Math.min(timeoutNs, usedNs(name) + Math.min(ns, firstReadNs / MAX_CHARGES)));
        if (usedNs.size() > MAX_NAMES) {
            usedNs.remove(usedNs.entrySet().stream().min(Comparator.comparingLong(Map.Entry::getValue)).orElseThrow()
                    .getKey());
        }
    }

    /** Repays for consumed bytes: a whole log repays all of the time. */
    void repay(final String name, final long bytes) {
        final long left = usedNs(name) - (long) ((double) bytes / capacity * timeoutNs);
        if (left > 0) {
            usedNs.put(name, left);
        } else {
            usedNs.remove(name);
        }
    }
}
