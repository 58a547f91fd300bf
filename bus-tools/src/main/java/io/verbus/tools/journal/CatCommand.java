package io.verbus.tools.journal;

import io.verbus.BusException;
import io.verbus.config.Configuration;
import io.verbus.journal.JournalReader;
import io.verbus.journal.ReplayRange;
import io.verbus.journal.SessionReader;
import io.verbus.tools.options.RangeOptions;
import io.verbus.tools.options.Usage;
import io.verbus.tools.tap.SchemaOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./bus journal cat}: prints one line per record. */
@Command(name = "cat", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Prints a journal, one line per record.",
        footer = {"", "Lines (TIME is the time of reception, in UTC):",
                "  # session ...                    start of a session",
                "  # the rest of session ...        why it cannot be read",
                "  SEQUENCE TIME LENGTH PAYLOAD     a message, its payload in hex",
                "  SEQUENCE TIME LENGTH TYPE FIELD=VALUE...",
                "                                   with --decode; TYPE is ? if no schema",
                "                                   describes the message; the messages of",
                "                                   one packet have | between them",
                "  SEQUENCE TIME loss LAST CAUSE    sequences SEQUENCE to LAST are missing",
                "  SEQUENCE TIME damage LAST CAUSE  sequences SEQUENCE to LAST cannot be read",
                "  SEQUENCE TIME end [CAUSE]        end; with CAUSE if the publisher was lost", "",
                "Exit status: 0 on success; 1 if the journal is damaged or cannot be read; 2 for wrong options."})
public final class CatCommand implements Callable<Integer> {
    private static final int LIMIT = 1_024;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "Directory of the journal.")
    private Path directory;

    @Mixin
    private RangeOptions selection;

    @Option(names = "--text", description = "Print payloads as ASCII, other bytes as \\xNN. Default: hex.")
    private boolean text;

    @Option(names = "--decode", description = "Print the fields of payloads, by their SBE schema. --schema, --framing"
            + " and --skip imply it.")
    private boolean decode;

    @Mixin
    private SchemaOptions schema;

    private RecordLines.PayloadText payload;

    /** The first damage found; null if there is none. */
    private String damage;

    private final Supplier<Configuration> configuration;

    /**
     * Creates a command.
     *
     * @param configuration supplies the schemas of streams
     */
    public CatCommand(final Supplier<Configuration> configuration) {
        this.configuration = configuration;
    }

    /**
     * Prints the journal.
     *
     * @return exit status
     * @throws BusException if there is no journal, or it is damaged
     */
    @Override
    public Integer call() {
        final ReplayRange range = selection.range();
        final boolean isDecoded = decode || schema.isGiven();
        Usage.require(spec, !text || !isDecoded, "--text", text, "payloads are decoded: use one of both");
        final JournalReader journal = JournalReader.open(directory);
        payload = isDecoded
                ? schema.decoder(() -> schemas(journal))::appendText
                : text ? RecordLines.ascii() : RecordLines.hex();
        final PrintWriter out = spec.commandLine().getOut();
        final List<String> damaged = selection.damagedFiles(journal);
        try {
            for (final long id : selection.sessions(journal)) {
                try (SessionReader reader = journal.read(id)) {
                    print(reader, range, out);
                } catch (final BusException e) { // the other sessions may be readable
                    out.println("# the rest of session " + Long.toHexString(id) + " cannot be read: " + e.getMessage());
                    damage = damage == null ? e.getMessage() : damage;
                }
            }
        } finally {
            out.flush();
        }
        if (damage != null || !damaged.isEmpty()) {
            throw new BusException(damage != null ? damage : damaged.getFirst());
        }
        return 0;
    }

    private List<Path> schemas(final JournalReader journal) {
        return journal.sessions().stream()
                .flatMap(session -> configuration.get().schemas(session.session().stream()).stream()).distinct()
                .toList();
    }

    private void print(final SessionReader reader, final ReplayRange range, final PrintWriter out) {
        out.println("# " + reader.session() + ", publisher " + reader.session().publisher());
        range.begin(reader);
        final RecordLines lines = new RecordLines(out, range, payload);
        while (!lines.isDone() && !out.checkError() && reader.poll(lines, LIMIT) > 0) {
            assert LIMIT > 0 : "poll returns 0 at the end of the recorded data";
        }
        damage = damage == null ? lines.damage() : damage;
    }
}
