package io.verbus.tools.perf;

import io.verbus.BusException;
import io.verbus.latency.compare.Plan;
import io.verbus.latency.compare.Summary;
import io.verbus.latency.inspect.Findings;
import io.verbus.latency.report.Machine;
import io.verbus.latency.report.Report;
import io.verbus.latency.report.TextTable;
import io.verbus.latency.result.JoinedRuns;
import io.verbus.latency.result.Results;
import io.verbus.latency.result.ResultsJson;
import io.verbus.latency.result.Skipped;
import io.verbus.os.Affinity;
import io.verbus.sample.publisher.options.Usage;
import io.verbus.tools.host.CorePair;
import io.verbus.tools.host.OwnedFolder;
import io.verbus.tools.host.RemoteHost;
import io.verbus.tools.host.ReportFolder;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./bus perf}. */
@Command(name = "perf", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
                "Measures the bus on this machine beside its peers, in turns: the ratios hold where the machine's times"
                        + " do not. In shared memory the least that is possible is told by a ring in C; over RDMA by a"
                        + " C program that does the same without a bus, and by ib_write_lat.",
                "With --only it looks into the bus alone: latency, rate, fan-out, and what its threads do in steady"
                        + " state."})
public final class PerfCommand implements Callable<Integer> {
    /** Where the transport carries messages. */
    enum Transport {
        SHM, RDMA
    }

    private static final int MOST_MESSAGES = 10_000_000;
    private static final int MANY_MESSAGES = 1_000_000;
    private static final int USUAL_MESSAGES = 50_000;
    private static final int USUAL_ROUNDS = 5;
    private static final int USUAL_PAIRS = 11;

    @Option(names = "--transport", paramLabel = "T", defaultValue = "shm",
            description = "shm (shared memory) or rdma. Default: ${DEFAULT-VALUE}.")
    private Transport transport;

    @Option(names = "--address", paramLabel = "A",
            description = "Address of an RDMA device of this host. Default: the first that has one.")
    private String address;

    @Option(names = "--address2", paramLabel = "B",
            description = "Address of another device of this host, for the other side. Default: the same.")
    private String address2;

    @Option(names = "--port", paramLabel = "N", defaultValue = "7471",
            description = "The lowest of " + Plan.Addresses.PORTS + " ports to use. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Option(names = "--parameters", paramLabel = "P", defaultValue = "",
            description = "Parameters of all RDMA addresses, such as receives=1024&sends=256.")
    private String parameters;

    @Mixin
    private SubjectOptions options = new SubjectOptions();

    @Option(names = "--compare", paramLabel = "FILE", arity = "2",
            description = "Two files that --json wrote: shows what changed, and measures nothing.")
    private List<Path> compared = List.of();

    @Option(names = "--from", paramLabel = "FILE", split = ",",
            description = "Files that --json wrote, here or elsewhere: puts them into one page, in the folder of"
                    + " --report, and measures nothing.")
    private List<Path> from = List.of();

    @Option(names = {"--rounds", "--pairs"}, paramLabel = "N",
            description = "How often each is measured, in turns. Default: 5, with --only 11.")
    private Integer rounds;

    @Option(names = "--messages", paramLabel = "N",
            description = "Most round trips of a measurement of latency. Default: 1000000, with --only or over RDMA"
                    + " 50000.")
    private Integer messages;

    @Option(names = "--rate-ms", paramLabel = "N", defaultValue = "1500",
            description = "With --only: how long each measurement of a rate takes, in ms. Default: ${DEFAULT-VALUE}.")
    private int rateMs;

    @Option(names = "--only", paramLabel = "PARTS", split = ",",
            description = "The bus alone, in depth: some of latency, rate, fanout, steady.")
    private Set<Part> only = EnumSet.noneOf(Part.class);

    @Option(names = "--no-pin", description = "Do not pin the spinning threads to a core each.")
    private boolean unpinned;

    @Option(names = "--report", paramLabel = "DIR", description = "Folder for a page with plot and tables.")
    private Path report;

    @Spec
    private CommandSpec spec;

    /** For the command line, which fills in the options. */
    public PerfCommand() {
    }

    @Override
    public Integer call() {
        if (!compared.isEmpty()) {
            return compare();
        }
        if (!from.isEmpty()) {
            return reportAgain();
        }
        checkOptions();
        final Plan.Addresses addresses = addresses();
        requireReport();
        final Map<String, String> machine = new Machine(Path.of("/")).describe();
        try (OwnedFolder folder = OwnedFolder.create(Path.of("/dev/shm"))) {
            say("%s; %s", addresses, cores().isEmpty() ? "not pinned" : "pinned to cores " + cores());
            machine.forEach((name, value) -> say("  %s: %s", name, value));
            return only.isEmpty()
                    ? measureSubjects(folder.path(), addresses, machine)
                    : lookInto(folder.path(), addresses, machine);
        }
    }

    private void checkOptions() {
        requireIfGiven("--pairs", rounds, 1_000, 1);
        requireIfGiven("--messages", messages, MOST_MESSAGES, 100);
        require("--rate-ms", rateMs, 100, 60_000);
        require("--port", port, 1, 65_536 - Plan.Addresses.PORTS);
        Usage.of(spec, options::checked);
    }

