package io.verbus.tools.stat;

import java.util.ArrayList;
import java.util.List;

/** A text table: names are left-aligned, numbers right-aligned. */
final class Columns {
    private static final String BETWEEN = "  ";

    private final List<List<String>> lines = new ArrayList<>();
    private final int numbersFrom;

    Columns(final int numbersFrom, final String... headings) {
        this.numbersFrom = numbersFrom;
        lines.add(List.of(headings));
    }

    void add(final String... cells) {
        lines.add(List.of(cells));
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder();
        for (final List<String> line : lines) {
            final StringBuilder row = new StringBuilder();
            for (int column = 0; column < line.size(); column++) {
                row.append(column == 0 ? "" : BETWEEN).append(String
                        .format("%" + (column < numbersFrom ? "-" : "") + width(column) + "s", line.get(column)));
            }
            text.append(row.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private int width(final int column) {
        return lines.stream().mapToInt(line -> line.get(column).length()).max().orElseThrow();
    }
}
