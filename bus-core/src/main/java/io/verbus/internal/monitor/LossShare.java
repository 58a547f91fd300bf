package io.verbus.internal.monitor;

import io.verbus.BusException;
import io.verbus.Gap;
import io.verbus.monitor.Loss;
import io.verbus.spi.SubscriptionIdentity;
import org.agrona.ErrorHandler;

/**
 * A subscription's share of the loss report: each of its first losses has its own entry, later ones are summed per
 * session in its last entry. So a subscription that lags permanently does not displace the losses of others.
 * Thread-safe.
 */
public final class LossShare {
    /** Entries of one gap each; the last of them becomes a sum. */
    static final int ENTRIES = 32;

    private final LossReportFile report;
    private int used;
    private long number = -1;
    private Loss newest;

    /**
     * The share of a subscription without losses.
     *
     * @param report for its losses
     */
    public LossShare(final LossReportFile report) {
        this.report = report;
    }

    /**
     * Appends a gap as a loss, or adds it to the newest loss.
     *
     * @param gap that was not filled
     * @param subscription with the gap
     * @param errorHandler receives an error if the report can't store it, see {@link LossReportFile#append}
     */
    public void append(final Gap gap, final SubscriptionIdentity subscription, final ErrorHandler errorHandler) {
        if (!append(new Loss(gap.epochNs(),
                new Loss.Publisher(gap.session().stream(), gap.session().id(), gap.session().pid()),
                new Loss.Reporter(subscription.name(), subscription.id(), subscription.pid()),
                gap.first(), gap.last(), gap.cause(), gap.description()))) {
            errorHandler.onError(new BusException("loss report " + report.path() + " is full of unfinished entries:"
                    + " move the file away when no bus runs"));
        }
    }

    synchronized boolean append(final Loss loss) {
        if (used >= ENTRIES && number >= 0 && newest.publisher().equals(loss.publisher())) {
            final Loss sum = sum(newest, loss);
            if (report.replace(number, sum)) {
                newest = sum;
                return true;
            }
        }
        number = report.append(loss);
        newest = loss;
        used++;
        return number >= 0;
    }

    private static Loss sum(final Loss older, final Loss newer) {
        return new Loss(newer.epochNs(), newer.publisher(), newer.subscriber(),
                new Loss.Extent(Math.min(older.first(), newer.first()), Math.max(older.last(), newer.last()),
                        older.count() + newer.count(), older.gaps() + newer.gaps()),
                newer.cause(), newer.description());
    }
}
