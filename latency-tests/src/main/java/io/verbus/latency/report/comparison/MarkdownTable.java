package io.verbus.latency.report.comparison;

import io.verbus.latency.report.Report;
import java.util.List;

/** Tables for a README. */
final class MarkdownTable {
    private MarkdownTable() {
    }

    /** Numbers flush right; a remark below a figure stands beside it. */
    static String text(final Report.Table table) {
        final StringBuilder text = new StringBuilder();
        line(text, table.columns());
        text.append("|---").append("|---:".repeat(table.columns().size() - 1)).append("|\n");
        table.rows().forEach(row -> line(text, row));
        return text.toString();
    }

    private static void line(final StringBuilder text, final List<String> cells) {
        cells.forEach(
                cell -> text.append("| ").append(cell.replace("|", "\\|").replace("\n×", " ×").replace("\n", ": "))
                        .append(' '));
        text.append("|\n");
    }
}
