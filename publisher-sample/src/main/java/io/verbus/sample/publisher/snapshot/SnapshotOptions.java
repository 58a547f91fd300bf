package io.verbus.sample.publisher.snapshot;

import io.verbus.BusException;
import picocli.CommandLine.Option;

/** Command-line options of snapshots. */
public final class SnapshotOptions {
    private static final double NS_PER_SECOND = 1e9;

    @Option(names = "--snapshots", description = "Publish snapshots of the books on the stream NAME.snapshot, for books"
            + " that join late. A separate thread makes them; it is an ordinary subscriber of the stream.")
    private boolean requested;

    @Option(names = "--snapshot-interval", paramLabel = "SECONDS",
            description = "Interval between snapshots. Default: 5.")
    private Double intervalSeconds;

    @Option(names = "--snapshot-rate", paramLabel = "N",
            description = "Snapshot orders published per second, of 96 bytes each. Default: 1000000.")
    private Long perSecond;

    /** Creates options without values. */
    public SnapshotOptions() {
    }

    /**
     * Returns the settings.
     *
     * @return null if no snapshots were requested
     * @throws BusException if a number is out of range, or given without {@code --snapshots}
     */
    public SnapshotSettings settings() {
        if (!requested && (intervalSeconds != null || perSecond != null)) {
            throw new BusException("--snapshot-interval and --snapshot-rate are for feeds with snapshots: add"
                    + " --snapshots");
        }
        return requested
                ? new SnapshotSettings(intervalSeconds == null
                        ? 5_000_000_000L
                        : (long) (intervalSeconds * NS_PER_SECOND), perSecond == null ? 1_000_000 : perSecond)
                : null;
    }
}
