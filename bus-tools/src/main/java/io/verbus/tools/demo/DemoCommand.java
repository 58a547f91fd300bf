package io.verbus.tools.demo;

import io.verbus.Affinity;
import io.verbus.latency.compare.MachineAlone;
import io.verbus.latency.report.Machine;
import io.verbus.latency.worker.JvmCommand;
import io.verbus.tools.host.CorePair;
import io.verbus.tools.host.HostOptions;
import io.verbus.tools.host.HostsRun;
import io.verbus.tools.host.ReportFolder;
import io.verbus.tools.options.TransportOption;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.LongConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./bus demo}: plays an ITCH session from a feed handler into order books, and reports the latency. */
@Command(name = "demo", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
                "Plays a NASDAQ ITCH session through the bus, from a feed handler into the order books of another"
                        + " process: first at a fixed rate to measure latency, then at full speed to measure"
                        + " throughput.",
                "Measures the machine without a bus first, on the same cores. Takes about a minute. Writes an HTML"
                        + " page with the percentile plot and facts about the machine.",
                "With --server on one host and --client on another, the feed handler is on the first and the order"
                        + " books are on the second. Latency is then measured as round trips, because two hosts have"
                        + " no common clock."},
        footer = {"",
                "Exit status: 0 on success; 1 if a process or the other host failed or the session cannot be read; 2"
                        + " for wrong options; 130 after Ctrl-C."})
public final class DemoCommand implements Callable<Integer> {
    private static final int INTERRUPTED = 130;
    private static final String REPORT = "target/demo-report";
    private static final long FULL_SPEED_MESSAGES = 32_000_000;
    /** One loop to warm up, and three for the median. */
    private static final int MIN_LOOPS = 4;
    private static final int MAX_LOOPS = 200;
    /** Time to start two JVMs on a busy machine. */
    private static final long STARTUP_SECONDS = 120;

    @Option(names = "--itch", paramLabel = "FILE",
            description = "ITCH 5.0 file to play, raw or gzip; only as much of its beginning as the run has time for."
                    + " Default: a generated session.")
    private Path itch;

    @Option(names = "--transport", paramLabel = "T", defaultValue = "shm",
            description = "Transport: shm (shared memory), rdma or tcp. On one host rdma is over its device, tcp"
                    + " over loopback. Default: ${DEFAULT-VALUE}.")
    private TransportOption transport;

    @Mixin
    private HostOptions hosts = new HostOptions();

    @Option(names = "--rate", paramLabel = "R",
            converter = Rate.Converter.class,
            description = "Rate of the first run: 50000/s (messages per second), x20 (20 times real time) or realtime."
                    + " Default: 50000/s; over rdma 10000/s, which a software device sustains.")
    private Rate rate;

    @Option(names = "--report", paramLabel = "DIR",
            description = "Folder for the HTML page and the latency log. Default: " + REPORT
                    + ", or a temporary folder where that cannot be written.")
    private Path report;

    @Spec
    private CommandSpec spec;

    /** Creates a command; picocli sets its options. */
    public DemoCommand() {
    }

    @Override
    public Integer call() {
        requireHosts();
        final Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        final Path folder = hosts.isServer() ? null : reportFolder(temporary);
        try (Workspace workspace = Workspace.create(Path.of("/dev/shm"), temporary)) {
            try {
                return hosts.areTwo() ? runBetweenHosts(workspace, folder) : run(workspace, folder);
            } catch (final RuntimeException e) {
                // After Ctrl-C the child processes were ended on purpose: their failure is not reported.
                if (workspace.isCleared()) {
                    return INTERRUPTED;
                }
                throw e;
            }
        }
    }

    private void requireHosts() {
        hosts.requireTransport(transport != TransportOption.SHM);
        if (hosts.areTwo()) {
            hosts.refuse(List.of("--rate"),
                    "%s: two hosts have no common clock, so there is no paced run: leave it out");
            if (hosts.isServer()) {
                hosts.refuse(List.of("--report"), "%s: the client writes the report: give it with --client");
            } else {
                hosts.refuse(List.of("--itch"), "%s: the server plays the session: give it with --server");
            }
        }
    }

    private Path reportFolder(final Path temporary) {
        if (report != null) {
            ReportFolder.require(report);
            return report;
        }
        final Path folder = ReportFolder.orTemporary(Path.of(REPORT), temporary);
        if (!folder.equals(Path.of(REPORT))) {
            print("%s is not writable for this user: the report is written to %s", REPORT, folder);
        }
        return folder;
    }

