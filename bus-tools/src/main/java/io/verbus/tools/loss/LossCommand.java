package io.verbus.tools.loss;

import static io.verbus.tools.Texts.count;
import static io.verbus.tools.Texts.hex;
import static io.verbus.tools.Texts.number;

import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.internal.shm.BusDirectory;
import io.verbus.monitor.Loss;
import io.verbus.monitor.LossReport;
import io.verbus.tools.Json;
import io.verbus.tools.options.Usage;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./bus loss}: prints the loss report of the bus directory, also if no bus is running. */
@Command(name = "loss", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Prints the losses of subscriptions on this host (gaps that were never filled), oldest first.",
        footer = {"",
                "The report is the file $VERBUS_DIR/.losses. It outlives the processes, but not a reboot: the directory"
                        + " is in memory.",
                "Exit status: 0 with or without losses; 1 if the report cannot be read; 2 for wrong options."})
public final class LossCommand implements Callable<Integer> {
    @Option(names = "--stream", paramLabel = "NAME",
            description = "Print losses of this stream only. Default: all streams.")
    private String stream;

    @Option(names = "--newest", paramLabel = "N",
            description = "Print the newest N losses only. Default: all recorded.")
    private Integer newest;

    @Option(names = "--json", description = "Print one JSON object per loss and line, for programs.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    private final Supplier<BusSettings> bus;
    private Path directory;

    /**
     * Creates a command.
     *
     * @param bus supplies the settings of the bus
     */
    public LossCommand(final Supplier<BusSettings> bus) {
        this.bus = bus;
    }

    /**
     * Prints the losses.
     *
     * @return exit status: 1 if losses are requested that newer ones have overwritten
     * @throws BusException if the report cannot be read
     */
    @Override
    public Integer call() {
        Usage.require(spec, newest == null || newest >= 1, "--newest", newest, "give 1 or more");
        directory = bus.get().directory();
        final PrintWriter out = spec.commandLine().getOut();
        boolean isWhole = true;
        final Path path = Files.isDirectory(directory)
                ? BusDirectory.openReadOnly(directory).losses()
                : BusDirectory.losses(directory);
        if (Files.exists(path)) {
            try (LossReport report = LossReport.openReadOnly(path)) {
                print(report, out);
                isWhole = newest != null || report.overwritten() == 0;
            }
        } else if (!json) {
            out.println("no losses reported in " + directory + (Files.isDirectory(directory)
                    ? ""
                    : ", which does not exist: no bus has run there since this host started"));
        }
        out.flush();
        return isWhole ? 0 : 1;
    }

    private void print(final LossReport report, final PrintWriter out) {
        final List<Loss> selected = report.losses().stream()
                .filter(loss -> stream == null || loss.publisher().stream().equals(stream)).toList();
        final List<Loss> shown = newest == null
                ? selected
                : selected.subList(Math.max(0, selected.size() - newest), selected.size());
        if (report.overwritten() > 0 && newest == null) {
            spec.commandLine().getErr().println("bus: " + number(report.overwritten()) + " older losses"
                    + (stream == null ? "" : " of all streams") + " were overwritten");
            spec.commandLine().getErr().flush();
        }
        if (json) {
            shown.forEach(loss -> out.println(json(loss)));
            return;
        }
        final String where = (stream == null ? "" : " on stream " + stream) + " in " + directory;
        if (shown.isEmpty()) {
            out.println("no losses reported" + where);
        } else {
            out.print(LossTable.of(shown));
            out.println(summary(selected) + where + (shown.size() < selected.size()
                    ? "; only the newest " + number(shown.size()) + " shown"
                    : ""));
        }
    }

    private static String json(final Loss loss) {
        return Json.line(Json.object("time", Instant.EPOCH.plusNanos(loss.epochNs()).toString(),
                "stream", loss.publisher().stream(), "session", hex(loss.publisher().session()),
                "publisherPid", loss.publisher().pid(), "subscription", loss.subscriber().name(),
                "subscriptionId", hex(loss.subscriber().id()), "pid", loss.subscriber().pid(),
                "first", loss.first(), "last", loss.last(), "messages", loss.count(), "gaps", loss.gaps(),
                "cause", loss.cause().name(), "description", loss.description()));
    }

    private static String summary(final List<Loss> losses) {
        final long messages = losses.stream().mapToLong(Loss::count).sum();
        return count(losses.size(), "loss") + ", " + count(messages, "message");
    }
}
