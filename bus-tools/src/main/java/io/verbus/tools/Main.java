package io.verbus.tools;

import io.verbus.print.StandardError;
import io.verbus.sample.publisher.FeedCommand;
import io.verbus.sample.publisher.generate.GenerateCommand;
import io.verbus.sample.subscriber.BookCommand;
import io.verbus.tools.demo.DemoCommand;
import io.verbus.tools.journal.JournalCommand;
import io.verbus.tools.journal.RecordCommand;
import io.verbus.tools.journal.ReplayCommand;
import io.verbus.tools.loss.LossCommand;
import io.verbus.tools.perf.PerfCommand;
import io.verbus.tools.stat.StatCommand;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
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
        final int status = commandLine().execute(args);
        StandardError.drain();
        System.exit(status);
    }

    /** {@return the command line, without running anything} */
    public static CommandLine commandLine() {
        final Errors errors = new Errors();
        final CommandLine line = new CommandLine(new Main());
        tellVersion(line);
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
