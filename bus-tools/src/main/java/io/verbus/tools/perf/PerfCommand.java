package io.verbus.tools.perf;

import io.verbus.Affinity;
import io.verbus.BusException;
import io.verbus.latency.compare.ComparisonPlan;
import io.verbus.latency.compare.ComparisonSummary;
import io.verbus.latency.compare.Task;
import io.verbus.latency.control.FarHost;
import io.verbus.latency.inspect.ConductorPart;
import io.verbus.latency.report.Machine;
import io.verbus.latency.report.Report;
import io.verbus.latency.report.TextTable;
import io.verbus.latency.result.JoinedRuns;
import io.verbus.latency.result.Results;
import io.verbus.latency.result.ResultsJson;
import io.verbus.latency.result.Skipped;
import io.verbus.tools.Texts;
import io.verbus.tools.host.CorePair;
import io.verbus.tools.host.HostOptions;
import io.verbus.tools.host.HostsRun;
import io.verbus.tools.host.OwnedFolder;
import io.verbus.tools.host.RemoteHost;
import io.verbus.tools.host.ReportFolder;
import io.verbus.tools.options.TransportOption;
import io.verbus.tools.options.Usage;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./bus perf}: compares the bus with other programs, or measures its parts. */
@Command(name = "perf", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
                "Measures the bus and comparable programs on this machine, alternating between them: the ratios are"
                        + " stable even where the absolute times of the machine are not. References are a ring"
                        + " buffer in C for shared memory, and for RDMA a C program without a bus and ib_write_lat.",
                "With --server on one host and --client on another it measures between the two.",
                "With --only it measures a part of the bus alone: the conductor."},
        footer = {"",
                "Exit status: 0 on success; 1 if nothing could be measured, or a subject that"
                        + " this machine has failed (the figures of the others are written); 2 for"
                        + " wrong options."})
public final class PerfCommand implements Callable<Integer> {
    private static final int MAX_MESSAGES = 10_000_000;
    private static final int DEFAULT_SHM_MESSAGES = 1_000_000;
    private static final int DEFAULT_MESSAGES = 100_000;
    private static final int DEFAULT_PART_ROUNDS = 11;

    private enum Part {
        CONDUCTOR
    }

    @Option(names = "--transport", paramLabel = "T", defaultValue = "shm",
            description = "Transport to measure: shm (shared memory), rdma or tcp. Default: ${DEFAULT-VALUE}.")
    private TransportOption transport;

    @Option(names = "--address", paramLabel = "A",
            description = "Address of this host. Default: that of the first RDMA device; for tcp loopback, and between"
                    + " two hosts any.")
    private String address;

    @Option(names = "--address2", paramLabel = "B",
            description = "A second address of this host, for the peer. Default: the first address.")
    private String address2;

    @Option(names = "--port", paramLabel = "N", defaultValue = "" + HostOptions.PORT,
            description = "The first of " + ComparisonPlan.HostPair.PORTS
                    + " consecutive ports to use. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Option(names = "--parameters", paramLabel = "P", defaultValue = "",
            description = "Parameters of all addresses, such as receives=1024&sends=256. Default: none.")
    private String parameters;

    @Mixin
    private PerfHostOptions hosts = new PerfHostOptions();

    @Mixin
    private SubjectOptions options = new SubjectOptions();

    @Option(names = "--compare", paramLabel = "FILE", arity = "2",
            description = "Compare two files written by --json; measure nothing.")
    private List<Path> compared = List.of();

    @Option(names = "--from", paramLabel = "FILE", split = ",",
            description = "Write files of --json, from this or other machines, into one page in the folder of --report;"
                    + " measure nothing.")
    private List<Path> from = List.of();

    @Option(names = {"--rounds", "--pairs"}, paramLabel = "N",
            description = "Number of rounds; each measures every program once. Default: 30 of ping-pong and throughput"
                    + " over shared memory, else 10; with --only 11.")
    private Integer rounds;

    @Option(names = "--messages", paramLabel = "N",
            description = "Maximum number of round trips per latency measurement. Default: 1000000; over RDMA 100000.")
    private Integer messages;

    @Option(names = "--only", paramLabel = "PART", description = "Measure a part of the bus alone: conductor.")
    private Part only;

