package io.verbus.tools.doctor;

import io.verbus.BusSettings;
import io.verbus.Clocks;
import io.verbus.tools.Json;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./bus doctor}: compares the settings of this host with those that the bus needs. */
@Command(name = "doctor", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Compares the settings of this host with those that the bus needs, and names the command that"
                + " changes each of them.",
        footer = {"",
                "The command only reads. Verdicts: ok; advised: another setting gives a lower or steadier latency;"
                        + " needed: something does not work until the setting changes; unknown: the setting is not"
                        + " visible here, as in a virtual machine or container. The last sentences state whether the"
                        + " upper percentiles of bus demo are those of the bus or of this machine, and whether RDMA"
                        + " will work.",
                "--json prints {findings, tail, rdma}. A finding has: setting, verdict, found, wanted, reason, command"
                        + " (empty where the setting is right). tail has: ownCores, sentence; rdma has: works,"
                        + " sentence.",
                "Exit status: 0 if no setting must change; 1 if one must; 2 for wrong options."})
public final class DoctorCommand implements Callable<Integer> {
    @Option(names = "--json", description = "Print one JSON object, for programs.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    private final Supplier<BusSettings> bus;

    /**
     * Creates a command.
     *
     * @param bus supplies the settings of the bus
     */
    public DoctorCommand(final Supplier<BusSettings> bus) {
        this.bus = bus;
    }

    /**
     * Prints the findings.
     *
     * @return exit status: 1 if a setting must change
     */
    @Override
    public Integer call() {
        final Examination examination = Examination.of(new HostFiles(Path.of("/")), List.of(
                new JvmProbe(Runtime.version(), ManagementFactory.getRuntimeMXBean().getInputArguments()),
                new MemoryProbe(BusStore.of(bus.get().directory())), new LimitsProbe(), new CoresProbe(),
                new OthersProbe(), new ClockProbe(Clocks::greatestEpochError), new RdmaProbe()));
        final PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(json(examination));
        } else {
            DoctorText.lines(examination).forEach(out::println);
        }
        out.flush();
        return examination.count(SettingVerdict.NEEDED) == 0 ? 0 : 1;
    }

    private static String json(final Examination examination) {
        return Json.line(Json.object("findings", examination.findings().stream()
                .map(finding -> Json.object("setting", finding.setting(), "verdict", finding.verdict().name(),
                        "found", finding.found(), "wanted", finding.wanted(), "reason", finding.reason(), "command",
                        finding.command()))
                .toList(),
                "tail", Json.object("ownCores", examination.tail().isOwn(), "sentence",
                        examination.tail().sentence()),
                "rdma", Json.object("works", examination.rdma().works(), "sentence", examination.rdma().sentence())));
    }
}
