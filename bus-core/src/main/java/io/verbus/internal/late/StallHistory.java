package io.verbus.internal.late;

import io.verbus.monitor.LateCause;
import java.util.Arrays;

/**
 * Recent times in which something kept messages of a subscription from their handler. By the conductor.
 *
 * <p>An entry is an interval, and how much of it the cause was active: the kernel counts the time without a core, not
 * when that was. Such an entry explains as much of a time as it overlaps with, up to its amount.
 */
public final class StallHistory {
    /** The stall concerns all sessions of the subscription. */
    public static final long ALL = 0;
    private static final int CAPACITY = 1 << 10;
    private static final LateCause[] CAUSES = LateCause.values();
    private static final int NO_ENTRY = -1;

    private final LateCause[] causes = new LateCause[CAPACITY];
    private final long[] sessions = new long[CAPACITY];
    private final long[] fromNs = new long[CAPACITY];
    private final long[] toNs = new long[CAPACITY];
    private final long[] amountNs = new long[CAPACITY];
    /** Index of the newest entry by cause. */
    private final int[] newest = new int[CAUSES.length];
    private int next;

    /** Without entries. */
    public StallHistory() {
        Arrays.fill(newest, NO_ENTRY);
    }

    /**
     * Adds an interval in which the cause was active all the time. It extends the newest one of its cause if it follows
     * it.
     *
     * @param cause of the stall
     * @param session that it concerns; {@link #ALL} for all
     * @param from begin on the monotonic clock
     * @param to end
     */
    public void add(final LateCause cause, final long session, final long from, final long to) {
        final int last = newest[cause.ordinal()];
        if (last != NO_ENTRY && causes[last] == cause && sessions[last] == session && toNs[last] == from
                && amountNs[last] == from - fromNs[last]) {
            toNs[last] = to;
            amountNs[last] = to - fromNs[last];
        } else {
            add(cause, session, from, to, to - from);
        }
    }

    /** Adds an interval in which the cause was active for an amount of time, which is at most its length. */
    void add(final LateCause cause, final long session, final long from, final long to, final long amount) {
        causes[next] = cause;
        sessions[next] = session;
        fromNs[next] = from;
        toNs[next] = to;
        amountNs[next] = Math.min(amount, to - from);
        newest[cause.ordinal()] = next;
        next = (next + 1) % CAPACITY;
    }

    /** How much of a time of a session the causes explain, added to an array by ordinal. */
    void explain(final long session, final long from, final long to, final long[] explainedNs) {
        for (int i = 0; i < CAPACITY && causes[i] != null; i++) {
            final long overlap = Math.min(to, toNs[i]) - Math.max(from, fromNs[i]);
            if (overlap > 0 && (sessions[i] == ALL || sessions[i] == session)) {
                explainedNs[causes[i].ordinal()] += Math.min(overlap, amountNs[i]);
            }
        }
    }
}
