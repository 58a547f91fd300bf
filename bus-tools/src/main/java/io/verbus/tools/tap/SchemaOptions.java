package io.verbus.tools.tap;

import io.verbus.tools.options.Usage;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options that select the schemas by which messages are decoded, and where in a packet the messages are. */
public final class SchemaOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Mixin
    private SchemaFiles files;

    @Option(names = "--framing", defaultValue = "none", paramLabel = "FRAMING",
            description = "Framing of the messages in a packet: cme (MDP 3.0), ilink (iLink 3), b3 (Binary UMDF), sofh"
                    + " (FIX Simple Open Framing Header), or none: a packet is one message. Default: ${DEFAULT-VALUE}.")
    private Framing framing;

    @Option(names = "--skip", defaultValue = "0", paramLabel = "N",
            description = "Bytes of each packet before its framing or its message. Default: ${DEFAULT-VALUE}.")
    private int skip;

    /** Creates the options; picocli sets them. */
    public SchemaOptions() {
    }

    /** {@return whether one of them is given} */
    public boolean isGiven() {
        return files.isGiven() || framing != Framing.NONE || skip != 0;
    }

    /**
     * Reads the schemas.
     *
     * @param configured files of the configuration; called if none is given
     * @return the schemas, in the order of their files
     * @throws picocli.CommandLine.ParameterException if a file is not a schema
     * @throws io.verbus.BusException if a file of the configuration is none
     */
    public List<Schema> schemas(final Supplier<List<Path>> configured) {
        Usage.require(spec, skip >= 0, "--skip", skip, "give 0 or more");
        return files.read(configured);
    }

    /** {@return the framing of the messages in a packet} */
    public Framing framing() {
        return framing;
    }

    /** {@return the bytes of a packet before its framing} */
    public int skip() {
        return skip;
    }

    /**
     * Reads the schemas.
     *
     * @param configured files of the configuration; called if none is given
     * @return a decoder for their messages
     * @throws picocli.CommandLine.ParameterException if a file is not a schema
     * @throws io.verbus.BusException if a file of the configuration is none
     */
    public MessageDecoder decoder(final Supplier<List<Path>> configured) {
        return decoder(schemas(configured));
    }

    /**
     * Makes a decoder.
     *
     * @param schemas of the messages
     * @return a decoder for them
     */
    public MessageDecoder decoder(final List<Schema> schemas) {
        return new MessageDecoder(schemas, framing, skip);
    }
}
