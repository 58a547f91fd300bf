package io.verbus.losses;

/**
 * A subscription's share of the loss report: its first losses have an entry each, those after them are summed in its
 * last entry, by session. So a subscription that falls behind all the time does not push out the losses of others.
 * Thread-safe.
 */
public final class LossShare {
    /** Entries with a gap each; the last of them becomes a sum. */
    static final int ENTRIES = 32;

    private final LossReport report;
    private int used;
    private long number = -1;
    private Loss newest;

    /**
     * Of a subscription that has lost nothing yet.
     *
     * @param report that its losses go to
     */
    public LossShare(final LossReport report) {
        this.report = report;
    }

    /**
     * Appends a loss, or adds it to the newest.
     *
     * @param loss of this subscription
     * @return false if the report can't take it, see {@link LossReport#append}
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
