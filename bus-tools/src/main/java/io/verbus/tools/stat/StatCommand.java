package io.verbus.tools.stat;

import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.tools.options.DurationConverter;
import io.verbus.tools.options.Usage;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;
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
                        + " another host is listed with its host; its lag in time is known there only.",
                "STATE of a publication: open; blocked: a slow subscription blocks its claims; stalled: its process or"
                        + " its publishing thread has not run for a second; closed: readers still read it; gone: its"
                        + " process has ended.",
                "STATE of a subscription, one or more: reading; waiting: it has no session, or no connection to it;"
                        + " stalled: its process has not run for a second, or it has unread messages and consumed none"
                        + " for 0.25 s; lapped: the publisher has overwritten unread messages, since the last line if"
                        + " it repeats; blocks: its lag blocks the publisher; gone: its process has ended.",
                "Columns: AGE is that of the process; LAG, BYTES and TIME are the messages and bytes of the log that"
                        + " the subscription has not consumed, and the age of the first of them, if they have"
                        + " timestamps; MSG/S are consumed messages; GAPS the number of gaps. FROM, if a stream has"
                        + " several sessions, is the pid of the publisher, or its host. k is 1,000, - is unknown, ~ is"
                        + " estimated: the next message of a lapped subscription is overwritten."
                        + " NAME#1234 has the first digits of the id, for equal names in one process.",
                "Connections to other hosts: PEER is the other host, to a subscription or from a publisher; LINK the"
                        + " link layer, its operations and the device; EPOCH the number of the connection, above 1"
                        + " after reconnects; CREDIT the bytes that the publisher may write before the subscription"
                        + " returns more.",
                "Latencies, of subscriptions that record them (book --latencies, or the configuration file):"
                        + " LATENCIES is the number of messages; the others are percentiles of the last 10 s.",
                "--slow: FROM is the latency from which on a message is late, LATE the number of late messages so far,"
                        + " WORST the longest latency, CAUSES the share of each cause. A message is counted half a"
                        + " second after it was received.",
                "--wide adds ids, sessions, policies, processes, RECONNECTS, and MISSED, FILLED and FAILED: numbers of"
                        + " messages that were lost, replayed from a journal, failed in the handler.",
                "",
                "--json prints {time, publications, subscriptions, processes, unreadable}. Ids are strings of 16 hex"
                        + " digits; null means unknown or none; unreadable has a sentence for each file that cannot be"
                        + " read.",
                "A publication has: stream, session, publisher, pid, hops, relay (null: no relay; {source, lagMessages,"
                        + " lagBytes, slowestBlocking (id of a subscription), holdsSource}), started (of the process),"
                        + " alive, state, messages, position (bytes), messagesPerSecond, bytesPerSecond, capacity"
                        + " (bytes), claimsRefused,"
                        + " threadSilentNs (time since the publishing thread ran; null if the program does not report"
                        + " it), heldUpBy (back pressure: a list of {subscription, id, pid, claims, ns}).",
                "A subscription, once per session that it reads, has: stream, name, id, pid, started, host (null: this"
                        + " host), alive, policy, state (a list), session, publisherHost (null: this host), consumed"
                        + " (messages), lagMessages, lagBytes, lagPercent (lag in percent of the log), lagNs, refusal"
                        + " (reason why BLOCK was refused: NAME, LIMIT, BUDGET), connection (null: both on this host;"
                        + " {peer, up, epochs, reconnects, creditBytes, link}), messagesPerSecond, gaps, missed,"
                        + " filled, handlerFailures, latency (null: not recorded; {messages, p50Ns, p99Ns, p999Ns,"
                        + " maxNs} of the last 10 s), late (null: not recorded; {fromNs, messages, worstNs, causes},"
                        + " late messages so far, with their number by cause).",
                "A process has: id, pid, started, alive, conductorSilentNs (time since its conductor ran),"
                        + " conductorMaxCycleNs, errors, counters (of the application: a list of {name, kind, value}).",
                "Exit status: 0 on success, also after Ctrl-C; 1 if a file cannot be read (the others are listed); 2"
                        + " for wrong options."})
