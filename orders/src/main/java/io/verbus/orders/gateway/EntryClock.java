package io.verbus.orders.gateway;

import org.agrona.concurrent.EpochNanoClock;

/**
 * Time of the entries: it begins with the wall clock, or the last entry if that is later, and progresses with the
 * monotonic clock. It approaches the wall clock by an eighth of the elapsed time, so it never steps and never stops:
 * rate limits, which count this time, work also after the wall clock was set. Used by one thread.
 *
 * <p>It compares itself with the wall clock ten thousand times a second at most: each reading takes as long as the rest
 * of an idle duty cycle.
 */
final class EntryClock {
    private static final int SLEW = 8;
    private static final long COMPARE_NS = 100_000;

    private final EpochNanoClock wall;
    private long nowNs;
    private long timeNs;
    private long comparedNs;
    /** The difference to the wall clock at the last comparison, as far as it is left. */
    private long behindNs;

    /**
     * Begins.
     *
     * @param nowNs monotonic
     * @param wall UTC
     * @param lastEntryNs time of the last entry; any lower value if there is none
     */
    EntryClock(final long nowNs, final EpochNanoClock wall, final long lastEntryNs) {
        this.wall = wall;
        this.nowNs = nowNs;
        timeNs = Math.max(wall.nanoTime(), lastEntryNs);
        comparedNs = nowNs - COMPARE_NS;
    }

    /** The time of entries at a monotonic time. */
    long at(final long newNowNs) {
        final long elapsedNs = newNowNs - nowNs;
        nowNs = newNowNs;
        timeNs += elapsedNs;
        if (newNowNs - comparedNs >= COMPARE_NS) {
            comparedNs = newNowNs;
            behindNs = wall.nanoTime() - timeNs;
        }
        final long slewNs = Math.clamp(behindNs, -elapsedNs / SLEW, elapsedNs / SLEW);
        behindNs -= slewNs;
        timeNs += slewNs;
        return timeNs;
    }
}
