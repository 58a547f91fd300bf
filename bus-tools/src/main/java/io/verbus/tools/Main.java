package io.verbus.tools;

import io.verbus.BusSettings;
import io.verbus.ShutdownLatch;
import io.verbus.config.Configuration;
import io.verbus.monitor.StandardError;
import io.verbus.tools.book.BookCommand;
import io.verbus.tools.config.ConfigCommand;
import io.verbus.tools.config.ConfigurationSource;
import io.verbus.tools.demo.DemoCommand;
import io.verbus.tools.dist.CompletionCommand;
import io.verbus.tools.doctor.DoctorCommand;
import io.verbus.tools.errors.ErrorsCommand;
import io.verbus.tools.export.SqlCommand;
import io.verbus.tools.feed.FeedCommand;
import io.verbus.tools.gateway.GatewayCommand;
import io.verbus.tools.generate.GenerateCommand;
import io.verbus.tools.init.InitCommand;
import io.verbus.tools.journal.BridgeCommand;
import io.verbus.tools.journal.JournalCommand;
import io.verbus.tools.journal.RecordCommand;
import io.verbus.tools.journal.ReplayCommand;
import io.verbus.tools.loss.LossCommand;
import io.verbus.tools.match.MatchCommand;
import io.verbus.tools.options.Converters;
import io.verbus.tools.orders.OrdersCommand;
import io.verbus.tools.perf.PerfCommand;
import io.verbus.tools.relay.RelayCommand;
import io.verbus.tools.stat.StatCommand;
import io.verbus.tools.tap.PublishCommand;
import io.verbus.tools.tap.TapCommand;
import io.verbus.tools.trade.TradeCommand;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of Verbus: {@code ./bus COMMAND}. */
@Command(name = "bus", mixinStandardHelpOptions = true, versionProvider = Version.class,
        description = "A low-latency market data and order messaging bus.", commandListHeading = "",
        footer = {"", "Commands of the launcher script:",
                "  test      Runs all tests; MODULE or MODULE NAME runs some of them.",
                "  check     Runs format and architecture checks and unit tests.",
                "  install   Puts the artifacts for applications into the local Maven repository.",
                "  dist      Makes an archive for hosts without Maven and sources, in target/.",
                "  release   Makes the files of a release in target/release, and its tag.",
                "  bench     Runs the JMH benchmarks; accepts JMH options (-h lists them).",
                "  java      Runs a class of your own with the jar and the JVM flags of Verbus.",
                "  lab       Runs a script in a VM with an RDMA device (native/lab/README.md).", "",
                "All processes of one user on one host share the bus directory $VERBUS_DIR (default:"
                        + " /dev/shm/verbus-USER)."},
        subcommands = {DemoCommand.class, InitCommand.class, PerfCommand.class, CompletionCommand.class,
                HelpCommand.class, FeedCommand.class, BookCommand.class, RecordCommand.class, ReplayCommand.class,
                JournalCommand.class, SqlCommand.class, RelayCommand.class, BridgeCommand.class, TapCommand.class,
                PublishCommand.class,
                GenerateCommand.class, GatewayCommand.class, TradeCommand.class, OrdersCommand.class,
                MatchCommand.class, StatCommand.class,
                LossCommand.class, ErrorsCommand.class, DoctorCommand.class, ConfigCommand.class})
public final class Main implements Runnable {
    private static final String ARCHIVE = "verbus.archive";
    private static final int FAILED = ExitCode.SOFTWARE;
    private static final String[] FOOTER_OF_ARCHIVE = {"", "Commands of the launcher script:",
            "  train     Makes the AOT cache: commands are then fast from their first message.",
            "  java      Runs a class of your own with the jar and the JVM flags of Verbus.", "",
            "All processes of one user on one host share the bus directory $VERBUS_DIR (default:"
                    + " /dev/shm/verbus-USER)."};

    @Spec
    private CommandSpec spec;

    private Main() {
    }

