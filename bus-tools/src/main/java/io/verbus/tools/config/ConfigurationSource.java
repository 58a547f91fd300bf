package io.verbus.tools.config;

import io.verbus.BusSettings;
import io.verbus.config.Configuration;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ScopeType;

/**
 * The configuration of a command: the file of {@code --config}, else that of VERBUS_CONFIG, else the defaults. The file
 * is read once, when the command needs it.
 */
public final class ConfigurationSource implements Supplier<Configuration> {
    private static final String OPTION = "--config";

    private final Supplier<Configuration> otherwise;
    private Path file;
    private Configuration configuration;

    /**
     * Creates a source.
     *
     * @param otherwise supplies the configuration without the option
     */
    public ConfigurationSource(final Supplier<Configuration> otherwise) {
        this.otherwise = otherwise;
    }

    /**
     * Adds the option to a command.
     *
     * @param command that uses the bus
     * @param scope whether its subcommands have the option too
     */
    public void addOption(final CommandSpec command, final ScopeType scope) {
        final ISetter setter = new ISetter() {
            @Override
            @SuppressWarnings("unchecked")
            public <T> T set(final T value) {
                final Path earlier = file;
                file = value == null ? file : (Path) value;
                return (T) earlier;
            }
        };
        command.addOption(OptionSpec.builder(OPTION).type(Path.class).paramLabel("FILE").setter(setter)
                .scopeType(scope)
                .description("Configuration file; options override it. Default: $VERBUS_CONFIG or none. Keys:",
                        "docs/operate/configuration.md")
                .build());
    }

    /** {@return the file of the option; empty if it is not given} */
    public Optional<Path> optionFile() {
        return Optional.ofNullable(file);
    }

    @Override
    public Configuration get() {
        if (configuration == null) {
            configuration = file == null ? otherwise.get() : Configuration.load(file);
        }
        return configuration;
    }

    /** {@return the settings of the bus} */
    public BusSettings bus() {
        return get().bus();
    }
}
