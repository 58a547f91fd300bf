package io.verbus.tools.stat;

import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.Clocks;
import io.verbus.internal.shm.BusDirectory;
import io.verbus.sample.publisher.options.DurationConverter;
import io.verbus.sample.publisher.options.Usage;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./bus stat}: prints publications and subscriptions with their rates, lag, gaps and back pressure. */
@Command(name = "stat", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Prints the publications and subscriptions of this host, with their lag, gaps and back pressure.",
        footer = {"",
                "The command reads files in $VERBUS_DIR and disturbs no process. Values are those of the last duty"
                        + " cycle, at most 100 ms old; those from other hosts are as old as the last heartbeat.",
                "A subscription on another host is listed with its host; its gaps are known there only. A session on"
                        + " another host is listed with its host; its lag in percent is known there only.",
                "Columns: LAG is the bytes of the log that the subscription has not consumed; GAPS the number of gaps;"
                        + " MISSED, FILLED and FAILED are numbers of messages: lost, replayed from a journal, failed in"
                        + " the handler.",
                "",
                "--json prints {time, publications, subscriptions, unreadable}. Ids are strings of 16 hex digits; null"
                        + " means unknown or none; unreadable has a sentence for each file that cannot be read.",
                "A publication has: stream, session, publisher, pid, alive, messages, position (bytes), capacity"
                        + " (bytes), claimsRefused, threadSilentNs (time since the publishing thread ran; null if the"
                        + " program does not report it), heldUpBy (back pressure: a list of {subscription, id, pid,"
                        + " claims, ns}).",
                "A subscription, once per session that it reads, has: stream, name, id, pid, host (null: this host),"
                        + " alive, policy, session, publisherHost (null: this host), lagBytes (lag), lagPercent"
                        + " (lag in percent of the log), refusal (reason why BLOCK was refused: NAME, LIMIT, BUDGET),"
                        + " gaps, missed, filled, handlerFailures.",
                "Exit status: 0 on success; 1 if a file cannot be read (the others are listed); 2 for wrong"
                        + " options."})
public final class StatCommand implements Callable<Integer> {
    private static final Duration SHORTEST = Duration.ofMillis(10);
    private static final Duration LONGEST = Duration.ofDays(1);

    @Option(names = "--stream", paramLabel = "NAME", description = "Print this stream only. Default: all streams.")
    private String stream;

    @Option(names = "--watch", paramLabel = "TIME", arity = "0..1", fallbackValue = "1s",
            description = "Repeat at this interval, such as 1 (second) or 200ms, until Ctrl-C, with the rates of the"
                    + " interval. Without a value: every second.")
    private Duration interval;

    @Option(names = "--json", description = "Print one JSON object per line, for programs.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    private final Supplier<BusSettings> bus;
    private Path root;

    /**
     * Creates a command.
     *
     * @param bus supplies the settings of the bus
     */
    public StatCommand(final Supplier<BusSettings> bus) {
        this.bus = bus;
    }

    /**
     * Prints the state of the bus, once or repeatedly.
     *
     * @return exit status: 1 if a file could not be read the last time
     * @throws BusException if the directory cannot be read
     */
    @Override
    public Integer call() {
        Usage.require(spec, interval == null || interval.compareTo(SHORTEST) >= 0 && interval.compareTo(LONGEST) <= 0,
                "--watch", interval == null ? null : DurationConverter.seconds(interval), "give 0.01 to 86400 seconds");
        root = bus.get().directory();
        HostStat earlier = null;
        do {
            final HostStat now = read();
            print(now, earlier);
            earlier = now;
        } while (interval != null && !spec.commandLine().getOut().checkError()
                && waitFor(earlier.atNs() + interval.toNanos()));
        return earlier.isWhole() ? 0 : 1;
    }

    /** Reads the bus directory; does not create it if it does not exist. */
    private HostStat read() {
        final long nowNs = Clocks.SYSTEM.monotonic().nanoTime();
        return Files.isDirectory(root) ? HostStat.of(BusDirectory.open(root), stream, nowNs) : HostStat.none(nowNs);
    }

    private void print(final HostStat now, final HostStat earlier) {
        final PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(StatJson.of(now, Instant.now()));
        } else if (now.isEmpty()) {
            out.println("no publications or subscriptions" + (stream == null ? "" : " on stream " + stream) + " in "
                    + root);
        } else {
            out.print((earlier == null ? "" : "\n") + StatTable.of(now, earlier));
        }
        out.flush();
        now.unreadable().forEach(sentence -> spec.commandLine().getErr().println("bus: " + sentence));
        spec.commandLine().getErr().flush();
    }

    private static boolean waitFor(final long untilNs) {
        long remainingNs = untilNs - Clocks.SYSTEM.monotonic().nanoTime();
        while (remainingNs > 0) {
            LockSupport.parkNanos(remainingNs);
            remainingNs = untilNs - Clocks.SYSTEM.monotonic().nanoTime();
        }
        return true;
    }
}