    private int run(final Workspace workspace, final Path folder) {
        final DemoConnection meeting = DemoConnection.over(transport);
        final Rate pace = rate != null ? rate : Rate.parse(meeting.isRemote() ? "10000/s" : "50000/s");
        final Map<String, String> machine = new Machine(Path.of("/")).describe();
        final List<String> command = command();
        final Optional<CorePair> cores = CorePair.choose(Affinity.allowed(), Path.of("/sys"));
        print("1/3  %s", itch == null ? "generating ITCH sessions" : "reading " + itch);
        final DemoSessions sessions = sessions(pace, meeting.fullMessages(), workspace);
        final int pacedLoops = pace.loops(sessions.paced().messages());
        print("     %s: %,d messages to play%s at %s, %,d at full speed", sessions.name(), sessions.paced().messages(),
                pacedLoops == 1 ? "" : " " + pacedLoops + " times", pace.text(), sessions.full().messages());
        final MachineAlone alone = MachineAlone.measure(workspace.busDirectory(),
                cores.map(pair -> List.of(pair.feed(), pair.book())).orElse(List.of()));
        print("     %s: %s", MachineAlone.NAME, alone.text());
        alone.caution(machine).ifPresent(caution -> print("     %s", caution));
        print("2/3  latency: at %s %s, the first third is warm-up, feed handler and order books %s", pace.text(),
                meeting.text(),
                cores.map(pair -> "pinned to cores " + pair.feed() + " and " + pair.book()
                        + ", compilers and conductors not on core " + pair.book()).orElse("on one core"));
        print("     to watch it: VERBUS_DIR=%s ./bus stat --live", workspace.busDirectory());
        final BookSummary paced = new DemoRun("paced", sessions.paced(), pace.option(), pacedLoops, meeting)
                .run(workspace, command, cores, Rate.RUN_SECONDS + STARTUP_SECONDS, progress());
        final int loops = meeting.isRemote()
                ? MIN_LOOPS
                : Math.clamp(FULL_SPEED_MESSAGES / sessions.full().messages(), MIN_LOOPS, MAX_LOOPS);
        print("3/3  throughput: at full speed, %d times %,d messages, the first time is warm-up", loops,
                sessions.full().messages());
        final BookSummary full = new DemoRun("full", sessions.full(), DemoRun.FULL_SPEED, loops, meeting)
                .run(workspace, command, cores, STARTUP_SECONDS, progress());
        final DemoReport result = DemoReport.ofHost(sessions, pace, meeting, cores, alone, machine, paced, full);
        return write(result, folder);
    }

    private int write(final DemoReport result, final Path folder) {
        final Path page = result.write(folder, OffsetDateTime.now(Clock.systemUTC()));
        print("%n%s%nReport: %s", result.text(), page.toAbsolutePath().normalize().toUri());
        return 0;
    }

    private int runBetweenHosts(final Workspace workspace, final Path folder) {
        final String scheme = transport.scheme();
        final HostsRun run = new HostsRun("./bus demo --transport " + scheme, scheme, List.of("verbus-" + scheme),
                hosts.own(), hosts.port(HostOptions.PORT), "", true, line -> print("%s", line));
        final HostsDemo demo = new HostsDemo(run, workspace, command());
        if (!hosts.isServer()) {
            return write(demo.measure(hosts.client(), STARTUP_SECONDS, progress()), folder);
        }
        print("%s", itch == null ? "generating an ITCH session" : "reading " + itch);
        demo.serve(sessions(Rate.NONE, DemoConnection.REMOTE_MESSAGES, workspace), MIN_LOOPS);
        return 0;
    }

    private DemoSessions sessions(final Rate pace, final long fullMessages, final Workspace workspace) {
        final DemoSessions sessions = itch == null
                ? DemoSessions.generated(pace, fullMessages, workspace)
                : DemoSessions.of(itch, pace, fullMessages, workspace);
        sessions.full().flaw().ifPresent(flaw -> print("     warning: %s", flaw));
        return sessions;
    }

    private List<String> command() {
        return JvmCommand.of(spec.root().userObject().getClass(), List.of());
    }

    /** Returns a callback that prints the elapsed seconds on one line of the terminal, if there is one. */
    private LongConsumer progress() {
        final boolean isTerminal = System.console() != null && System.console().isTerminal();
        return seconds -> {
            if (isTerminal) {
                final PrintWriter out = spec.commandLine().getOut();
                out.printf("     %d s\r", seconds);
                out.flush();
            }
        };
    }

    private void print(final String format, final Object... values) {
        final PrintWriter out = spec.commandLine().getOut();
        out.printf(Locale.ROOT, format + "%n", values);
        out.flush();
    }
}