    @Option(names = "--no-pin", description = "Do not pin the spinning threads. Default: pin each to a core.")
    private boolean unpinned;

    @Option(names = "--report", paramLabel = "DIR",
            description = "Folder for an HTML page with plot and tables. Default: none.")
    private Path report;

    @Spec
    private CommandSpec spec;

    /** Creates a command; picocli sets its options. */
    public PerfCommand() {
    }

    @Override
    public Integer call() {
        hosts.requireTransport(transport != TransportOption.SHM);
        hosts.requireUsed();
        if (!compared.isEmpty()) {
            return compare();
        }
        if (!from.isEmpty()) {
            return reportFromFiles();
        }
        checkOptions();
        if (hosts.areTwo()) {
            return measureTwoHosts();
        }
        final ComparisonPlan.HostPair addresses = addresses();
        requireReport();
        final Map<String, String> machine = new Machine(Path.of("/")).describe();
        try (OwnedFolder folder = OwnedFolder.create(Path.of("/dev/shm"))) {
            print("%s; %s", addresses, cores().isEmpty() ? "not pinned" : "pinned to cores " + cores());
            machine.forEach((name, value) -> print("  %s: %s", name, value));
            return only == null
                    ? measureSubjects(folder.path(), addresses, machine)
                    : measureConductor(folder.path());
        }
    }

    private void checkOptions() {
        requireIfGiven("--pairs", rounds, 1, 1_000);
        requireIfGiven("--messages", messages, 100, MAX_MESSAGES);
        require("--port", port, 1, 65_536 - ComparisonPlan.HostPair.PORTS);
        Usage.of(spec, options::checked);
    }

    private int measureTwoHosts() {
        final HostsRun run = new HostsRun("./bus perf --transport " + transport.scheme(), transport.scheme(),
                hosts.subjects(options.named(), transport.scheme()),
                Usage.of(spec, () -> hosts.own(address)), hosts.port(port), parameters, !unpinned,
                line -> print("%s", line));
        final String server = hosts.isServer() ? "" : hosts.client();
        final List<Task> tasks = options.tasks(hosts.modes(options.modes()));
        requireReport();
        try (OwnedFolder folder = OwnedFolder.create(Path.of("/dev/shm"))) {
            if (hosts.isServer()) {
                run.serve(folder.path(), Optional.empty());
                return 0;
            }
            try (FarHost far = run.connect(server)) {
                final Map<String, String> machine = HostsRun.machines(new Machine(Path.of("/")).describe(), far);
                final ComparisonPlan plan = new ComparisonPlan(folder.path(), run.cores(far),
                        RoundSettings.LONG_ROUNDS, messages(true), RoundSettings.LONG_MS, options.warmUpSteps(),
                        run.addresses(far), Optional.of(far));
                print("%s; %s", plan.addresses(), plan.cores().isEmpty()
                        ? "not pinned"
                        : "pinned to cores " + plan.cores());
                machine.forEach((name, value) -> print("  %s: %s", name, value));
                final int failures = measure(new SubjectsRun(plan, task -> run.subjects(), tasks,
                        options.settings(rounds, true), line -> print("%s", line)), machine, List.of());
                far.complete();
                requireWhole(failures);
                return 0;
            }
        }
    }

    private int compare() {
        final Results before = ResultsJson.read(compared.getFirst());
        final Results after = ResultsJson.read(compared.getLast());
        final List<Report.Table> changes = ComparisonSummary.changes(before.series(), after.series());
        if (changes.isEmpty()) {
            throw new BusException("--compare: the two files have no measurement in common that ran on cores of the"
                    + " same placement");
        }
        print("%s, %s%n%s, %s", compared.getFirst(), before.environment().date(), compared.getLast(),
                after.environment().date());
        changes.forEach(table -> print("%n%s", TextTable.text(table).stripTrailing()));
        return 0;
    }

    private int reportFromFiles() {
        if (report == null) {
            throw new ParameterException(spec.commandLine(),
                    "--from: the folder of the page is missing: add --report DIR");
        }
        ReportFolder.require(report);
        final List<Results> runs = JoinedRuns.of(from.stream().map(ResultsJson::read).toList());
        print("Report: %s", uri(ResultsReport.write(runs, report)));
        return 0;
    }

