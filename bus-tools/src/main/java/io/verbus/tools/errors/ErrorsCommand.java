package io.verbus.tools.errors;

import static io.verbus.tools.Texts.count;
import static io.verbus.tools.Texts.hex;

import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.internal.shm.BusDirectory;
import io.verbus.monitor.ErrorLog;
import io.verbus.tools.Json;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./bus errors}: prints the distinct errors of all processes of the bus directory. */
@Command(name = "errors", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Prints the errors that the processes of this host have reported, each distinct error once.",
        footer = {"",
                "Each process keeps its errors, with up to 64 KiB of stack traces, in the file of its counters in"
                        + " $VERBUS_DIR/.processes, and removes it when it ends in order. The file of a killed process"
                        + " remains until the next bus starts there.",
                "",
                "--json prints for each error {pid, process, alive, first, last, count, message, trace}, and for a"
                        + " process whose log was full {pid, process, alive, unstored}: the number of occurrences"
                        + " without an entry.",
                "Exit status: 0 with or without errors; 1 if a file cannot be read (the others are printed); 2 for"
                        + " wrong options."})
public final class ErrorsCommand implements Callable<Integer> {
    @Option(names = "--traces", description = "Print the stack trace of each error.")
    private boolean traces;

    @Option(names = "--json", description = "Print one JSON object per error and line, for programs.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    private final Supplier<BusSettings> bus;
    private final List<String> unreadable = new ArrayList<>();

    /**
     * Creates a command.
     *
     * @param bus supplies the settings of the bus
     */
    public ErrorsCommand(final Supplier<BusSettings> bus) {
        this.bus = bus;
    }

    /**
     * Prints the errors.
     *
     * @return exit status: 1 if errors are missing
     * @throws BusException if the directory cannot be read
     */
    @Override
    public Integer call() {
        final Path root = bus.get().directory();
        final boolean exists = Files.isDirectory(root);
        final List<ProcessErrors> processes = exists ? read(BusDirectory.openReadOnly(root)) : List.of();
        final PrintWriter out = spec.commandLine().getOut();
        if (json) {
            processes.forEach(process -> print(process, out));
        } else {
            out.print(ErrorTable.of(processes, traces));
            out.println(summary(processes) + " in " + root
                    + (exists ? "" : ", which does not exist: no bus has run there since this host started"));
        }
        out.flush();
        unreadable.forEach(sentence -> spec.commandLine().getErr().println("bus: " + sentence));
        spec.commandLine().getErr().flush();
        return unreadable.isEmpty() && processes.stream().allMatch(process -> process.unstored() == 0) ? 0 : 1;
    }

    /** Reads the processes that have reported errors, ordered by pid. */
    private List<ProcessErrors> read(final BusDirectory directory) {
        final List<ProcessErrors> processes = new ArrayList<>();
        for (final long process : directory.processes()) {
            final Path file = directory.counters(process);
            try {
                if (Files.exists(file)) {
                    processes.add(new ProcessErrors(process, directory.isAlive(process), ErrorLog.read(file)));
                }
            } catch (final BusException e) {
                if (Files.exists(file)) { // else the process has ended
                    unreadable.add(e.getMessage());
                }
            }
        }
        return processes.stream()
                .filter(process -> !process.log().entries().isEmpty() || process.unstored() > 0)
                .sorted(Comparator.comparingLong((final ProcessErrors process) -> process.log().pid())
                        .thenComparingLong(ProcessErrors::process))
                .toList();
    }

    private static String summary(final List<ProcessErrors> processes) {
        if (processes.isEmpty()) {
            return "no errors reported";
        }
        return count(processes.stream().mapToLong(process -> process.log().entries().size()).sum(), "distinct error")
                + " of " + count(processes.size(), "process");
    }

    private static void print(final ProcessErrors process, final PrintWriter out) {
        for (final ErrorLog.Entry entry : process.log().entries()) {
            out.println(Json.line(Json.object("pid", process.log().pid(), "process", hex(process.process()),
                    "alive", process.alive(),
                    "first", Instant.ofEpochMilli(entry.firstEpochMs()).toString(),
                    "last", Instant.ofEpochMilli(entry.lastEpochMs()).toString(), "count", entry.count(),
                    "message", ErrorTraces.message(entry.trace()), "trace", entry.trace())));
        }
        if (process.unstored() > 0) {
            out.println(Json.line(Json.object("pid", process.log().pid(), "process", hex(process.process()),
                    "alive", process.alive(), "unstored", process.unstored())));
        }
    }
}