    private int compare() {
        final Results before = ResultsJson.read(compared.getFirst());
        final Results after = ResultsJson.read(compared.getLast());
        final List<Report.Table> changes = Summary.changes(before.series(), after.series());
        if (changes.isEmpty()) {
            throw new BusException("--compare: the two have measured nothing alike while the cores were placed alike");
        }
        say("%s, %s%n%s, %s", compared.getFirst(), before.environment().date(), compared.getLast(),
                after.environment().date());
        changes.forEach(table -> say("%n%s", TextTable.text(table).stripTrailing()));
        return 0;
    }

    private int reportAgain() {
        if (report == null) {
            throw new ParameterException(spec.commandLine(), "--from: name the folder of the page with --report");
        }
        ReportFolder.require(report);
        final List<Results> runs = JoinedRuns.of(from.stream().map(ResultsJson::read).toList());
        say("Report: %s", uri(ResultsReport.write(runs, report)));
        return 0;
    }

    private int measureSubjects(final Path folder, final Plan.Addresses addresses,
            final Map<String, String> machine) {
        final boolean isRemote = addresses.isRemote();
        final Plan plan = new Plan(folder, cores(), rounds == null ? options.isQuick() ? 1 : USUAL_ROUNDS : rounds,
                messages == null ? isRemote ? USUAL_MESSAGES : MANY_MESSAGES : messages, options.ms(),
                options.warmUpSteps(), addresses);
        final SubjectsRun run = new SubjectsRun(plan, options.subjects(isRemote), options.tasks(), line -> say("%s",
                line));
        final Results results = run.measure(command(), OffsetDateTime.now(Clock.systemUTC()), machine,
                options.isFull() && !isRemote ? List.of(otherTransport()) : List.of());
        if (options.json() != null) {
            ResultsJson.write(results, options.json());
            say("%nFigures: %s", options.json());
        }
        if (report != null) {
            say("%nReport: %s", uri(ResultsReport.write(List.of(results), report)));
        }
        if (results.series().isEmpty()) {
            throw new BusException("nothing could be measured: see above why");
        }
        return 0;
    }

    /** All that the machine allows is more than one run can do. */
    private static Skipped otherTransport() {
        try {
            RemoteHost.address("rdma");
            return new Skipped("RDMA", "it has a run of its own: ./bus perf --full --transport rdma");
        } catch (final BusException e) {
            return new Skipped("RDMA", e.getMessage());
        }
    }

    /** For who wants to do it again: where we have left the results is not theirs. */
    private String command() {
        final StringBuilder command = new StringBuilder("./bus");
        boolean isFile = false;
        for (final String argument : spec.commandLine().getParseResult().originalArgs()) {
            if (!isFile && !argument.matches("--(json|report)(=.*)?")) {
                command.append(' ').append(argument);
            }
            isFile = argument.matches("--(json|report)");
        }
        return command.toString();
    }

    private int lookInto(final Path folder, final Plan.Addresses addresses, final Map<String, String> machine) {
        final Plan plan = new Plan(folder, cores(), rounds == null ? USUAL_PAIRS : rounds,
                messages == null ? USUAL_MESSAGES : messages, rateMs, options.warmUpSteps(), addresses);
        final List<Findings> findings = new ArrayList<>();
        for (final Part part : EnumSet.copyOf(only)) {
            say("%n%s", part.title());
            final Findings found = part.measure(plan);
            findings.add(found);
            found.tables().forEach(table -> say("%n%s", TextTable.text(table).stripTrailing()));
            say("");
            found.notes().forEach(note -> say("  (%s)", note));
        }
        if (report != null) {
            final PerfReport page = new PerfReport(addresses.toString(), findings, machine);
            say("%nReport: %s", uri(page.write(report, OffsetDateTime.now(Clock.systemUTC()))));
        }
        return 0;
    }

    private static URI uri(final Path file) {
        return file.toAbsolutePath().normalize().toUri();
    }

    private void requireReport() {
        if (report != null && !only.isEmpty() && !only.contains(Part.LATENCY)) {
            throw new BusException("--report " + report + ": the page is about latency first; measure that too");
        }
        if (report != null) {
            ReportFolder.require(report);
        }
    }

    private void requireIfGiven(final String option, final Integer value, final int most, final int least) {
        if (value != null) {
            require(option, value, least, most);
        }
    }

    private Plan.Addresses addresses() {
        if (transport == Transport.SHM) {
            return Plan.Addresses.LOOPBACK;
        }
        final String own = RemoteHost.address("rdma"); // says why, if there is none
        final String first = address == null ? own : address;
        return new Plan.Addresses(first, address2 == null ? first : address2, port, parameters);
    }

    private List<Integer> cores() {
        return unpinned
                ? List.of()
                : CorePair.choose(Affinity.allowed(), Path.of("/sys"))
                        .map(pair -> List.of(pair.feed(), pair.book())).orElse(List.of());
    }

    private void require(final String option, final int value, final int least, final int most) {
        Usage.require(spec, value >= least && value <= most, option, value,
                String.format(Locale.ROOT, "give %,d to %,d", least, most));
    }

    private void say(final String format, final Object... values) {
        final PrintWriter out = spec.commandLine().getOut();
        out.printf(Locale.ROOT, format + "%n", values);
        out.flush();
    }
}
