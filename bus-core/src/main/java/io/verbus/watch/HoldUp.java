package io.verbus.watch;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How often, and for how long, a subscription has held up claims. Noted by the publisher's thread, which has nothing
 * better to do then; shown by the conductor; read by any thread.
 */
public final class HoldUp {
    private final HoldUpCounters counters;
    private final AtomicLong claims = new AtomicLong();
    private final AtomicLong ns = new AtomicLong();

    /**
     * Of a subscription that has held up nothing.
     *
     * @param counters that show it
     */
    public HoldUp(final HoldUpCounters counters) {
        this.counters = counters;
    }

    /**
     * A claim was refused, and the subscription stands in its way. By the publisher's thread.
     *
     * @param isFirst whether the claim was not refused before
     * @param moreNs since it was refused last
     */
    public void note(final boolean isFirst, final long moreNs) {
        if (isFirst) {
            claims.setOpaque(claims.getPlain() + 1);
        }
        ns.setOpaque(ns.getPlain() + moreNs);
    }

    /** {@return how many claims it has held up; one that is tried again and again is one} */
    public long claims() {
        return claims.getOpaque();
    }

    /** {@return for how long, in nanoseconds, from a claim's first refusal to its last} */
    public long ns() {
        return ns.getOpaque();
    }

    /** Shows it. By the conductor. */
    public void show() {
        counters.update(claims(), ns());
    }

    /** The subscription has gone. By the conductor. */
    public void close() {
        counters.close();
    }
}
