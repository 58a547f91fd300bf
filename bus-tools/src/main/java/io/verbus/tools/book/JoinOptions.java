package io.verbus.tools.book;

import io.verbus.BusException;
import io.verbus.Endpoint;
import io.verbus.config.Configuration;
import io.verbus.recovery.RecoverySettings;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;

/** Options for joining a session that has already started. */
public final class JoinOptions {
    private static final double NS_PER_SECOND = 1e9;
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final Duration USUAL = Duration.ofSeconds(30);
    private static final int MIN_MIB = 2;
    private static final int MAX_MIB = 1 << 20;

    /** The initial state of books that join late. */
    public enum Origin {
        /** Empty books before the oldest message in the log. */
        oldest,
        /** A snapshot, followed by the live messages after it. */
        snapshot,
        /** Empty books before the first message of the session, which a recorder serves if the log has lost it. */
        journal
    }

    @Option(names = "--join", defaultValue = "oldest", paramLabel = "HOW",
            description = "Where the books start: oldest (the oldest message in the log; earlier orders are missing),"
                    + " snapshot (a snapshot published by the feed, see feed --snapshots) or journal (the first"
                    + " message; a recorder supplies messages that the log has overwritten, also later, see record"
                    + " --serve). Default: ${DEFAULT-VALUE}.")
    private Origin origin;

    @Option(names = "--recorder", paramLabel = "ADDRESS",
            description = "With --join journal: address of a recorder on another host, see record --serve-listen."
                    + " Default: a recorder on this host.")
    private List<String> recorders = List.of();

    @Option(names = "--join-timeout", paramLabel = "TIME",
            description = "Timeout for a usable snapshot, or for the next message from a journal, such as 30 (seconds)"
                    + " or 500ms; at most 86400. Default: 30s.")
    private Duration timeout;

    @Option(names = "--join-memory", defaultValue = "64", paramLabel = "MIB",
            description = "Memory for live messages while waiting for a snapshot, in MiB. If it is full, the oldest are"
                    + " dropped and a newer snapshot is needed. Default: ${DEFAULT-VALUE}.")
    private int memoryMib;

    /** Creates options; picocli sets them. */
    public JoinOptions() {
    }

    /**
     * Checks the numbers and returns whether the books start with a snapshot.
     *
     * @return whether the option is {@code snapshot}
     * @throws BusException if a number is out of range
     */
    public boolean bySnapshot() {
        if (timeout != null && (!timeout.isPositive() || timeout.compareTo(LONGEST) > 0)) {
            throw new BusException("--join-timeout " + timeout.toNanos() / NS_PER_SECOND
                    + ": give more than 0 and at most 86400 seconds");
        }
        if (memoryMib < MIN_MIB || memoryMib > MAX_MIB) {
            throw new BusException("--join-memory " + memoryMib + ": give 2 to 1048576 MiB");
        }
        return origin == Origin.snapshot;
    }

    /** {@return whether the books start with the first message, from the log or from a journal} */
    public boolean byJournal() {
        return origin == Origin.journal;
    }

    /**
     * The settings for messages from a journal. Options replace values of the configuration file.
     *
     * @param configuration with the file
     * @param stream that is read
     * @return settings
     */
    public RecoverySettings recovery(final Configuration configuration, final String stream) {
        RecoverySettings settings = configuration.recovery(stream, RecoverySettings.defaults().withTimeout(USUAL));
        if (timeout != null) {
            settings = settings.withTimeout(timeout);
        }
        return recorders.isEmpty() ? settings : settings.withEndpoints(Endpoint.of(List.of(), recorders));
    }

    /** {@return timeout for a snapshot, in nanoseconds} */
    public long timeoutNs() {
        return (timeout == null ? USUAL : timeout).toNanos();
    }

    /** {@return memory for held live messages, in bytes} */
    public long memoryBytes() {
        return (long) memoryMib << 20;
    }
}
