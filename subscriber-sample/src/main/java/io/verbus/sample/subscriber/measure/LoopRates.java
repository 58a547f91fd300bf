package io.verbus.sample.subscriber.measure;

import java.util.Arrays;

/**
 * How fast messages came in: over the whole session, and for each loop of a feed that is played again and again. A loop
 * begins where all books are cleared; the first one warms up whatever has to warm up and does not count. The newest
 * {@value #KEPT} loops are kept: a feed that clears its books all the time takes no more memory than any other.
 */
public final class LoopRates {
    static final int KEPT = 1 << 12;
    private static final double NS_PER_SECOND = 1e9;

    private final long[] startsNs = new long[KEPT];
    private final long[] startMessages = new long[KEPT];
    private long loops;
    private boolean begun;
    private long firstNs;
    private long firstMessages;
    private long lastNs;
    private long lastMessages;

    /** Rates of nothing yet. */
    public LoopRates() {
    }

    /**
     * All books are cleared: a loop begins.
     *
     * @param messages so far
     * @param nowNs the time now
     */
    public void onLoop(final long messages, final long nowNs) {
        startsNs[at(loops)] = nowNs;
        startMessages[at(loops++)] = messages;
    }

    /**
     * Some messages have come in and no more are there; rates are those between two such moments.
     *
     * @param messages so far
     * @param nowNs the time now
     */
    public void onPause(final long messages, final long nowNs) {
        if (!begun) {
            begun = true;
            firstNs = nowNs;
            firstMessages = messages;
        }
        lastNs = nowNs;
        lastMessages = messages;
    }

    /** {@return whether the first pause, and so the beginning, is known} */
    public boolean hasBegun() {
        return begun;
    }

    /** {@return loops that have begun} */
    public long loops() {
        return loops;
    }

    /** {@return messages a second from the first to the last; 0 when that is no time at all} */
    public double overall() {
        return rate(lastMessages - firstMessages, lastNs - firstNs);
    }

    /** {@return the median, over the loops kept after the first, of messages a second; 0 when there is but one loop} */
    public double medianLoop() {
        if (loops < 2) {
            return 0;
        }
        final long oldest = Math.max(1, loops - KEPT);
        final double[] rates = new double[(int) (loops - oldest)];
        for (long loop = oldest; loop < loops; loop++) {
            final boolean isLast = loop == loops - 1;
            final long endNs = isLast ? lastNs : startsNs[at(loop + 1)];
            final long endMessages = isLast ? lastMessages : startMessages[at(loop + 1)];
            rates[(int) (loop - oldest)] = rate(endMessages - startMessages[at(loop)], endNs - startsNs[at(loop)]);
        }
        Arrays.sort(rates);
        final int middle = rates.length / 2;
        return rates.length % 2 == 1 ? rates[middle] : (rates[middle - 1] + rates[middle]) / 2;
    }

    private static int at(final long loop) {
        return (int) loop & KEPT - 1;
    }

    private static double rate(final long messages, final long ns) {
        return ns > 0 ? messages * NS_PER_SECOND / ns : 0;
    }
}
