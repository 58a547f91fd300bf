package io.verbus.tools.export;

import io.verbus.tools.Json;
import io.verbus.tools.Texts;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Prints the result of a query. Text is aligned by the first rows; later ones may be wider. */
final class ResultPrinter implements TableStore.Result {
    private static final int ALIGNED_ROWS = 1_000;

    private final PrintWriter out;
    private final ResultFormat format;
    private final List<String[]> first = new ArrayList<>();
    private List<String> names = List.of();
    private boolean[] areNumbers;
    private int[] widths;

    ResultPrinter(final PrintWriter out, final ResultFormat format) {
        this.out = out;
        this.format = format;
    }

    @Override
    public void begin(final List<String> columns, final boolean[] numbers) {
        names = columns;
        areNumbers = numbers.clone();
        switch (format) {
            case TEXT -> first.add(columns.toArray(String[]::new));
            case CSV -> out.println(csv(columns.toArray(String[]::new)));
            case JSON -> {
                // each row has the names
            }
        }
    }

    @Override
    public boolean row(final String[] values) {
        switch (format) {
            case TEXT -> addText(values);
            case CSV -> out.println(csv(values));
            case JSON -> out.println(Json.ascii(object(values)));
        }
        return !out.checkError();
    }

    /** Prints the rest. */
    void finish() {
        flushText();
        out.flush();
    }

    private Map<String, Object> object(final String[] values) {
        final Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            final boolean isNumber = areNumbers[i] && values[i] != null && values[i].matches("-?[0-9][0-9.eE+-]*");
            object.put(names.get(i), isNumber ? new BigDecimal(values[i]) : values[i]);
        }
        return object;
    }

    private static String csv(final String[] values) {
        final StringBuilder line = new StringBuilder();
        for (int i = 0; i < values.length; i++) {
            line.append(i == 0 ? "" : ",").append(values[i] == null ? "" : CsvRows.quoted(values[i]));
        }
        return line.toString();
    }

    private void addText(final String[] values) {
        if (widths != null) {
            print(values);
            return;
        }
        first.add(values);
        if (first.size() > ALIGNED_ROWS) {
            flushText();
        }
    }

    private void flushText() {
        if (widths == null && !first.isEmpty()) {
            widths = new int[names.size()];
            for (final String[] row : first) {
                for (int i = 0; i < row.length; i++) {
                    widths[i] = Math.max(widths[i], text(row[i]).length());
                }
            }
            first.forEach(this::print);
        }
    }

    private void print(final String[] values) {
        final StringBuilder line = new StringBuilder();
        for (int i = 0; i < values.length; i++) {
            final String value = text(values[i]);
            final String padding = " ".repeat(Math.max(0, widths[i] - value.length()));
            line.append(i == 0 ? "" : "  ").append(areNumbers[i] ? padding + value : value + padding);
        }
        out.println(line.toString().stripTrailing());
    }

    private static String text(final String value) {
        return value == null ? "null" : Texts.printable(value);
    }
}
