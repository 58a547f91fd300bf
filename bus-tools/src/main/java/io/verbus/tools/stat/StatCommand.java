package io.verbus.tools.stat;

import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.directory.BusDirectory;
import io.verbus.sample.publisher.options.Usage;
import io.verbus.time.Clocks;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./bus stat}: who publishes, who reads, who is behind, and who holds a publisher back. */
@Command(name = "stat", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Prints what the publications and subscriptions of this host do.",
        footer = {"",
                "It reads files in $VERBUS_DIR and disturbs no process. Figures are those of the last duty cycle,"
                        + " 100 ms ago at most; of other hosts, those of the last heartbeat.",
                "A subscription on another host is listed with its host; its gaps are counted there. A session on"
                        + " another host is listed with that host; the capacity of its log is known there.",
                "",
                "--json prints {time, publications, subscriptions}. Ids are texts of 16 hex digits; null is unknown or"
                        + " none.",
                "A publication: stream, session, publisher, pid, alive, messages, position (bytes), capacity (bytes),"
                        + " claimsRefused, threadSilentNs (since the publishing thread ran last; null if the program"
                        + " does not say), heldUpBy: a list of {subscription, id, pid, claims, ns}.",
                "A subscription, once for each session that it reads: stream, name, id, pid, host (null: this one),"
                        + " alive, policy, session, publisherHost (null: this one), behindBytes, behindPercent of the"
                        + " log, refusal (of BLOCK: NAME, LIMIT, BUDGET), gaps, missed, filled, handlerFailures"
                        + " (messages)."})
public final class StatCommand implements Callable<Integer> {
    private static final double NS_PER_SECOND = 1e9;
    private static final double LONGEST_SECONDS = 86_400;

    @Option(names = "--stream", paramLabel = "NAME", description = "This stream only.")
    private String stream;

    @Option(names = "--watch", paramLabel = "SECONDS", arity = "0..1", fallbackValue = "1",
            description = "Print it again and again, until Ctrl-C, with rates since the time before. Default: each"
                    + " second.")
    private Double watchSeconds;

    @Option(names = "--json", description = "One JSON object a line, for programs.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    private final Supplier<BusSettings> bus;
    private Path root;

    /** Of the bus directory in its usual place. */
    public StatCommand() {
        this(BusSettings::defaults);
    }

    /**
     * Of another bus directory.
     *
     * @param bus its settings
     */
    public StatCommand(final Supplier<BusSettings> bus) {
        this.bus = bus;
    }

    /**
     * Prints it.
     *
     * @return exit status
     * @throws BusException if an option is wrong, or the directory can't be read
     */
    @Override
    public Integer call() {
        Usage.require(spec, watchSeconds == null || watchSeconds >= 0.01 && watchSeconds <= LONGEST_SECONDS, "--watch",
                watchSeconds, "give seconds, from 0.01 to a day");
        root = bus.get().directory();
        HostStat earlier = null;
        do {
            final HostStat now = look();
            print(now, earlier);
            earlier = now;
        } while (watchSeconds != null && !spec.commandLine().getOut().checkError()
                && waitFor(earlier.atNs() + (long) (watchSeconds * NS_PER_SECOND)));
        return 0;
    }

    /** A directory that does not exist is not made. */
    private HostStat look() {
        final long nowNs = Clocks.SYSTEM.monotonic().nanoTime();
        return Files.isDirectory(root) ? HostStat.of(BusDirectory.open(root), stream, nowNs) : HostStat.none(nowNs);
    }

    private void print(final HostStat now, final HostStat earlier) {
        final PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(StatJson.of(now, Instant.now()));
        } else if (now.isEmpty()) {
            out.println("nobody publishes or subscribes" + (stream == null ? "" : " on stream " + stream) + " in "
                    + root);
        } else {
            out.print((earlier == null ? "" : "\n") + StatTable.of(now, earlier));
        }
        out.flush();
    }

    private static boolean waitFor(final long untilNs) {
        long restNs = untilNs - Clocks.SYSTEM.monotonic().nanoTime();
        while (restNs > 0) {
            LockSupport.parkNanos(restNs);
            restNs = untilNs - Clocks.SYSTEM.monotonic().nanoTime();
        }
        return true;
    }
}
