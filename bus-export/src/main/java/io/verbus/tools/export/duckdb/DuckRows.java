package io.verbus.tools.export.duckdb;

import io.verbus.tools.export.ColumnType;
import io.verbus.tools.export.RowWriter;
import io.verbus.tools.export.TableColumn;
import io.verbus.tools.export.WideDecimalException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.LongStream;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/** Appends the rows of a table. */
final class DuckRows implements RowWriter {
    private static final int NARROW = 18;
    private static final long[] POWERS = LongStream.iterate(1, power -> power * 10).limit(NARROW + 1).toArray();
    private static final long LIMIT = POWERS[NARROW];

    private final DuckDBAppender appender;
    private final ColumnType[] types;
    private final int[] scales;
    private final String[][] codes;
    private final boolean wide;
    private int column;
    private boolean isClosed;

    DuckRows(final DuckDBConnection connection, final String table, final List<TableColumn> columns,
            final boolean wide) {
        this.wide = wide;
        types = columns.stream().map(TableColumn::type).toArray(ColumnType[]::new);
        scales = columns.stream().mapToInt(TableColumn::scale).toArray();
        codes = columns.stream().map(one -> one.codes().toArray(String[]::new)).toArray(String[][]::new);
        try {
            appender = connection.createAppender(table);
        } catch (final SQLException e) {
            throw DuckStore.failure(e);
        }
    }

    @Override
    public void putNull() {
        try {
            next().appendNull();
        } catch (final SQLException e) {
            throw DuckStore.failure(e);
        }
    }

    @Override
    public void putLong(final long value) {
        final ColumnType type = types[column];
        try {
            final DuckDBAppender row = next();
            switch (type) {
                case INT8, UINT8 -> row.append((byte) value);
                case INT16, UINT16 -> row.append((short) value);
                case INT32, UINT32 -> row.append((int) value);
                case TIMESTAMP -> row.appendEpochNanos(value);
                default -> row.append(value);
            }
        } catch (final SQLException e) {
            throw DuckStore.failure(e);
        }
    }

    @Override
    public void putDouble(final double value) {
        final boolean isFloat = types[column] == ColumnType.FLOAT;
        try {
            final DuckDBAppender row = next();
            if (isFloat) {
                row.append((float) value);
            } else {
                row.append(value);
            }
        } catch (final SQLException e) {
            throw DuckStore.failure(e);
        }
    }

    @Override
    public void putDecimal(final long mantissa, final int exponent) {
        final int shift = exponent + scales[column];
        if (wide) {
            putDecimal(BigDecimal.valueOf(mantissa, -exponent));
            return;
        }
        if (shift > NARROW && mantissa != 0) {
            throw new WideDecimalException();
        }
        final long power = POWERS[Math.min(shift, NARROW)];
        if (mantissa <= -LIMIT / power - 1 || mantissa >= LIMIT / power) {
            throw new WideDecimalException();
        }
        try {
            next().appendDecimal(mantissa * power);
        } catch (final SQLException e) {
            throw DuckStore.failure(e);
        }
    }

    @Override
    public void putDecimal(final BigDecimal value) {
        final int scale = scales[column];
        if (!wide) {
            throw new WideDecimalException();
        }
        try {
            next().append(value.setScale(scale, RoundingMode.UNNECESSARY));
        } catch (final SQLException e) {
            throw DuckStore.failure(e);
        }
    }

    @Override
    public void putText(final String text) {
        try {
            next().append(text);
        } catch (final SQLException e) {
            throw DuckStore.failure(e);
        }
    }

    @Override
    public void putBytes(final byte[] bytes) {
        try {
            next().append(bytes);
        } catch (final SQLException e) {
            throw DuckStore.failure(e);
        }
    }

    @Override
    public void putCode(final int index) {
        putText(codes[column][index]);
    }

    @Override
    public void endRow() {
        assert column == types.length : "each column has a value";
        try {
            appender.endRow();
            column = 0;
        } catch (final SQLException e) {
            throw DuckStore.failure(e);
        }
    }

    /** The appender at the next value of the row. */
    private DuckDBAppender next() throws SQLException {
        if (column == 0) {
            appender.beginRow();
        }
        column++;
        return appender;
    }

    /** Writes the last rows into the table. */
    void close() {
        if (!isClosed) {
            isClosed = true;
            try {
                appender.close();
            } catch (final SQLException e) {
                throw DuckStore.failure(e);
            }
        }
    }
}
