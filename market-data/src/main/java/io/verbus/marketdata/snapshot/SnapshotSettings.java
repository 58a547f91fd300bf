package io.verbus.marketdata.snapshot;

import io.verbus.BusException;
import java.time.Duration;

/**
 * Interval and rate of snapshots.
 *
 * @param intervalNs from the start of one to the start of the next, in nanoseconds, 1 ms to an hour; a snapshot that
 *     takes longer delays the next one
 * @param perSecond maximum rate of snapshot messages per second, 1 to a billion; an order takes 96 bytes of the log
 * @param recovery timeout for the next message from a journal after the reader was lapped; above 0
 */
public record SnapshotSettings(long intervalNs, long perSecond, Duration recovery) {
    private static final double NS_PER_SECOND = 1e9;
    private static final long SHORTEST_NS = 1_000_000;
    private static final long LONGEST_NS = 3_600_000_000_000L;
    private static final long FASTEST = 1_000_000_000;

    /**
     * Creates settings with a recovery timeout of 10 s.
     *
     * @param intervalNs from the start of one to the start of the next, in nanoseconds
     * @param perSecond maximum rate of snapshot messages per second
     */
    public SnapshotSettings(final long intervalNs, final long perSecond) {
        this(intervalNs, perSecond, Duration.ofSeconds(10));
    }

    /** Checks the ranges. */
    public SnapshotSettings {
        if (intervalNs < SHORTEST_NS || intervalNs > LONGEST_NS) {
            throw new BusException(
                    "snapshot interval " + intervalNs / NS_PER_SECOND + " s: give 0.001 to 3600 seconds");
        }
        if (perSecond < 1 || perSecond > FASTEST) {
            throw new BusException("snapshot rate " + perSecond + ": give 1 to 1000000000 messages a second");
        }
    }
}
