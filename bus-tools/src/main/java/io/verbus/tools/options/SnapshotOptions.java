package io.verbus.tools.options;

import io.verbus.BusException;
import io.verbus.marketdata.snapshot.SnapshotSettings;
import java.time.Duration;
import picocli.CommandLine.Option;

/** Command-line options of snapshots. */
public final class SnapshotOptions {
    @Option(names = "--snapshots", negatable = true, description = "Publish snapshots for books that join"
            + " late, on the stream NAME.snapshot. A separate thread makes them; it is an ordinary subscriber of the"
            + " stream. Default: a gateway does, a feed does not.")
    private boolean requested;

    @Option(names = "--snapshot-interval", paramLabel = "TIME", converter = DurationConverter.class,
            description = "Interval between snapshots, such as 5 (seconds) or 500ms. Default: 5s.")
    private Duration interval;

    @Option(names = "--snapshot-rate", paramLabel = "N",
            description = "Snapshot orders published per second, of 96 bytes each. Default: 1000000.")
    private Long perSecond;

    /** Creates the options of a feed, which publishes snapshots on request. */
    public SnapshotOptions() {
        this(false);
    }

    /**
     * Creates options without values.
     *
     * @param byDefault whether snapshots are published without an option
     */
    public SnapshotOptions(final boolean byDefault) {
        requested = byDefault;
    }

    /**
     * Returns the settings.
     *
     * @return null if no snapshots were requested
     * @throws BusException if a number is out of range, or given without {@code --snapshots}
     */
    public SnapshotSettings settings() {
        if (!requested && (interval != null || perSecond != null)) {
            throw new BusException("--snapshot-interval and --snapshot-rate need snapshots: add --snapshots");
        }
        return requested
                ? new SnapshotSettings(interval == null ? 5_000_000_000L : interval.toNanos(),
                        perSecond == null ? 1_000_000 : perSecond)
                : null;
    }
}
