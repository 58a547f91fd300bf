package io.verbus.latency.report;

import java.util.List;

/** Tables for a README. */
public final class MarkdownTable {
    private MarkdownTable() {
    }

    /**
     * Writes a table: names flush left, numbers flush right; a second line of a cell joins the first.
     *
     * @param table to write
     * @return lines, each with its end; without the title
     */
    public static String text(final Report.Table table) {
        final StringBuilder text = new StringBuilder();
        line(text, table.columns());
        text.append("|---").append("|---:".repeat(table.columns().size() - 1)).append("|\n");
        table.rows().forEach(row -> line(text, row));
        return text.toString();
    }

    private static void line(final StringBuilder text, final List<String> cells) {
        cells.forEach(
                cell -> text.append("| ").append(cell.replace("|", "\\|").replace("\n×", " ×").replace("\n", ", "))
                        .append(' '));
        text.append("|\n");
    }
}
