package io.verbus.tools;

import io.verbus.BusSettings;
import io.verbus.itch.generator.GenerateCommand;
import io.verbus.print.StandardError;
import io.verbus.sample.publisher.FeedCommand;
import io.verbus.sample.subscriber.BookCommand;
import io.verbus.tools.demo.DemoCommand;
import io.verbus.tools.journal.Amounts;
import io.verbus.tools.journal.JournalCommand;
import io.verbus.tools.journal.RecordCommand;
import io.verbus.tools.journal.ReplayCommand;
import io.verbus.tools.loss.LossCommand;
import io.verbus.tools.perf.PerfCommand;
import io.verbus.tools.stat.StatCommand;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of Verbus: {@code ./bus COMMAND}. */
@Command(name = "bus", mixinStandardHelpOptions = true, versionProvider = Version.class,
        description = "A low-latency market data and order messaging bus.",
        footer = {"", "Done by the launcher itself:",
                "  test      Run all tests.",
                "  check     Run format and architecture checks and the unit tests, in a minute.",
                "  bench     Run the benchmarks of single calls with JMH; its options follow (-h).",
                "  java      Run a class of your own with the jar and the flags of Verbus.",
                "  lab       Run a script in a guest with an RDMA device (native/lab/README.md).", "",
                "Processes of one user on one host meet in $VERBUS_DIR (default /dev/shm/verbus-USER)."},
        subcommands = {DemoCommand.class, FeedCommand.class, BookCommand.class, RecordCommand.class,
                ReplayCommand.class, JournalCommand.class, StatCommand.class, LossCommand.class, GenerateCommand.class,
                PerfCommand.class, HelpCommand.class})
public final class Main implements Runnable {
    private static final int FAILED = ExitCode.SOFTWARE;

    @Spec
    private CommandSpec spec;

    private Main() {
    }

    /**
     * Runs a command and ends the process: 0 only for success.
     *
     * @param args of the command line
     */
    public static void main(final String[] args) {
        Thread.setDefaultUncaughtExceptionHandler(Main::onUncaught);
        final StandardOutput out = StandardOutput.ofProcess();
        System.setOut(new PrintStream(out, true, StandardOutput.charset())); // before a command takes it
        final int status = execute(commandLine(BusSettings::defaults), out, args);
        StandardError.drain();
        System.exit(status);
    }

    /** Runs a command whose output all reaches {@code out}; returns the exit status. */
    static int execute(final CommandLine line, final StandardOutput out, final String... args) {
        line.setOut(new PrintWriter(new OutputStreamWriter(out, StandardOutput.charset()), true));
        final int status = execute(line, args);
        line.getOut().flush();
        if (!out.hasFailed()) {
            return status;
        }
        if (out.sentence() != null) {
            line.getErr().println("bus: " + out.sentence());
        }
        return status == ExitCode.OK ? FAILED : status;
    }

    private static int execute(final CommandLine line, final String... args) {
        try {
            return line.execute(args);
        } catch (final VirtualMachineError e) {
            line.getErr().println("bus: " + Errors.sentence(e));
            return FAILED;
        }
    }

    /** A process without memory must not live on without one of its threads. */
    private static void onUncaught(final Thread thread, final Throwable thrown) {
        try {
            StandardError.stream()
                    .println("bus: thread " + thread.getName() + " has ended: " + Errors.sentence(thrown));
            StandardError.drain();
        } finally {
            if (thrown instanceof VirtualMachineError) {
                Runtime.getRuntime().halt(FAILED); // a shutdown hook may need memory
            }
        }
    }

    /**
     * The command line, without running anything.
     *
     * @param bus settings of the bus that its commands use; asked when one runs
     * @return all commands
     */
    public static CommandLine commandLine(final Supplier<BusSettings> bus) {
        final Errors errors = new Errors();
        final CommandLine line = new CommandLine(new Main(), new Commands(bus));
        tellVersion(line);
        Amounts.register(line);
        return line
                .setErr(new PrintWriter(StandardError.stream(), true))
                .setParameterExceptionHandler(errors)
                .setExecutionExceptionHandler(errors)
                .setCaseInsensitiveEnumValuesAllowed(true);
    }

    private static void tellVersion(final CommandLine line) {
        line.getCommandSpec().versionProvider(new Version());
        line.getSubcommands().values().forEach(Main::tellVersion);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
