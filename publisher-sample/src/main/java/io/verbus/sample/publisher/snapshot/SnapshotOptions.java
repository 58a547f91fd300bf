package io.verbus.sample.publisher.snapshot;

import io.verbus.BusException;
import picocli.CommandLine.Option;

/** What the command line says about snapshots. */
public final class SnapshotOptions {
    private static final double NS_PER_SECOND = 1e9;

    @Option(names = "--snapshots", description = "Publish snapshots of the books on the stream NAME.snapshot, for books"
            + " that join late. They are made by a thread of their own, which reads the stream as others do.")
    private boolean wanted;

    @Option(names = "--snapshot-interval", paramLabel = "SECONDS",
            description = "From one snapshot to the next. Default: 5.")
    private Double intervalSeconds;

    @Option(names = "--snapshot-rate", paramLabel = "N",
            description = "Orders of a snapshot that are published in a second, of 96 bytes each. Default: 1000000.")
    private Long perSecond;

    /** Nothing said yet. */
    public SnapshotOptions() {
    }

    /**
     * What was asked for.
     *
     * @return null if no snapshots were
     * @throws BusException if a number is out of range, or of no use
     */
    public SnapshotSettings settings() {
        if (!wanted && (intervalSeconds != null || perSecond != null)) {
            throw new BusException("--snapshot-interval and --snapshot-rate are for feeds with snapshots: add"
                    + " --snapshots");
        }
        return wanted
                ? new SnapshotSettings(intervalSeconds == null
                        ? 5_000_000_000L
                        : (long) (intervalSeconds * NS_PER_SECOND), perSecond == null ? 1_000_000 : perSecond)
                : null;
    }
}
