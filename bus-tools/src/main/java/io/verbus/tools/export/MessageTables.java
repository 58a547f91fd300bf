package io.verbus.tools.export;

import io.verbus.journal.RecordHeader;
import io.verbus.tools.tap.Framing;
import io.verbus.tools.tap.MessageHeader;
import io.verbus.tools.tap.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.agrona.DirectBuffer;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.concurrent.UnsafeBuffer;
import uk.co.real_logic.sbe.ir.Token;
import uk.co.real_logic.sbe.otf.Types;

/** Selects and checks the messages of packets, and writes them into tables or another sink. Used by one thread. */
final class MessageTables {
    private final Framing framing;
    private final int skip;
    private final RowKey key;
    private final TableCompiler compiler;
    private final Predicate<String> symbols;
    private final List<SchemaTables> schemas = new ArrayList<>();
    private final Map<String, Template> templates = new LinkedHashMap<>();
    private final UnsafeBuffer message = new UnsafeBuffer(0, 0);
    private final Map<String, Long> faults = new LinkedHashMap<>();
    private final List<String> allSymbols;
    private MessageSink sink;
    private SchemaTables last;
    private long rows;

    /** A schema, and its templates by their id. */
    private record SchemaTables(Schema schema, Int2ObjectHashMap<Template> templates) {}

    /** A template. */
    private final class Template {
        private final Schema schema;
        private final List<Token> tokens;
        private final String table;
        /** The id of the instrument; null if messages of this template have none. */
        private final Token instrument;
        private boolean isSelected = true;
        private BlockReader reader;

        Template(final Schema schema, final List<Token> tokens, final String table) {
            this.schema = schema;
            this.tokens = tokens;
            this.table = table;
            this.instrument = FieldCompiler.instrument(schema, tokens);
        }

        BlockReader reader() {
            if (reader == null) {
                reader = compiler.message(schema, tokens, table, key);
            }
            return reader;
        }
    }

    /**
     * Creates the tables of some schemas; of several versions of one the newest is used, which extends the others.
     *
     * @param schemas in order: a table of a later one has the number of its schema in its name, if an earlier one has
     *     the name
     * @param framing of the messages in a packet
     * @param skip bytes of a packet before that
     * @param instruments all instruments
     * @param sessions ids of all sessions, as texts
     * @param symbols selects instruments; null for all messages, also those without an instrument
     */
    MessageTables(final List<Schema> schemas, final Framing framing, final int skip, final InstrumentNames instruments,
            final List<String> sessions, final Predicate<String> symbols) {
        this.framing = framing;
        this.skip = skip;
        this.symbols = symbols;
        this.allSymbols = instruments.symbols();
        this.key = new RowKey(framing != Framing.NONE);
        this.compiler = new TableCompiler(sessions, framing != Framing.NONE, instruments);
        final Map<Integer, Schema> newest = new LinkedHashMap<>();
        schemas.forEach(schema -> newest.merge(schema.id(), schema,
                (one, other) -> other.version() > one.version() ? other : one));
        newest.values().forEach(schema -> {
            final SchemaTables tables = new SchemaTables(schema, new Int2ObjectHashMap<>());
            this.schemas.add(tables);
            for (final List<Token> tokens : schema.messages()) {
                final String name = compiler.tableName(tokens.getFirst().name(), schema.id());
                final Template template = new Template(schema, tokens, name);
                templates.put(name, template);
                tables.templates.put(tokens.getFirst().id(), template);
            }
        });
        last = this.schemas.getFirst();
    }

    /** The names of all tables of messages. */
    List<String> names() {
        return List.copyOf(templates.keySet());
    }

    /** The schemas in use. */
    List<Schema> schemas() {
        return schemas.stream().map(SchemaTables::schema).toList();
    }

    /** Selects the tables to write. */
    void select(final Predicate<String> selected) {
        templates.forEach((name, template) -> template.isSelected = selected.test(name));
    }

