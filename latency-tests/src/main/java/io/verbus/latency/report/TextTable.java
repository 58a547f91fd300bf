package io.verbus.latency.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Tables as text: columns of names, flush left, then columns of numbers, flush right. */
public final class TextTable {
    private static final String BETWEEN = "  ";

    private TextTable() {
    }

    /**
     * Writes a table for a README; a second line of a cell joins the first.
     *
     * @param table to write
     * @return lines of Markdown, each with its end; without the title
     */
    public static String markdown(final Report.Table table) {
        return markdown(table.columns()) + "|---" + "|---:".repeat(table.columns().size() - 1) + "|\n"
                + table.rows().stream().map(TextTable::markdown).collect(Collectors.joining());
    }

    private static String markdown(final List<String> cells) {
        return cells.stream().map(cell -> cell.replace("|", "\\|").replace("\n×", " ×").replace("\n", ", "))
                .collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    /**
     * Writes a table for a terminal: title, then columns; only the first has names.
     *
     * @param table to write
     * @return lines, each with its end
     */
    public static String text(final Report.Table table) {
        final List<List<String>> rows = new ArrayList<>(List.of(table.columns()));
        rows.addAll(table.rows());
        return lines(1, rows).stream().map(line -> BETWEEN + line + "\n")
                .collect(Collectors.joining("", table.title() + "\n", ""));
    }

    /**
     * Writes a table without a title.
     *
     * @param numbersFrom the first column of numbers
     * @param rows heads, then cells, one for each column
     * @return lines, each with its end
     */
    public static String text(final int numbersFrom, final List<List<String>> rows) {
        return String.join("\n", lines(numbersFrom, rows)) + "\n";
    }

    /**
     * Aligns cells.
     *
     * @param numbersFrom the first column of numbers
     * @param rows heads, then cells, one for each column
     * @return one line for each row
     */
    public static List<String> lines(final int numbersFrom, final List<List<String>> rows) {
        final int[] widths = new int[rows.getFirst().size()];
        Arrays.fill(widths, 1);
        rows.forEach(row -> Arrays.setAll(widths, column -> Math.max(widths[column], row.get(column).length())));
        final List<String> lines = new ArrayList<>();
        for (final List<String> row : rows) {
            final StringBuilder line = new StringBuilder();
            for (int column = 0; column < widths.length; column++) {
                line.append(column == 0 ? "" : BETWEEN).append(String.format(
                        "%" + (column < numbersFrom ? "-" : "") + widths[column] + "s", row.get(column)));
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }
}
