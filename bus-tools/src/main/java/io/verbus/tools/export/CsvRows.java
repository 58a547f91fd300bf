package io.verbus.tools.export;

import io.verbus.BusException;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * Writes a table as CSV (RFC 4180): UTF-8, a line with the names first, lines end with LF. Null is an empty value, an
 * empty text is in quotes.
 */
final class CsvRows implements RowWriter {
    private static final int LENGTH = 1 << 16;
    private static final int MAX_DIGITS = 20;
    private static final int MAX_SHIFT = 18;

    private final Path file;
    private final OutputStream out;
    private final ColumnType[] types;
    /** The texts of columns with codes, as they are written; else null. */
    private final byte[][][] codes;
    private byte[] bytes = new byte[LENGTH];
    private int length;
    private int column;

    CsvRows(final Path file, final List<TableColumn> columns) {
        this.file = file;
        types = columns.stream().map(TableColumn::type).toArray(ColumnType[]::new);
        codes = columns.stream().map(one -> one.type() == ColumnType.CODE
                ? one.codes().stream().map(CsvRows::value).toArray(byte[][]::new)
                : null).toArray(byte[][][]::new);
        try {
            out = Files.newOutputStream(file);
        } catch (final IOException e) {
            throw failure(e);
        }
        columns.forEach(one -> putText(one.name()));
        endRow();
    }

    @Override
    public void putNull() {
        separate();
    }

    @Override
    public void putLong(final long value) {
        final ColumnType type = types[column];
        separate();
        if (value < 0 && type == ColumnType.UINT64) {
            append(ascii(Long.toUnsignedString(value)));
        } else {
            appendLong(value);
        }
    }

    @Override
    public void putDouble(final double value) {
        final boolean isFloat = types[column] == ColumnType.FLOAT;
        separate();
        append(ascii(isFloat ? Float.toString((float) value) : Double.toString(value)));
    }

    @Override
    public void putDecimal(final long mantissa, final int exponent) {
        if (exponent == 0) {
            separate();
            appendLong(mantissa);
        } else if (exponent < 0 && exponent >= -MAX_SHIFT && mantissa != Long.MIN_VALUE) {
            separate();
            appendScaled(mantissa, -exponent);
        } else {
            putDecimal(BigDecimal.valueOf(mantissa, -exponent));
        }
    }

    @Override
    public void putDecimal(final BigDecimal value) {
        separate();
        append(ascii(value.toPlainString()));
    }

    @Override
    public void putText(final String text) {
        separate();
        append(value(text));
    }

    @Override
    public void putBytes(final byte[] value) {
        putText(HexFormat.of().formatHex(value));
    }

    @Override
    public void putCode(final int index) {
        final byte[] text = codes[column][index];
        separate();
        append(text);
    }

    @Override
    public void endRow() {
        assert column == types.length : "each column has a value";
        reserve(1);
        bytes[length++] = '\n';
        column = 0;
        if (length >= LENGTH / 2) {
            flush();
        }
    }

    /** Completes the file. */
    void finish() {
        flush();
        close();
    }

    /** Closes the file; it is not complete. */
    void close() {
        try {
            out.close();
        } catch (final IOException e) {
            throw failure(e);
        }
    }

    private void separate() {
        if (column > 0) {
            reserve(1);
            bytes[length++] = ',';
        }
        column++;
    }

    private void appendLong(final long value) {
        if (value == Long.MIN_VALUE) {
            append(ascii(Long.toString(value)));
            return;
        }
        reserve(MAX_DIGITS);
        if (value < 0) {
            bytes[length++] = '-';
        }
        appendDigits(Math.abs(value), 1);
    }

    private void appendScaled(final long mantissa, final int scale) {
        reserve(2 * MAX_DIGITS + 2);
        if (mantissa < 0) {
            bytes[length++] = '-';
        }
        final int start = length;
        appendDigits(Math.abs(mantissa), scale + 1);
        final int point = length - scale;
        System.arraycopy(bytes, point, bytes, point + 1, scale);
        bytes[point] = '.';
        length++;
        assert point > start : "there is a digit before the point";
    }

    /** Appends at least some digits, zeros in front. */
    private void appendDigits(final long value, final int atLeast) {
        final int decimal = 10;
        int digits = 1;
        for (long rest = value / decimal; rest != 0; rest /= decimal) {
            digits++;
        }
        digits = Math.max(digits, atLeast);
        long rest = value;
        for (int at = length + digits - 1; at >= length; at--) {
            bytes[at] = (byte) ('0' + rest % decimal);
            rest /= decimal;
        }
        length += digits;
    }

    private void append(final byte[] value) {
        reserve(value.length);
        System.arraycopy(value, 0, bytes, length, value.length);
        length += value.length;
    }

    private void reserve(final int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }

    private void flush() {
        try {
            out.write(bytes, 0, length);
            length = 0;
        } catch (final IOException e) {
            throw failure(e);
        }
    }

    /** In quotes if it is empty, or contains a separator, a quote or the end of a line. */
    static String quoted(final String text) {
        final boolean isPlain = !text.isEmpty()
                && text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return isPlain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    private static byte[] value(final String text) {
        return quoted(text).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] ascii(final String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private BusException failure(final IOException e) {
        return new BusException("cannot write " + file + ": " + e.getMessage(), e);
    }
}
