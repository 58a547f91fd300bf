package io.verbus.tools.tap;

import io.verbus.tools.options.Usage;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option that selects the schemas of messages. */
final class SchemaFiles {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--schema", paramLabel = "FILE",
            description = "SBE schema of the messages, as XML or as .sbeir; repeated for several. Default: those of the"
                    + " stream in the configuration file, else those of Verbus, market data and orders.")
    private List<Path> files = List.of();

    /** Whether the option is given. */
    boolean isGiven() {
        return !files.isEmpty();
    }

    /**
     * Reads the schemas.
     *
     * @param configured files of the configuration; called if the option is not given
     * @throws picocli.CommandLine.ParameterException if a file of the option is not a schema
     * @throws io.verbus.BusException if a file of the configuration is none
     */
    List<Schema> read(final Supplier<List<Path>> configured) {
        if (isGiven()) {
            return Usage.of(spec, () -> files.stream().map(SchemaFile::read).toList());
        }
        final List<Path> found = configured.get();
        return found.isEmpty() ? SchemaFile.own() : found.stream().map(SchemaFile::read).toList();
    }
}
