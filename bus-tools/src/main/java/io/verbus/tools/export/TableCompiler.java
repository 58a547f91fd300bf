package io.verbus.tools.export;

import io.verbus.tools.export.BlockReader.Data;
import io.verbus.tools.export.BlockReader.Group;
import io.verbus.tools.tap.Schema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import uk.co.real_logic.sbe.ir.Token;

/** Makes the tables of a message and of its groups, and the access to their fields, from the tokens of a schema. */
final class TableCompiler {
    private static final int LENGTH_TOKEN = 2;
    private static final int VALUE_TOKEN = 3;

    private final List<String> sessions;
    private final boolean hasMessages;
    private final FieldCompiler types;
    /** Names of all tables, in lower case. */
    private final Set<String> tables = new HashSet<>();

    /**
     * Creates a compiler.
     *
     * @param sessions ids of the sessions, as texts
     * @param hasMessages whether a packet can have several messages
     * @param instruments all instruments
     */
    TableCompiler(final List<String> sessions, final boolean hasMessages, final InstrumentNames instruments) {
        this.sessions = sessions;
        this.hasMessages = hasMessages;
        this.types = new FieldCompiler(instruments);
    }

    /** Takes a name for a table; with a number if an earlier table has it. */
    String tableName(final String wanted, final int number) {
        return unique(wanted, number, tables);
    }

    private static String unique(final String wanted, final int number, final Set<String> taken) {
        String name = wanted;
        for (int i = number; !taken.add(name.toLowerCase(Locale.ROOT)); i++) {
            name = wanted + "_" + i;
        }
        return name;
    }

    /**
     * Compiles a message.
     *
     * @param schema that has it
     * @param tokens of the message
     * @param name of its table
     * @param key of its rows, which has the position of the instruments
     */
    BlockReader message(final Schema schema, final List<Token> tokens, final String name, final RowKey key) {
        types.begin(schema, key);
        return block(tokens.subList(1, tokens.size() - 1), name, 0);
    }

    private BlockReader block(final List<Token> tokens, final String name, final int depth) {
        final Columns columns = new Columns(depth);
        final List<Group> groups = new ArrayList<>();
        final List<Data> data = new ArrayList<>();
        final boolean hasSymbol = tokens.stream()
                .anyMatch(token -> Schema.isMember(token) && token.name().equals(FieldCompiler.SYMBOL));
        for (final List<Token> member : Schema.parts(tokens)) {
            final Token token = member.getFirst();
            if (!Schema.isMember(token)) {
                continue;
            }
            switch (token.signal()) {
                case BEGIN_GROUP -> groups.add(group(member, name, depth + 1));
                case BEGIN_VAR_DATA -> data.add(new Data(
                        FieldCompiler.data(member.get(VALUE_TOKEN), columns.take(token.name())), token,
                        member.get(LENGTH_TOKEN), member.get(VALUE_TOKEN),
                        FieldCompiler.dataReader(member.get(VALUE_TOKEN))));
                default -> {
                    types.add(token, member.subList(1, member.size() - 1), columns);
                    if (types.isInstrument(token) && !hasSymbol) {
                        types.addSymbol(member.get(1), columns);
                    }
                }
            }
        }
        final List<TableColumn> all = new ArrayList<>(columns.key);
        columns.fields.forEach(field -> all.add(field.column()));
        data.forEach(one -> all.add(one.column()));
        return new BlockReader(new TableLayout(name, all), depth, columns.fields, groups, data);
    }

    private Group group(final List<Token> tokens, final String parent, final int depth) {
        final Token dimensions = tokens.get(1);
        final int first = 1 + dimensions.componentTokenCount();
        final Token token = tokens.getFirst();
        return new Group(token, tokens.get(LENGTH_TOKEN), tokens.get(VALUE_TOKEN), dimensions.encodedLength(),
                block(tokens.subList(first, tokens.size() - 1), tableName(parent + "_" + token.name(), 2), depth));
    }

    /** The columns of a table. */
    final class Columns {
        private final List<TableColumn> key = new ArrayList<>();
        private final List<ColumnReader> fields = new ArrayList<>();
        private final Set<String> names = new HashSet<>();

        private Columns(final int depth) {
            key.add(TableColumn.code(take("bus_session"), sessions));
            addKey("bus_sequence", ColumnType.INT64);
            if (hasMessages) {
                addKey("bus_message", ColumnType.INT32);
            }
            for (int i = 1; i <= depth; i++) {
                addKey(i == 1 ? "bus_index" : "bus_index_" + i, ColumnType.INT32);
            }
            if (depth == 0) {
                addKey("bus_received", ColumnType.TIMESTAMP);
                addKey("bus_published", ColumnType.INT64);
            }
        }

        private void addKey(final String name, final ColumnType type) {
            key.add(TableColumn.of(take(name), type));
        }

        /** Takes a name; with a number if an earlier column has it. */
        String take(final String wanted) {
            return unique(wanted, 2, names);
        }

        /** Adds a field. */
        void add(final ColumnReader field) {
            fields.add(field);
        }
    }
}
