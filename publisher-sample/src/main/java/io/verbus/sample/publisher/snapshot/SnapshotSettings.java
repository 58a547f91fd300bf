package io.verbus.sample.publisher.snapshot;

import io.verbus.BusException;
import java.time.Duration;

/**
 * How often snapshots are published, and how fast.
 *
 * @param intervalNs from the beginning of one to the beginning of the next, nanoseconds, 1 ms to an hour; a snapshot
 *     that takes longer puts the next one off
 * @param perSecond messages of a snapshot that are published in a second at most, 1 to a billion; each is an order, and
 *     takes 96 bytes of log
 * @param recovery how long to wait for the next message from a journal, when the reader was lapped; above 0
 */
public record SnapshotSettings(long intervalNs, long perSecond, Duration recovery) {
    private static final long SHORTEST_NS = 1_000_000;
    private static final long LONGEST_NS = 3_600_000_000_000L;
    private static final long FASTEST = 1_000_000_000;
    private static final double NS_PER_SECOND = 1e9;

    /**
     * With a recovery of 10 s.
     *
     * @param intervalNs from the beginning of one to the beginning of the next, nanoseconds
     * @param perSecond messages of a snapshot that are published in a second at most
     */
    public SnapshotSettings(final long intervalNs, final long perSecond) {
        this(intervalNs, perSecond, Duration.ofSeconds(10));
    }

    /** Refuses what is no pace. */
    public SnapshotSettings {
        if (intervalNs < SHORTEST_NS || intervalNs > LONGEST_NS) {
            throw new BusException("--snapshot-interval " + intervalNs / NS_PER_SECOND
                    + ": give 0.001 to 3600 seconds");
        }
        if (perSecond < 1 || perSecond > FASTEST) {
            throw new BusException("--snapshot-rate " + perSecond + ": give 1 to 1000000000 messages a second");
        }
    }
}
