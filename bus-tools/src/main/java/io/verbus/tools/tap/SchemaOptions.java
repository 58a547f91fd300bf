package io.verbus.tools.tap;

import io.verbus.tools.options.Usage;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Option that selects the schemas by which messages are decoded. */
public final class SchemaOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--schema", paramLabel = "FILE",
            description = "SBE schema of the messages, as XML or as .sbeir; repeated for several. Default: those of"
                    + " Verbus, market data and orders.")
    private List<Path> files = List.of();

    /** Creates the options; picocli sets them. */
    public SchemaOptions() {
    }

    /** {@return whether a schema is given} */
    public boolean isGiven() {
        return !files.isEmpty();
    }

    /**
     * Reads the schemas.
     *
     * @return a decoder for their messages
     * @throws picocli.CommandLine.ParameterException if a file is not a schema
     */
    public MessageDecoder decoder() {
        return new MessageDecoder(schemas());
    }

    List<Schema> schemas() {
        return files.isEmpty()
                ? SchemaFile.own()
                : Usage.of(spec, () -> files.stream().map(SchemaFile::read).toList());
    }
}
