package io.verbus.sample.subscriber.measure;

import java.util.Arrays;

/**
 * How fast messages came in: over the whole session, and for each loop of a feed that is played again and again. A loop
 * begins where all books are cleared; the first one warms up whatever has to warm up and does not count.
 */
public final class LoopRates {
    private static final double NS_PER_SECOND = 1e9;

    private long[] startsNs = new long[64];
    private long[] startMessages = new long[64];
    private int loops;
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
        if (loops == startsNs.length) {
            startsNs = Arrays.copyOf(startsNs, loops << 1);
            startMessages = Arrays.copyOf(startMessages, loops << 1);
        }
        startsNs[loops] = nowNs;
        startMessages[loops++] = messages;
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
    public int loops() {
        return loops;
    }

    /** {@return messages a second from the first to the last; 0 when that is no time at all} */
    public double overall() {
        return rate(lastMessages - firstMessages, lastNs - firstNs);
    }

    /** {@return the median, over the loops after the first, of messages a second; 0 when there is only one loop} */
    public double medianLoop() {
        if (loops < 2) {
            return 0;
        }
        final double[] rates = new double[loops - 1];
        for (int loop = 1; loop < loops; loop++) {
            final boolean isLast = loop == loops - 1;
            final long endNs = isLast ? lastNs : startsNs[loop + 1];
            final long endMessages = isLast ? lastMessages : startMessages[loop + 1];
            rates[loop - 1] = rate(endMessages - startMessages[loop], endNs - startsNs[loop]);
        }
        Arrays.sort(rates);
        final int middle = rates.length / 2;
        return rates.length % 2 == 1 ? rates[middle] : (rates[middle - 1] + rates[middle]) / 2;
    }

    private static double rate(final long messages, final long ns) {
        return ns > 0 ? messages * NS_PER_SECOND / ns : 0;
    }
}
