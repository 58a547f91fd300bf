package io.verbus.orders.gateway;

/**
 * Time of the entries: it begins with the wall clock, or the last entry if that is later, and progresses with the
 * monotonic clock. It approaches the wall clock by an eighth of the elapsed time, so it never steps and never stops:
 * rate limits, which count this time, work also after the wall clock was set. Used by one thread.
 */
final class EntryClock {
    private static final int SLEW = 8;

    private long nowNs;
    private long timeNs;

    /**
     * Begins.
     *
     * @param nowNs monotonic
     * @param wallNs UTC
     * @param lastEntryNs time of the last entry; any lower value if there is none
     */
    EntryClock(final long nowNs, final long wallNs, final long lastEntryNs) {
        this.nowNs = nowNs;
        timeNs = Math.max(wallNs, lastEntryNs);
    }

    /** The time of entries at a monotonic time, while the wall clock shows this. */
    long at(final long newNowNs, final long wallNs) {
        final long elapsedNs = newNowNs - nowNs;
        nowNs = newNowNs;
        timeNs += elapsedNs;
        timeNs += Math.clamp(wallNs - timeNs, -elapsedNs / SLEW, elapsedNs / SLEW);
        return timeNs;
    }
}
