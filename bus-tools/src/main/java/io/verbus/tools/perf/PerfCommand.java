package io.verbus.tools.perf;

import io.verbus.BusException;
import io.verbus.latency.perf.Findings;
import io.verbus.latency.perf.Route;
import io.verbus.latency.perf.Setup;
import io.verbus.latency.report.Machine;
import io.verbus.latency.report.TextTable;
import io.verbus.os.Affinity;
import io.verbus.tools.host.CorePair;
import io.verbus.tools.host.OwnedFolder;
import io.verbus.tools.host.RemoteHost;
import io.verbus.tools.host.ReportFolder;
import java.io.PrintWriter;
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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./bus perf}. */
@Command(name = "perf", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
                "Measures the bus on this machine: latency, rate, fan-out, and what its threads do in steady state.",
                "Over RDMA it takes turns with a C program that does the same without a bus, and with ib_write_lat, on"
                        + " the same addresses: the ratios hold where the machine's times do not."})
public final class PerfCommand implements Callable<Integer> {
    /** Where the transport carries messages. */
    enum Transport {
        SHM, RDMA
    }

    private static final int MOST_MESSAGES = 10_000_000;

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
            description = "The lowest of " + Route.Rdma.PORTS + " ports to use. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Option(names = "--parameters", paramLabel = "P", defaultValue = "",
            description = "Parameters of all RDMA addresses, such as receives=1024&sends=256.")
    private String parameters;

    @Option(names = {"--pairs", "--rounds"}, paramLabel = "N", defaultValue = "11",
            description = "How often each contender is measured, in turns. Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(names = "--messages", paramLabel = "N", defaultValue = "50000",
            description = "Round trips of each measurement of latency. Default: ${DEFAULT-VALUE}.")
    private int messages;

    @Option(names = "--rate-ms", paramLabel = "N", defaultValue = "1500",
            description = "How long each measurement of a rate takes, in ms. Default: ${DEFAULT-VALUE}.")
    private int rateMs;

    @Option(names = "--only", paramLabel = "PARTS", split = ",",
            description = "Some of latency, rate, fanout, steady. Default: all.")
    private Set<Part> only = EnumSet.allOf(Part.class);

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
        require("--pairs", rounds, 1, 1_000);
        require("--messages", messages, 100, MOST_MESSAGES);
        require("--rate-ms", rateMs, 100, 60_000);
        require("--port", port, 1, 65_536 - Route.Rdma.PORTS);
        final Route route = route();
        requireReport();
        final Map<String, String> machine = new Machine(Path.of("/")).describe();
        try (OwnedFolder folder = OwnedFolder.create(Path.of("/dev/shm"))) {
            final Setup setup = new Setup(folder.path(), route, cores(), rounds, messages, rateMs);
            say("%s; %s", route, setup.cores().isEmpty() ? "not pinned" : "pinned to cores " + setup.cores());
            machine.forEach((name, value) -> say("  %s: %s", name, value));
            final List<Findings> findings = new ArrayList<>();
            for (final Part part : EnumSet.copyOf(only)) {
                say("%n%s", part.title());
                final Findings found = part.measure(setup);
                findings.add(found);
                found.tables().forEach(table -> say("%n%s", TextTable.text(table).stripTrailing()));
                say("");
                found.sentences().forEach(sentence -> say("  (%s)", sentence));
            }
            if (report != null) {
                final PerfReport page = new PerfReport(route.toString(), findings, machine);
                say("%nReport: %s", page.write(report, OffsetDateTime.now(Clock.systemUTC())).toAbsolutePath()
                        .normalize().toUri());
            }
        }
        return 0;
    }

    private void requireReport() {
        if (report != null && !only.contains(Part.LATENCY)) {
            throw new BusException("--report " + report + ": the page is about latency first; measure that too");
        }
        if (report != null) {
            ReportFolder.require(report);
        }
    }

    private Route route() {
        if (transport == Transport.SHM) {
            return new Route.SharedMemory();
        }
        final String own = RemoteHost.address("rdma"); // says why, if there is none
        final String first = address == null ? own : address;
        return new Route.Rdma(first, address2 == null ? first : address2, port, parameters);
    }

    private List<Integer> cores() {
        return unpinned
                ? List.of()
                : CorePair.choose(Affinity.allowed(), Path.of("/sys"))
                        .map(pair -> List.of(pair.feed(), pair.book())).orElse(List.of());
    }

    private static void require(final String option, final int value, final int least, final int most) {
        if (value < least || value > most) {
            throw new BusException(
                    String.format(Locale.ROOT, "%s %d: give %,d to %,d", option, value, least, most));
        }
    }

    private void say(final String format, final Object... values) {
        final PrintWriter out = spec.commandLine().getOut();
        out.printf(Locale.ROOT, format + "%n", values);
        out.flush();
    }
}
