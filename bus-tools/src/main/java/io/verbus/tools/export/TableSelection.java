package io.verbus.tools.export;

import io.verbus.BusException;
import io.verbus.config.Configuration;
import io.verbus.journal.JournalReader;
import io.verbus.matching.script.NearestWord;
import io.verbus.tools.Texts;
import io.verbus.tools.options.RangeOptions;
import io.verbus.tools.tap.Schema;
import io.verbus.tools.tap.SchemaOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import picocli.CommandLine.Mixin;

/** The part of a journal that is exported, and its schemas. */
final class TableSelection {
    @Mixin
    private RangeOptions range;

    @Mixin
    private SchemaOptions schema;

    private List<String> damaged;
    private List<Schema> schemas;
    private JournalTables reader;
    private InstrumentNames instruments;
    private List<Long> sessions;

    /** Opens a journal, and finds its instruments. */
    void open(final Path directory, final Configuration configuration, final Consumer<String> report,
            final BooleanSupplier stop) {
        final JournalReader journal = JournalReader.open(directory);
        sessions = range.sessions(journal);
        damaged = range.damagedFiles(journal);
        schemas = schema.schemas(() -> journal.sessions().stream()
                .flatMap(one -> configuration.schemas(one.session().stream()).stream()).distinct().toList());
        reader = new JournalTables(journal, sessions, range.range(), report, stop);
        instruments = reader.findInstruments(schema.decoder(schemas));
    }

    /**
     * The tables of the journal.
     *
     * @param symbols of the messages to write; empty for all
     * @throws BusException if a symbol is not defined
     */
    MessageTables tables(final List<String> symbols) {
        requireKnown(symbols, instruments.symbols(), "instrument", "the journal defines no instrument");
        final Predicate<String> selected = symbols.isEmpty() ? null : Set.copyOf(symbols)::contains;
        return new MessageTables(schemas, schema.framing(), schema.skip(), instruments,
                sessions.stream().map(Texts::hex).toList(), selected);
    }

    /** Writes all messages of the selection as a capture, and the dissector for it. */
    void writeCapture(final MessageTables tables, final Path folder) {
        DissectorFile.write(folder.resolve("verbus.lua"), tables.schemas());
        try (MessageCapture file = new MessageCapture(folder.resolve("messages.pcap"), instruments.symbols())) {
            tables.begin(file);
            read(tables);
        }
    }

    /** Refuses a word that is not known. */
    static void requireKnown(final List<String> words, final List<String> known, final String kind,
            final String none) {
        for (final String word : words) {
            if (!known.contains(word)) {
                throw new BusException("there is no " + kind + " " + word + ": "
                        + (known.isEmpty() ? none : "did you mean " + NearestWord.of(word, known) + "?"));
            }
        }
    }

    /**
     * Reads the journal into tables of a store or of files.
     *
     * @param write writes with narrow decimals (false); it is repeated with wide ones (true) if that is required
     */
    static <T> T withDecimals(final Function<Boolean, T> write) {
        try {
            return write.apply(false);
        } catch (final WideDecimalException e) {
            return write.apply(true);
        }
    }

    /** Reads all messages into tables. */
    void read(final MessageTables tables) {
        reader.read(tables, instruments);
    }

    /** Messages per second of the last reading. */
    String rate() {
        return reader.rate();
    }

    /** Number of packets of the last reading. */
    long messages() {
        return reader.messages();
    }

    /** What the tables lack, one line each. */
    List<String> missing(final MessageTables tables) {
        final List<String> lines = new ArrayList<>(damaged);
        lines.addAll(reader.holes());
        tables.faults().forEach((fault, count) -> lines.add(Texts.count(count, "message") + " " + fault));
        return lines;
    }
}
