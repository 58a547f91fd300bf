package io.verbus.tools.book;

import java.util.Arrays;

/**
 * Message rates: over the whole session, and for each loop of a feed that plays its file repeatedly. A loop starts when
 * all books are cleared; the first one is warm-up and does not count. Only the newest {@value #KEPT} loops are kept, so
 * a feed that clears its books often does not exhaust the memory.
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

    /** Creates an object without measurements. */
    public LoopRates() {
    }

    /**
     * Starts a loop: all books were cleared.
     *
     * @param messages received so far
     * @param nowNs the current time
     */
    public void onLoop(final long messages, final long nowNs) {
        startsNs[at(loops)] = nowNs;
        startMessages[at(loops++)] = messages;
    }

    /**
     * Records a pause: no more messages are available. Rates are measured between two pauses.
     *
     * @param messages received so far
     * @param nowNs the current time
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

    /** {@return whether a first pause was recorded, from which rates are measured} */
    public boolean hasBegun() {
        return begun;
    }

    /** {@return number of loops started} */
    public long loops() {
        return loops;
    }

    /** {@return messages per second from the first to the last pause; 0 if no time passed} */
    public double overall() {
        return rate(lastMessages - firstMessages, lastNs - firstNs);
    }

    /** {@return median of the messages per second of all kept loops except the first; 0 if there is only one loop} */
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
