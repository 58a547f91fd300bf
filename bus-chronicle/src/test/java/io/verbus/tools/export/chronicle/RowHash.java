package io.verbus.tools.export.chronicle;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.openhft.chronicle.bytes.BytesStore;

/** The number of the rows of a table, and a hash over their names and values in their order, without null. */
final class RowHash {
    private final MessageDigest digest;
    private long rows;
    private String first;

    RowHash() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (final NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    static void add(final Map<String, RowHash> tables, final String table, final Map<String, Object> row) {
        final Map<String, String> texts = new TreeMap<>();
        row.forEach((name, value) -> texts.put(name, text(value)));
        tables.computeIfAbsent(table, _ -> new RowHash()).add(texts);
    }

    static void ofCsv(final Path file, final RowHash hash) throws IOException {
        List<String> names = null;
        for (final List<String> cells : records(Files.readString(file))) {
            if (names == null) {
                names = cells;
            } else {
                final Map<String, String> row = new TreeMap<>();
                for (int i = 0; i < names.size(); i++) {
                    if (cells.get(i) != null) {
                        row.put(names.get(i), number(cells.get(i)));
                    }
                }
                hash.add(row);
            }
        }
    }

    private void add(final Map<String, String> row) {
        first = first == null ? row.toString() : first;
        rows++;
        digest.update(row.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static String text(final Object value) {
        return value instanceof byte[] || value instanceof BytesStore<?, ?>
                ? HexFormat.of().formatHex(bytes(value))
                : number(value.toString());
    }

    /** The bytes of a field. */
    static byte[] bytes(final Object value) {
        return value instanceof byte[] bytes ? bytes : ((BytesStore<?, ?>) value).toByteArray();
    }

    /** One text for equal numbers. */
    private static String number(final String text) {
        if (!text.matches("-?\\d+(\\.\\d+)?([eE]-?\\d+)?")) {
            return text;
        }
        final BigDecimal value = new BigDecimal(text);
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }

    /** The records of a CSV file; an empty value without quotes is null. */
    private static List<List<String>> records(final String text) {
        final List<List<String>> records = new ArrayList<>();
        List<String> record = new ArrayList<>();
        final StringBuilder cell = new StringBuilder();
        boolean isQuoted = false;
        boolean isIn = false;
        for (int i = 0; i < text.length(); i++) {
            final char c = text.charAt(i);
            if (c == '"' && isIn && i + 1 < text.length() && text.charAt(i + 1) == '"') {
                cell.append(c);
                i++;
            } else if (c == '"') {
                isIn = !isIn;
                isQuoted = true;
            } else if (isIn || c != ',' && c != '\n') {
                cell.append(c);
            } else {
                record.add(cell.isEmpty() && !isQuoted ? null : cell.toString());
                cell.setLength(0);
                isQuoted = false;
                if (c == '\n') {
                    records.add(record);
                    record = new ArrayList<>();
                }
            }
        }
        return records;
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof RowHash hash && toString().equals(hash.toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    @Override
    public String toString() {
        try {
            return rows + " rows, first " + first + ", hash "
                    + HexFormat.of().formatHex(((MessageDigest) digest.clone()).digest());
        } catch (final CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }
}
