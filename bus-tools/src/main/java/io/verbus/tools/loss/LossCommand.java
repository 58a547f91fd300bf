package io.verbus.tools.loss;

import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.directory.BusDirectory;
import io.verbus.losses.Loss;
import io.verbus.losses.LossReport;
import io.verbus.sample.publisher.options.Usage;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./bus loss}: prints the loss report of the bus directory, whether or not a bus runs there. */
@Command(name = "loss", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Prints what subscriptions on this host missed for good, oldest first.",
        footer = {"",
                "The report is in $VERBUS_DIR/.losses. It outlives the processes, not the host: the directory is in"
                        + " memory.",
                "Exit status: 0 whether or not there are losses; 1 when the report cannot be read."})
public final class LossCommand implements Callable<Integer> {
    @Option(names = "--stream", paramLabel = "NAME", description = "Losses of this stream only.")
    private String stream;

    @Option(names = "--newest", paramLabel = "N", description = "The newest N only. Default: all that are kept.")
    private Integer newest;

    @Option(names = "--json", description = "One JSON object a line, for programs.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    private final Supplier<BusSettings> bus;
    private Path directory;

    /** Of the bus directory in its usual place. */
    public LossCommand() {
        this(BusSettings::defaults);
    }

    /**
     * Of another bus directory.
     *
     * @param bus its settings
     */
    public LossCommand(final Supplier<BusSettings> bus) {
        this.bus = bus;
    }

    /**
     * Prints them.
     *
     * @return exit status
     * @throws BusException if the report can't be read
     */
    @Override
    public Integer call() {
        Usage.require(spec, newest == null || newest >= 1, "--newest", newest, "give 1 or more");
        directory = bus.get().directory();
        if (Files.isDirectory(directory) && !Files.isExecutable(directory)) {
            throw new BusException("no permission to look into " + directory + ": ask its owner, or set VERBUS_DIR to"
                    + " a directory of your own");
        }
        final PrintWriter out = spec.commandLine().getOut();
        final Path path = BusDirectory.losses(directory.toAbsolutePath().normalize());
        if (Files.exists(path)) {
            try (LossReport report = LossReport.openReadOnly(path)) {
                print(report, out);
            }
        } else if (!json) {
            out.println("no loss has been reported in " + directory + (Files.isDirectory(directory)
                    ? ""
                    : ", which does not exist: no bus has run there since this host started"));
        }
        out.flush();
        return 0;
    }

    private void print(final LossReport report, final PrintWriter out) {
        final List<Loss> wanted = report.losses().stream()
                .filter(loss -> stream == null || loss.publisher().stream().equals(stream)).toList();
        final List<Loss> shown = newest == null
                ? wanted
                : wanted.subList(Math.max(0, wanted.size() - newest), wanted.size());
        if (json) {
            shown.forEach(loss -> out.println(LossJson.of(loss)));
            return;
        }
        final String where = (stream == null ? "" : " on stream " + stream) + " in " + directory;
        if (shown.isEmpty()) {
            out.println("no loss has been reported" + where);
        } else {
            out.print(LossTable.of(shown));
            out.println(summary(wanted) + where
                    + (shown.size() < wanted.size() ? "; the newest " + number(shown.size()) + " are shown" : ""));
        }
        if (report.overwritten() > 0) {
            out.println(number(report.overwritten()) + " older ones" + (stream == null ? "" : ", of all streams,")
                    + " were overwritten");
        }
    }

    private static String summary(final List<Loss> losses) {
        final long messages = losses.stream().mapToLong(Loss::count).sum();
        return number(losses.size()) + (losses.size() == 1 ? " loss, " : " losses, ") + number(messages)
                + (messages == 1 ? " message," : " messages,");
    }

    static String number(final long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
