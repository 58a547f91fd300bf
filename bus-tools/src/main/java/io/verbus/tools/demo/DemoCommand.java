package io.verbus.tools.demo;

import io.verbus.latency.report.Machine;
import io.verbus.os.Affinity;
import io.verbus.sample.publisher.options.Usage;
import io.verbus.tools.host.CorePair;
import io.verbus.tools.host.ReportFolder;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.LongConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./bus demo}. */
@Command(name = "demo", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
                "Plays a NASDAQ ITCH session through the bus, from a feed handler into the order books of another"
                        + " process: at a rate, to measure latency; then at full speed, to measure throughput.",
                "Takes about a minute. The page it writes has the percentile plot and the machine it ran on."})
public final class DemoCommand implements Callable<Integer> {
    private static final int INTERRUPTED = 130;
    private static final long ROUGHLY_MESSAGES_AT_FULL_SPEED = 32_000_000;
    /** A loop to warm up, and enough others for a median. */
    private static final int FEWEST_LOOPS = 4;
    private static final int MOST_LOOPS = 200;
    /** Start of two JVMs and patience with a busy machine. */
    private static final long SPARE_SECONDS = 120;

    @Option(names = "--itch", paramLabel = "FILE",
            description = "ITCH 5.0 file to play, raw or gzip (as much of its beginning as there is time for)."
                    + " Default: a session from the generator.")
    private Path itch;

    @Option(names = "--transport", paramLabel = "T", defaultValue = "shm",
            description = "What carries the messages: shm, or rdma over a device of this host."
                    + " Default: ${DEFAULT-VALUE}.")
    private String transport;

    @Option(names = "--rate", paramLabel = "R",
            description = "Rate of the first run: 50000/s, x20 or realtime. Default: 50000/s; over rdma 10000/s,"
                    + " which a software device can carry.")
    private String rate;

    @Option(names = "--report", paramLabel = "DIR", defaultValue = "target/demo-report",
            description = "Folder for the page and the latency log. Default: ${DEFAULT-VALUE}.")
    private Path report;

    @Spec
    private CommandSpec spec;

    /** For the command line, which fills in the options. */
    public DemoCommand() {
    }

    @Override
    public Integer call() {
        final Meeting meeting = Meeting.over(transport);
        final String asked = rate != null ? rate : meeting.isRemote() ? "10000/s" : "50000/s";
        final Rate pace = Usage.of(spec, () -> Rate.parse(asked));
        ReportFolder.require(report);
        try (Workspace workspace = Workspace.create(Path.of("/dev/shm"),
                Path.of(System.getProperty("java.io.tmpdir")))) {
            try {
                return run(pace, meeting, workspace);
            } catch (final RuntimeException e) {
                // After Ctrl-C the processes fail because they are ended: that is no news.
                if (workspace.isCleared()) {
                    return INTERRUPTED;
                }
                throw e;
            }
        }
    }

    private int run(final Rate pace, final Meeting meeting, final Workspace workspace) {
        final Map<String, String> machine = new Machine(Path.of("/")).describe();
        final Optional<CorePair> cores = CorePair.choose(Affinity.allowed(), Path.of("/sys"));
        say("1/3  %s", itch == null ? "generating ITCH sessions" : "reading " + itch);
        final Sessions sessions = itch == null
                ? Sessions.generated(pace, meeting.fullMessages(), workspace)
                : Sessions.of(itch, pace, meeting.fullMessages(), workspace);
        final int pacedLoops = pace.loops(sessions.paced().messages());
        say("     %s: %,d messages to play%s at %s, %,d at full speed", sessions.name(), sessions.paced().messages(),
                pacedLoops == 1 ? "" : " " + pacedLoops + " times", pace.spoken(), sessions.full().messages());
        sessions.full().flaw().ifPresent(flaw -> say("     warning: %s", flaw));
        say("2/3  latency: at %s %s, the first third to warm up, feed handler and order books %s", pace.spoken(),
                meeting.spoken(),
                cores.map(pair -> "on cores " + pair.feed() + " and " + pair.book()).orElse("on one core"));
        final BookSummary paced = new DemoRun("paced", sessions.paced(), pace.text(), pacedLoops, meeting)
                .run(workspace, cores, Rate.RUN_SECONDS + SPARE_SECONDS, progress());
        final int loops = meeting.isRemote()
                ? FEWEST_LOOPS
                : Math.clamp(ROUGHLY_MESSAGES_AT_FULL_SPEED / sessions.full().messages(), FEWEST_LOOPS, MOST_LOOPS);
        say("3/3  throughput: as fast as it goes, %d times %,d messages, the first time to warm up", loops,
                sessions.full().messages());
        final BookSummary full = new DemoRun("full", sessions.full(), "max", loops, meeting)
                .run(workspace, cores, SPARE_SECONDS, progress());
        final DemoReport result = new DemoReport(sessions, pace, meeting, cores, paced, full);
        final Path page = result.write(report, machine, OffsetDateTime.now(Clock.systemUTC()));
        say("%n%s%nReport: %s", result.text(), page.toAbsolutePath().normalize().toUri());
        return 0;
    }

    /** Seconds in place, for who watches. */
    private LongConsumer progress() {
        final boolean isWatched = System.console() != null && System.console().isTerminal();
        return seconds -> {
            if (isWatched) {
                final PrintWriter out = spec.commandLine().getOut();
                out.printf("     %d s\r", seconds);
                out.flush();
            }
        };
    }

    private void say(final String format, final Object... values) {
        final PrintWriter out = spec.commandLine().getOut();
        out.printf(Locale.ROOT, format + "%n", values);
        out.flush();
    }
}
