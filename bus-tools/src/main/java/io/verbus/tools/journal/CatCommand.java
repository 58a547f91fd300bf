package io.verbus.tools.journal;

import io.verbus.BusException;
import io.verbus.journal.JournalReader;
import io.verbus.journal.SessionReader;
import io.verbus.journal.replay.Range;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./bus journal cat}: a line a record. */
@Command(name = "cat", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Prints a journal, a line a record:",
        footer = {"", "  SEQUENCE TIME LENGTH PAYLOAD     a message: when it was received (UTC), its bytes in hex",
                "  SEQUENCE TIME loss LAST CAUSE    sequences up to LAST are missing",
                "  SEQUENCE TIME damage LAST WHAT   sequences up to LAST cannot be read",
                "  SEQUENCE TIME end [CAUSE]        nothing follows; CAUSE, if the publisher was lost",
                "  # ...                            a session begins"})
public final class CatCommand implements Callable<Integer> {
    private static final int LIMIT = 1_024;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "Directory of the journal.")
    private Path directory;

    @Mixin
    private RangeOptions wanted;

    @Option(names = "--text", description = "Payloads as ASCII, with \\xNN for what is none.")
    private boolean text;

    /** The first that was found; null without one. */
    private String damage;

    /** A command that picocli fills in. */
    public CatCommand() {
    }

    /**
     * Prints it.
     *
     * @return exit status
     * @throws BusException if there is no journal, or it is damaged
     */
    @Override
    public Integer call() {
        final Range range = wanted.range();
        final PrintWriter out = spec.commandLine().getOut();
        final JournalReader journal = JournalReader.open(directory);
        try {
            for (final long id : wanted.sessions(journal)) {
                try (SessionReader reader = journal.read(id)) {
                    print(reader, range, out);
                }
            }
        } finally {
            out.flush();
        }
        if (damage != null) {
            throw new BusException(damage);
        }
        return 0;
    }

    private void print(final SessionReader reader, final Range range, final PrintWriter out) {
        out.println("# " + reader.session() + ", publisher " + reader.session().publisher());
        range.begin(reader);
        final RecordLines lines = new RecordLines(out, range, text);
        while (!lines.isDone() && !out.checkError() && reader.poll(lines, LIMIT) > 0) {
            assert LIMIT > 0 : "until there is nothing more at present";
        }
        damage = damage == null ? lines.damage() : damage;
    }
}