    /**
     * Runs a command and exits the process. The exit status is 0 only if the command succeeded.
     *
     * @param args arguments of the command line
     */
    public static void main(final String[] args) {
        Thread.setDefaultUncaughtExceptionHandler(Main::onUncaught);
        final StandardOutput out = StandardOutput.ofProcess();
        System.setOut(new PrintStream(out, true, StandardOutput.charset())); // before a command reads System.out
        final int status = execute(
                Boolean.getBoolean(ARCHIVE) ? commandLineOfArchive() : configuredCommandLine(),
                out, args);
        StandardError.drain();
        System.exit(status);
    }

    /** Runs a command and returns its exit status, which is not 0 if any write to {@code out} failed. */
    static int execute(final CommandLine line, final StandardOutput out, final String... args) {
        line.setOut(new PrintWriter(new OutputStreamWriter(out, StandardOutput.charset()), true));
        final int status = execute(line, args);
        line.getOut().flush();
        if (!out.hasFailed()) {
            return status;
        }
        if (out.failureMessage() != null) {
            line.getErr().println("bus: " + out.failureMessage());
            ShutdownLatch.endWith(FAILED);
        }
        return status == ExitCode.OK ? FAILED : status;
    }

    /** Runs a command and returns its exit status. */
    static int execute(final CommandLine line, final String... args) {
        try {
            return line.execute(upToUnknownCommand(line, args));
        } catch (final VirtualMachineError e) {
            line.getErr().println("bus: " + Errors.message(e));
            return FAILED;
        }
    }

    /** With --help picocli ignores words that it does not know, so that an unknown command would be a success. */
    private static String[] upToUnknownCommand(final CommandLine line, final String... args) {
        CommandLine command = line;
        for (int i = 0; i < args.length && !args[i].startsWith("-") && !command.getSubcommands().isEmpty(); i++) {
            final CommandLine next = command.getSubcommands().get(args[i]);
            if (next == null) {
                return Arrays.copyOf(args, i + 1);
            }
            command = next;
        }
        return args;
    }

    /** Reports the end of a thread. After a VM error the process halts: it must not run on with a thread missing. */
    private static void onUncaught(final Thread thread, final Throwable thrown) {
        try {
            StandardError.stream()
                    .println("bus: thread " + thread.getName() + " ended: " + Errors.message(thrown));
            StandardError.drain();
        } finally {
            if (thrown instanceof VirtualMachineError) {
                Runtime.getRuntime().halt(FAILED); // a shutdown hook may need memory
            }
        }
    }

    /** {@return the command line with the configuration file of its option, else of VERBUS_CONFIG} */
    private static CommandLine configuredCommandLine() {
        return commandLine(new ConfigurationSource(Configuration::load));
    }

    /**
     * Builds the command line without running a command.
     *
     * @param bus supplies the settings of the bus; called when a command runs
     * @return the command line with all commands
     */
    public static CommandLine commandLine(final Supplier<BusSettings> bus) {
        return commandLine(new ConfigurationSource(() -> Configuration.of(bus.get())));
    }

    private static CommandLine commandLine(final ConfigurationSource configuration) {
        final Errors errors = new Errors();
        final Commands commands = new Commands(configuration);
        final CommandLine line = new CommandLine(new Main(), commands);
        commands.addConfigurationOption(line);
        setVersionProvider(line);
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, CommandGroup::list);
        Converters.register(line);
        return line
                .setErr(new PrintWriter(StandardError.stream(), true))
                .setParameterExceptionHandler(errors)
                .setExecutionExceptionHandler(errors)
                .setCaseInsensitiveEnumValuesAllowed(true);
    }

    /** {@return the command line with the help of an archive, whose launcher has other commands} */
    public static CommandLine commandLineOfArchive() {
        final CommandLine line = configuredCommandLine();
        line.getCommandSpec().usageMessage().footer(FOOTER_OF_ARCHIVE);
        return line;
    }

    private static void setVersionProvider(final CommandLine line) {
        line.getCommandSpec().versionProvider(new Version());
        line.getSubcommands().values().forEach(Main::setVersionProvider);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command");
    }
}
