package io.verbus.internal.monitor;

import io.verbus.monitor.Loss;
import io.verbus.monitor.LossReport;

/**
 * A subscription's share of the loss report: each of its first losses has its own entry, later ones are summed per
 * session in its last entry. So a subscription that lags permanently does not displace the losses of others.
 * Thread-safe.
 */
public final class LossShare {
    /** Entries of one gap each; the last of them becomes a sum. */
    static final int ENTRIES = 32;

    private final LossReport report;
    private int used;
    private long number = -1;
    private Loss newest;

    /**
     * The share of a subscription without losses.
     *
     * @param report for its losses
     */
    public LossShare(final LossReport report) {
        this.report = report;
    }

    /**
     * Appends a loss, or adds it to the newest.
     *
     * @param loss of this subscription
     * @return false if the report can't store it, see {@link LossReport#append}
     */
    public synchronized boolean append(final Loss loss) {
        if (used >= ENTRIES && number >= 0 && newest.canBeSummed(loss)) {
            final Loss sum = newest.plus(loss);
            if (report.replace(number, sum)) {
                newest = sum;
                return true;
            }
        }
        number = report.add(loss);
        newest = loss;
        used++;
        return number >= 0;
    }
}
