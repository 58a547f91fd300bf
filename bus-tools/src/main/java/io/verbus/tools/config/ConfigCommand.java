package io.verbus.tools.config;

import io.verbus.config.Configuration;
import io.verbus.tools.Texts;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./bus config}: checks a configuration file, and shows the effective values. */
@Command(name = "config", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Checks a configuration file, or prints the effective configuration.",
        footer = {"", "docs/operate/configuration.md has the keys.",
                "Exit status: 0 if the file is right; 2 if it has mistakes, with a sentence for each, or for wrong"
                        + " options."})
public final class ConfigCommand implements Runnable {
    private static final String FILE = "Configuration file. Default: that of --config, else of $VERBUS_CONFIG.";

    @Spec
    private CommandSpec spec;

    private final ConfigurationSource source;

    /**
     * Creates a command.
     *
     * @param source of the configuration
     */
    public ConfigCommand(final ConfigurationSource source) {
        this.source = source;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command");
    }

    @Command(name = "check", mixinStandardHelpOptions = true, description = "Checks a file, and prints all mistakes.")
    int check(@Parameters(paramLabel = "FILE", arity = "0..1", description = FILE) final Path file) {
        final Configuration configuration = configuration(file);
        final Path checked = configuration.file().orElseThrow(() -> new ParameterException(
                spec.subcommands().get("check"), "no file to check: name one, or set VERBUS_CONFIG"));
        print(checked + ": no mistakes, " + Texts.count(configuration.streams().size(), "stream"));
        return 0;
    }

    @Command(name = "show", mixinStandardHelpOptions = true, description = "Prints the effective values as a"
            + " configuration file. Comments state where each value comes from.")
    int show(@Parameters(paramLabel = "FILE", arity = "0..1", description = FILE) final Path file) {
        final Configuration configuration = configuration(file);
        print("# " + configuration.file().map(one -> one + ", named by " + origin(file))
                .orElse("no configuration file: neither --config nor VERBUS_CONFIG names one"));
        configuration.lines().forEach(this::print);
        return 0;
    }

    private Configuration configuration(final Path file) {
        return file == null ? source.get() : Configuration.load(file);
    }

    private String origin(final Path argument) {
        if (argument != null) {
            return "the argument";
        }
        return source.optionFile().isPresent() ? "--config" : "VERBUS_CONFIG";
    }

    private void print(final String line) {
        final PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}