    private int measureSubjects(final Path folder, final ComparisonPlan.HostPair addresses,
            final Map<String, String> machine) {
        final boolean isRemote = addresses.isRemote();
        final ComparisonPlan plan = new ComparisonPlan(folder, cores(), RoundSettings.LONG_ROUNDS, messages(isRemote),
                RoundSettings.LONG_MS,
                options.warmUpSteps(), addresses);
        final SubjectsRun run = new SubjectsRun(plan, task -> options.subjects(task, addresses.scheme()),
                options.tasks(),
                options.settings(rounds, isRemote), line -> print("%s", line));
        requireWhole(measure(run, machine, options.isFull() && !isRemote ? List.of(otherTransport()) : List.of()));
        return 0;
    }

    /** Returns the number of failed subjects. */
    private int measure(final SubjectsRun run, final Map<String, String> machine, final List<Skipped> skips) {
        final SubjectsRun.Finished finished = run.measure(command(), OffsetDateTime.now(Clock.systemUTC()), machine,
                skips);
        final Results results = finished.results();
        if (options.json() != null) {
            ResultsJson.write(results, options.json());
            print("%nFigures: %s", options.json());
        }
        if (report != null) {
            print("%nReport: %s", uri(ResultsReport.write(List.of(results), report)));
        }
        if (results.series().isEmpty()) {
            throw new BusException("nothing could be measured: see the reasons above");
        }
        return finished.failures();
    }

    private static void requireWhole(final int failures) {
        if (failures > 0) {
            throw new BusException("incomplete: " + Texts.count(failures, "measurement")
                    + " failed, see the reasons above; the figures are those of the others");
        }
    }

    /** Lists RDMA as skipped: a run measures one transport, also with {@code --full}. */
    private static Skipped otherTransport() {
        try {
            RemoteHost.address("rdma");
            return new Skipped("RDMA", "a run measures one transport: ./bus perf --full --transport rdma");
        } catch (final BusException e) {
            return new Skipped("RDMA", e.getMessage());
        }
    }

    /** The command line for the report, without the output files of this run. */
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

    private int messages(final boolean isRemote) {
        return messages != null ? messages : isRemote ? DEFAULT_MESSAGES : DEFAULT_SHM_MESSAGES;
    }

    private int measureConductor(final Path folder) {
        print("%nconductor: CPU time of a calm duty cycle%n");
        print("%s", ConductorPart.measure(folder, cores(), rounds == null ? DEFAULT_PART_ROUNDS : rounds)
                .stripTrailing());
        return 0;
    }

    private static URI uri(final Path file) {
        return file.toAbsolutePath().normalize().toUri();
    }

    private void requireReport() {
        if (report != null && only != null) {
            throw new ParameterException(spec.commandLine(),
                    "--report " + report + ": --only prints tables, without a page: leave one of them out");
        }
        if (report != null) {
            ReportFolder.require(report);
        }
    }

    private void requireIfGiven(final String option, final Integer value, final int min, final int max) {
        if (value != null) {
            require(option, value, min, max);
        }
    }

    private ComparisonPlan.HostPair addresses() {
        if (transport == TransportOption.SHM) {
            return ComparisonPlan.HostPair.LOOPBACK;
        }
        final String own = RemoteHost.ofProcesses(transport); // throws with the reason if there is none
        final String first = address == null ? own : address;
        return new ComparisonPlan.HostPair(transport.scheme(), first, address2 == null ? first : address2, port,
                parameters, false);
    }

    private List<Integer> cores() {
        return unpinned
                ? List.of()
                : CorePair.choose(Affinity.allowed(), Path.of("/sys"))
                        .map(pair -> List.of(pair.feed(), pair.book())).orElse(List.of());
    }

    private void require(final String option, final int value, final int min, final int max) {
        Usage.require(spec, value >= min && value <= max, option, value,
                String.format(Locale.ROOT, "give %,d to %,d", min, max));
    }

    private void print(final String format, final Object... values) {
        final PrintWriter out = spec.commandLine().getOut();
        out.printf(Locale.ROOT, format + "%n", values);
        out.flush();
    }
}
