package io.verbus.tools.stat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Tables as lines, a blank one between two tables, each with the row that it shows. */
final class StatLines {
    private final List<Line> lines = new ArrayList<>();

    /**
     * Appends a table, or nothing if it is empty.
     *
     * @param table lines, the first with the heads
     * @param rows that the other lines show
     */
    void append(final String table, final List<? extends StatRow> rows) {
        if (!table.isEmpty() && !lines.isEmpty()) {
            lines.add(new Line("", null));
        }
        final List<String> texts = table.lines().toList();
        for (int i = 0; i < texts.size(); i++) {
            lines.add(new Line(texts.get(i), i == 0 || i > rows.size() ? null : rows.get(i - 1)));
        }
    }

    /** Appends lines that show no row. */
    void append(final String text) {
        append(text, List.of());
    }

    List<Line> all() {
        return lines;
    }

    /** The lines, each with its end. */
    String text() {
        return lines.stream().map(line -> line.text() + "\n").collect(Collectors.joining());
    }

    /**
     * A line.
     *
     * @param text without its end
     * @param row that it shows; null for heads and notes
     */
    record Line(String text, StatRow row) {}
}
