package io.verbus.tools.export;

import java.util.List;
import java.util.function.Function;
import org.agrona.DirectBuffer;
import uk.co.real_logic.sbe.ir.Encoding;
import uk.co.real_logic.sbe.ir.Token;
import uk.co.real_logic.sbe.otf.Types;

/**
 * A message, or an entry of a group, as a row: access to all its fields, compiled from the schema. Groups are rows of
 * tables of their own. {@link #check} visits a message completely before anything of it is written, so a malformed one
 * leaves no rows. Not thread-safe.
 */
final class BlockReader {
    /** Highest number of group entries of a message: entries can have a length of 0. */
    private static final int MAX_ENTRIES = 1 << 20;

    private final TableLayout table;
    private final int depth;
    private final ColumnReader[] fields;
    private final Group[] groups;
    private final Data[] data;
    private RowWriter row;

    /** Number of group entries of a message. */
    private static final class Budget {
        private long entries;
    }

    /**
     * A group.
     *
     * @param token its first one
     * @param length its block length
     * @param count its number of entries
     * @param size of its header in bytes
     * @param entry its entries
     */
    record Group(Token token, Token length, Token count, int size, BlockReader entry) {
        private boolean isAbsent(final int version) {
            return token.version() > version;
        }

        /** The end of the group. */
        private int check(final DirectBuffer buffer, final int at, final int version, final Budget budget) {
            if (isAbsent(version)) {
                return at;
            }
            final int block = integer(buffer, at, length);
            final int entries = integer(buffer, at, count);
            int end = at + size;
            budget.entries += entries;
            if (block < 0 || entries < 0 || budget.entries > MAX_ENTRIES) {
                throw new IllegalArgumentException("group " + token.name() + " has " + entries + " entries of " + block
                        + " bytes");
            }
            for (int i = 0; i < entries; i++) {
                end = entry.check(buffer, end, block, version, budget);
            }
            return end;
        }

        /** Writes the entries. Returns the end of the group. */
        private int write(final DirectBuffer buffer, final int at, final int version, final RowKey key,
                final Function<TableLayout, RowWriter> sink) {
            if (isAbsent(version)) {
                return at;
            }
            final int block = integer(buffer, at, length);
            final int entries = integer(buffer, at, count);
            int end = at + size;
            for (int i = 0; i < entries; i++) {
                key.moveTo(entry.depth, i);
                end = entry.write(buffer, end, block, version, key, sink);
            }
            return end;
        }
    }

    /**
     * Variable data.
     *
     * @param column the column
     * @param token its first one
     * @param length its length
     * @param content its bytes
     * @param reader reads them
     */
    record Data(TableColumn column, Token token, Token length, Token content, DataReader reader) {
        private int check(final DirectBuffer buffer, final int at, final int version) {
            if (token.version() > version) {
                return at;
            }
            final int size = integer(buffer, at, length);
            if (size < 0) {
                throw new IllegalArgumentException(token.name() + " has a length of " + size);
            }
            buffer.boundsCheck(at + content.offset(), size);
            return at + content.offset() + size;
        }

        private int write(final DirectBuffer buffer, final int at, final int version, final RowWriter row) {
            if (token.version() > version) {
                row.putNull();
                return at;
            }
            final int size = integer(buffer, at, length);
            reader.read(buffer, at + content.offset(), size, row);
            return at + content.offset() + size;
        }
    }

    /** Reads variable data. */
    @FunctionalInterface
    interface DataReader {
        /** Reads the data at an index of a buffer, which contains all of them. */
        void read(DirectBuffer buffer, int index, int length, RowWriter row);
    }

    BlockReader(final TableLayout table, final int depth, final List<ColumnReader> fields, final List<Group> groups,
            final List<Data> data) {
        this.table = table;
        this.depth = depth;
        this.fields = fields.toArray(ColumnReader[]::new);
        this.groups = groups.toArray(Group[]::new);
        this.data = data.toArray(Data[]::new);
    }

    /** The table of the rows. */
    TableLayout table() {
        return table;
    }

    /** Begins its table and those of its groups, which get no row so far. */
    void begin(final Function<TableLayout, RowWriter> sink) {
        row = row == null ? sink.apply(table) : row;
        for (final Group group : groups) {
            group.entry.begin(sink);
        }
    }

    /**
     * Checks a message.
     *
     * @param buffer the message alone
     * @param at its block
     * @param length of the block
     * @param version of its schema
     * @throws IllegalArgumentException or another unchecked exception if it contradicts itself
     */
    void check(final DirectBuffer buffer, final int at, final int length, final int version) {
        if (groups.length + data.length == 0) {
            buffer.boundsCheck(at, length);
        } else {
            check(buffer, at, length, version, new Budget());
        }
    }

    private int check(final DirectBuffer buffer, final int at, final int length, final int version,
            final Budget budget) {
        buffer.boundsCheck(at, length);
        int end = at + length;
        for (final Group group : groups) {
            end = group.check(buffer, end, version, budget);
        }
        for (final Data one : data) {
            end = one.check(buffer, end, version);
        }
        return end;
    }

    /**
     * Writes the row of a block that was checked, and those of its groups.
     *
     * @param buffer the message alone
     * @param at its block
     * @param length of the block
     * @param version of its schema
     * @param key of the row
     * @param sink begins a table
     * @return the end of the block with its groups and data
     */
    int write(final DirectBuffer buffer, final int at, final int length, final int version, final RowKey key,
            final Function<TableLayout, RowWriter> sink) {
        if (row == null) {
            row = sink.apply(table);
        }
        final int blockEnd = at + length;
        key.write(row, depth);
        for (final ColumnReader field : fields) {
            field.read(buffer, at, blockEnd, version, row);
        }
        int end = blockEnd;
        if (data.length > 0) { // a row ends before the rows of its groups begin
            final Budget budget = new Budget();
            for (final Group group : groups) {
                end = group.check(buffer, end, version, budget);
            }
            for (final Data one : data) {
                end = one.write(buffer, end, version, row);
            }
        }
        row.endRow();
        int groupsEnd = blockEnd;
        for (final Group group : groups) {
            groupsEnd = group.write(buffer, groupsEnd, version, key, sink);
        }
        return data.length > 0 ? end : groupsEnd;
    }

    private static int integer(final DirectBuffer buffer, final int at, final Token token) {
        final Encoding encoding = token.encoding();
        return Types.getInt(buffer, at + token.offset(), encoding.primitiveType(), encoding.byteOrder());
    }
}
