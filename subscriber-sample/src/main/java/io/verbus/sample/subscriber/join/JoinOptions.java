package io.verbus.sample.subscriber.join;

import io.verbus.BusException;
import io.verbus.Endpoint;
import io.verbus.recovery.RecoverySettings;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;

/** What the command line says about joining late. */
public final class JoinOptions {
    private static final double NS_PER_SECOND = 1e9;
    private static final double MOST_SECONDS = 86_400;
    private static final int FEWEST_MIB = 2;
    private static final int MOST_MIB = 1 << 20;

    /** Where books come from that are not there from the first message. */
    public enum Origin {
        /** The oldest message that is in the log. */
        oldest,
        /** A snapshot, and what is live behind it. */
        snapshot,
        /** The first message of the session, from the journal of a recorder if the log has it no more. */
        journal
    }

    @Option(names = "--join", defaultValue = "oldest", paramLabel = "HOW",
            description = "What the books begin with: oldest (the oldest message in the log; what came before is not in"
                    + " the books), snapshot (one of the feed's, see feed --snapshots) or journal (the first message:"
                    + " what the log does not have, then or later, comes from a recorder, see record --serve)."
                    + " Default: ${DEFAULT-VALUE}.")
    private Origin origin;

    @Option(names = "--recorder", paramLabel = "ADDRESS",
            description = "With --join journal: where a recorder on another"
                    + " host serves, see record --serve-listen. Without an address, one on this host is asked.")
    private List<String> recorders = List.of();

    @Option(names = "--join-timeout", defaultValue = "30", paramLabel = "SECONDS",
            description = "How long to wait for a snapshot of a session, or for the next message from a journal."
                    + " Default: ${DEFAULT-VALUE}.")
    private double timeoutSeconds;

    @Option(names = "--join-memory", defaultValue = "64", paramLabel = "MIB",
            description = "Memory for live messages while a snapshot is waited for; when it is full, a newer snapshot"
                    + " is needed. Default: ${DEFAULT-VALUE}.")
    private int memoryMib;

    /** Nothing said yet. */
    public JoinOptions() {
    }

    /**
     * Whether a snapshot was asked for.
     *
     * @return false for the oldest message
     * @throws BusException if a number is out of range
     */
    public boolean bySnapshot() {
        if (!(timeoutSeconds > 0 && timeoutSeconds <= MOST_SECONDS)) {
            throw new BusException("--join-timeout " + timeoutSeconds + ": give more than 0, at most 86400 seconds");
        }
        if (memoryMib < FEWEST_MIB || memoryMib > MOST_MIB) {
            throw new BusException("--join-memory " + memoryMib + ": give 2 to 1048576 MiB");
        }
        return origin == Origin.snapshot;
    }

    /** {@return whether the books begin with the first message, wherever it comes from} */
    public boolean byJournal() {
        return origin == Origin.journal;
    }

    /** {@return how messages come from a journal} */
    public RecoverySettings recovery() {
        return RecoverySettings.defaults().withTimeout(Duration.ofNanos(timeoutNs()))
                .withEndpoints(Endpoint.of(List.of(), recorders));
    }

    /** {@return how long to wait for a snapshot, nanoseconds} */
    public long timeoutNs() {
        return (long) (timeoutSeconds * NS_PER_SECOND);
    }

    /** {@return bytes for live messages that wait} */
    public long memoryBytes() {
        return (long) memoryMib << 20;
    }
}