    /** Begins to write into tables; a table begins with its first row. */
    void begin(final TableSink to) {
        begin((bytes, at, length, version, reader, place) -> {
            reader.write(bytes, at, length, version, place, to::begin);
            return null;
        });
    }

    /** Begins to write messages. */
    void begin(final MessageSink to) {
        sink = to;
    }

    /** Begins all selected tables of a sink, also those that get no row. */
    void beginAll(final TableSink to) {
        templates.values().stream().filter(template -> template.isSelected)
                .forEach(template -> template.reader().begin(to::begin));
    }

    /** The place of the next packet, and the position of the instruments. */
    RowKey key() {
        return key;
    }

    /** Number of messages that were written. */
    long rows() {
        return rows;
    }

    /** The faults of messages, as parts of a sentence, with their numbers. */
    Map<String, Long> faults() {
        return faults;
    }

    /** Takes a packet; the buffer is used during the call only. */
    void take(final DirectBuffer buffer, final int offset, final int length, final RecordHeader header) {
        key.moveTo(header);
        if (framing == Framing.NONE && skip == 0) {
            take(buffer, offset, length, (String) null);
        } else {
            framing.split(buffer, offset, length, skip, (at, size, fault) -> take(buffer, at, size, fault));
        }
    }

    private void take(final DirectBuffer buffer, final int offset, final int length, final String fault) {
        key.nextMessage();
        if (fault != null) {
            skip(fault);
            return;
        }
        message.wrap(buffer, offset, length);
        MessageHeader header = header(last.schema);
        if (header == null || header.schemaId() != last.schema.id()) {
            for (final SchemaTables schema : schemas) {
                header = header(schema.schema);
                if (header != null && header.schemaId() == schema.schema.id()) {
                    last = schema;
                    break;
                }
            }
        }
        if (header == null || header.schemaId() != last.schema.id()) {
            skip(header == null
                    ? "they are shorter than a message header"
                    : "no schema has the id " + header.schemaId());
            return;
        }
        final Template template = last.templates.get(header.templateId());
        if (template == null) {
            skip("schema " + last.schema.id() + " has no message with the template id " + header.templateId());
        } else if (template.isSelected) {
            write(template, header, last.schema.headerLength());
        }
    }

    private MessageHeader header(final Schema schema) {
        try {
            return schema.headerLength() <= message.capacity() ? schema.header(message) : null;
        } catch (final IllegalStateException | IllegalArgumentException e) { // a field above 2^31 - 1, or of 64 bits
            return null;
        }
    }

    private void write(final Template template, final MessageHeader header, final int at) {
        final BlockReader reader = template.reader();
        final int block = header.blockLength();
        try {
            reader.check(message, at, block, header.version());
        } catch (final IndexOutOfBoundsException e) {
            skip(template.table + " is cut off: a field is after its end");
            return;
        } catch (final IllegalStateException | IllegalArgumentException e) {
            skip(template.table + " is malformed: " + e.getMessage());
            return;
        }
        if (isSelected(template.instrument, at, block)) {
            final String fault = sink.take(message, at, block, header.version(), reader, key);
            if (fault != null) {
                add(fault);
            }
            rows++;
        }
    }

    private boolean isSelected(final Token instrument, final int at, final int block) {
        final InstrumentNames.Position instruments = key.instruments();
        int symbol = -1;
        if (hasInstrument(instrument, at, block)) {
            symbol = instruments.select((int) Types.getLong(message, at + instrument.offset(), instrument.encoding()));
        } else {
            instruments.selectNone();
        }
        return symbols == null || symbol >= 0 && symbols.test(allSymbols.get(symbol));
    }

    private boolean hasInstrument(final Token instrument, final int at, final int block) {
        return instrument != null && instrument.offset() + instrument.encodedLength() <= block
                && Types.getLong(message, at + instrument.offset(), instrument.encoding()) != instrument.encoding()
                        .applicableNullValue().longValue();
    }

    private void skip(final String fault) {
        add("not decoded: " + fault);
    }

    private void add(final String fault) {
        faults.merge(fault, 1L, Long::sum);
    }
}
