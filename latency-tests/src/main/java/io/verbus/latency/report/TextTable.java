package io.verbus.latency.report;

import java.util.ArrayList;
import java.util.List;

/** Tables for a terminal. */
public final class TextTable {
    private TextTable() {
    }

    /**
     * Writes a table: title, then columns, names flush left and numbers flush right.
     *
     * @param table to write
     * @return lines, each with its end
     */
    public static String text(final Report.Table table) {
        final List<List<String>> lines = new ArrayList<>(List.of(table.columns()));
        lines.addAll(table.rows());
        final StringBuilder text = new StringBuilder(table.title()).append('\n');
        for (final List<String> line : lines) {
            text.append("  ");
            for (int column = 0; column < line.size(); column++) {
                final int width = width(lines, column);
                final String format = column == 0 ? "%-" + width + "s" : "  %" + width + "s";
                text.append(String.format(format, line.get(column)));
            }
            text.append('\n');
        }
        return text.toString();
    }

    private static int width(final List<List<String>> lines, final int column) {
        return lines.stream().mapToInt(line -> line.get(column).length()).max().orElse(1);
    }
}
