package io.verbus.internal.publisher;

import io.verbus.internal.monitor.BackPressureCounters;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Number and duration of the refused claims that a subscription causes. Recorded by the publisher's thread, which is
 * blocked then; shown by the conductor; read by any thread.
 */
public final class BackPressureStats {
    private final BackPressureCounters counters;
    private final AtomicLong claims = new AtomicLong();
    private final AtomicLong ns = new AtomicLong();
    private long shownClaims;
    private long shownNs;

    /**
     * Starts with no refused claims.
     *
     * @param counters that show the values
     */
    public BackPressureStats(final BackPressureCounters counters) {
        this.counters = counters;
    }

    /**
     * Records a refused claim. By the publisher's thread.
     *
     * @param isFirst whether the claim was not refused before
     * @param additionalNs time since its last refusal
     */
    public void record(final boolean isFirst, final long additionalNs) {
        if (isFirst) {
            claims.setOpaque(claims.getPlain() + 1);
        }
        ns.setOpaque(ns.getPlain() + additionalNs);
    }

    /** {@return the number of refused claims; retries of one claim count once} */
    public long claims() {
        return claims.getOpaque();
    }

    /** {@return their duration in nanoseconds, each from its first refusal to its last} */
    public long ns() {
        return ns.getOpaque();
    }

    /** Updates the counters if the values have changed. By the conductor. */
    public void show() {
        final long newClaims = claims();
        final long newNs = ns();
        if (newClaims != shownClaims || newNs != shownNs) {
            shownClaims = newClaims;
            shownNs = newNs;
            counters.update(newClaims, newNs);
        } else {
            counters.unchanged();
        }
    }

    /** Closes the counters: the subscription has left. By the conductor. */
    public void close() {
        counters.close();
    }
}
