package io.verbus.tools.export.chronicle;

import io.verbus.tools.export.ColumnType;
import io.verbus.tools.export.RowWriter;
import io.verbus.tools.export.TableColumn;
import io.verbus.tools.export.TableLayout;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.DoubleStream;
import net.openhft.chronicle.wire.ValueOut;
import net.openhft.chronicle.wire.WireOut;
import net.openhft.chronicle.wire.WriteMarshallable;

/**
 * Writes the rows of a table, each as a document. A decimal of up to 15 digits is a floating-point number, whose
 * shortest text is the decimal; a longer one is a text, as is an integer above 2^63 - 1.
 */
final class DocumentRows implements RowWriter, WriteMarshallable {
    private static final int MAX_SCALE = 22;
    private static final double[] POWERS = DoubleStream.iterate(1, power -> power * 10).limit(MAX_SCALE + 1).toArray();
    private static final long MAX_DECIMAL = (long) POWERS[15];

    private final String table;
    private final String[] names;
    private final ColumnType[] types;
    private final List<List<String>> codes;
    private final Object[] row;
    private final Documents documents;
    private final boolean isText;
    private int column;

    /** In a text, bytes are hex digits. */
    DocumentRows(final TableLayout layout, final Documents documents, final boolean isText) {
        this.table = layout.name();
        this.names = layout.columns().stream().map(TableColumn::name).toArray(String[]::new);
        this.types = layout.columns().stream().map(TableColumn::type).toArray(ColumnType[]::new);
        this.codes = layout.columns().stream().map(TableColumn::codes).toList();
        this.row = new Object[names.length];
        this.documents = documents;
        this.isText = isText;
    }

    @Override
    public void putNull() {
        column++; // endRow() has cleared it
    }

    @Override
    public void putLong(final long value) {
        put(value < 0 && types[column] == ColumnType.UINT64 ? (Object) Long.toUnsignedString(value) : (Object) value);
    }

    @Override
    public void putDouble(final double value) {
        put(types[column] == ColumnType.FLOAT ? (Object) (float) value : (Object) value);
    }

    @Override
    public void putDecimal(final long mantissa, final int exponent) {
        if (exponent <= 0 && exponent >= -MAX_SCALE && Math.abs(mantissa) < MAX_DECIMAL
                && mantissa != Long.MIN_VALUE) {
            put(mantissa / POWERS[-exponent]); // both are exact, so the result is the nearest number
        } else {
            putDecimal(BigDecimal.valueOf(mantissa, -exponent));
        }
    }

    @Override
    public void putDecimal(final BigDecimal value) {
        put(value.toPlainString());
    }

    @Override
    public void putText(final String text) {
        put(text);
    }

    @Override
    public void putBytes(final byte[] bytes) {
        put(isText ? HexFormat.of().formatHex(bytes) : bytes);
    }

    @Override
    public void putCode(final int index) {
        put(codes.get(column).get(index));
    }

    @Override
    public void endRow() {
        assert column == row.length : "each column has a value";
        documents.write(table, this);
        Arrays.fill(row, null);
        column = 0;
    }

    private void put(final Object value) {
        row[column++] = value;
    }

    @Override
    public void writeMarshallable(final WireOut wire) {
        for (int i = 0; i < row.length; i++) {
            if (row[i] != null) {
                write(wire.write(names[i]), row[i]);
            }
        }
    }

    private static void write(final ValueOut out, final Object value) {
        switch (value) {
            case Long integer -> out.int64(integer);
            case Double real -> out.float64(real);
            case Float real -> out.float32(real);
            case byte[] bytes -> out.bytes(bytes);
            default -> out.text((String) value);
        }
    }
}