public final class StatCommand implements Callable<Integer> {
    private static final Duration SHORTEST = Duration.ofMillis(10);
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final String LOOPBACK = "127.0.0.1";
    private static final int MAX_PORT = 65_535;
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneOffset.UTC);

    @Option(names = "--stream", paramLabel = "NAME", description = "Print this stream only. Default: all streams.")
    private String stream;

    @Option(names = "--filter", paramLabel = "PATTERN",
            description = "Print matching streams only, such as 'md.*': * is any text, ? a character.")
    private String filter;

    @Option(names = "--sort", paramLabel = "KEY", defaultValue = "stream", converter = SortKey.Converter.class,
            description = "Order of the lines: stream (default), name, pid, state, lag (messages), bytes, time, rate,"
                    + " gaps. Numbers begin with the highest.")
    private SortKey order;

    @Option(names = "--once", description = "Print once. This is the default.")
    private boolean once;

    @Option(names = {"--live", "--watch"}, paramLabel = "TIME", arity = "0..1", fallbackValue = "1s",
            description = "Repeat at this interval, such as 1 (second) or 200ms, until Ctrl-C, with the rates of the"
                    + " interval. Without a value: every second. On a terminal, h lists the keys.")
    private Duration interval;

    @Option(names = "--wide", description = "Print all columns and exact numbers, for wide terminals.")
    private boolean wide;

    @Option(names = "--slow",
            description = "Print only late messages, of subscriptions that record latencies, and why they were late.")
    private boolean slow;

    @Option(names = "--json", description = "Print one JSON object per line, for programs.")
    private boolean json;

    @Option(names = "--openmetrics",
            description = "Print metrics for Prometheus and others, in the OpenMetrics 1.0 text format.")
    private boolean openMetrics;

    @Option(names = "--http", paramLabel = "PORT",
            description = "Serve these metrics at http://127.0.0.1:PORT/metrics, until Ctrl-C.")
    private Integer port;

    @Option(names = "--http-address", paramLabel = "ADDRESS",
            description = "Address of this host for --http. Default: 127.0.0.1, which other hosts cannot reach. The"
                    + " metrics have no password: with another address, such as 0.0.0.0, every host that reaches it"
                    + " can read them.")
    private String address;

    @Spec
    private CommandSpec spec;

    private final Supplier<BusSettings> bus;
    private Path root;
    private NanoClock clock;

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
                "--live", interval == null ? null : DurationConverter.seconds(interval), "give 0.01 to 86400 seconds");
        Usage.require(spec, interval == null || !once, "--once", "true", "leave it out with --live");
        Usage.require(spec, stream == null || filter == null, "--filter", filter, "leave it out with --stream");
        Usage.require(spec, port == null || port >= 1 && port <= MAX_PORT, "--http", port, "give 1 to 65535");
        Usage.require(spec, port != null || address == null, "--http-address", address, "give --http PORT too");
        Usage.require(spec, !slow || !json, "--slow", "true", "leave it out with --json, which has late messages too");
        Usage.require(spec, !openMetrics && port == null || interval == null && !json && !wide && !slow,
                port == null ? "--openmetrics" : "--http", port == null ? "true" : port,
                "leave out --live, --json, --wide and --slow");
        final BusSettings settings = bus.get();
        root = settings.directory();
        clock = settings.clocks().monotonic();
        final Predicate<String> isSelected = stream != null
                ? stream::equals
                : filter != null ? new StreamFilter(filter) : any -> true;
        if (interval != null) {
            return live(isSelected);
        }
        final StatSource source = new StatSource(root, isSelected, clock);
        return port != null ? serve(source) : printOnce(source);
    }

    private int printOnce(final StatSource source) {
        final StatView view = source.once();
        final PrintWriter out = spec.commandLine().getOut();
        out.print(openMetrics ? OpenMetrics.of(view) : text(view));
        out.flush();
        return status(view);
    }

    private int live(final Predicate<String> isSelected) {
        try (CleanEnd end = CleanEnd.register();
                KeyTerminal terminal = json ? null : KeyTerminal.open().orElse(null)) {
            if (terminal == null) {
                append(new StatSource(root, isSelected, clock), end);
            } else {
                final StatScreen screen = new StatScreen(root, DurationConverter.seconds(interval), form(), order,
                        isSelected, stream != null ? stream : filter != null ? filter : "");
                new LiveStat(terminal, screen, new StatSource(root, screen, clock)).run(interval, end);
            }
            return end.status();
        }
    }

    private void append(final StatSource source, final CleanEnd end) {
        final PrintWriter out = spec.commandLine().getOut();
        long nextNs = System.nanoTime();
        do {
            final StatView view = source.next();
            out.print(json ? text(view) : title() + text(view) + "\n");
            out.flush();
            end.status(status(view));
            nextNs = Math.max(nextNs + interval.toNanos(), System.nanoTime()); // after a pause, not all at once
        } while (!out.checkError() && !end.await(nextNs - System.nanoTime()));
    }

    private int serve(final StatSource source) {
        final InetSocketAddress where = new InetSocketAddress(address == null ? LOOPBACK : address, port);
        if (where.isUnresolved()) {
            throw new BusException("unknown address " + address + ": give an address of this host");
        }
        try (CleanEnd end = CleanEnd.register();
                MetricsServer server = MetricsServer.start(where, () -> OpenMetrics.of(source.next()))) {
            spec.commandLine().getOut().println("OpenMetrics on http://" + server.address().getHostString() + ":"
                    + server.address().getPort() + "/metrics until Ctrl-C");
            spec.commandLine().getOut().flush();
            while (!end.await(Long.MAX_VALUE)) {
                Thread.onSpinWait();
            }
            return end.status();
        }
    }

    private TableForm form() {
        return TableForm.of(wide, slow);
    }

    private String title() {
        return CLOCK.format(Instant.now()) + " UTC  " + root + "  every " + DurationConverter.seconds(interval)
                + " s  by " + order.word() + "\n\n";
    }

    private String text(final StatView view) {
        if (json) {
            return StatJson.of(view, order, Instant.now()) + "\n";
        }
        if (view.now().isEmpty()) {
            return "no publications or subscriptions"
                    + (stream == null ? "" : " on stream " + stream)
                    + (filter == null ? "" : " on streams " + filter) + " in " + root + "\n";
        }
        return form().lines(view, order, TerminalSize.USUAL.columns(), Instant.now()).text();
    }

    /** Prints why files could not be read, and returns the exit status. */
    private int status(final StatView view) {
        final PrintWriter err = spec.commandLine().getErr();
        view.now().unreadable().forEach(sentence -> err.println("bus: " + sentence));
        err.flush();
        return view.now().isWhole() ? 0 : 1;
    }
}
