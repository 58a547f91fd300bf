package io.verbus.tools.errors;

import static io.verbus.tools.Texts.count;
import static io.verbus.tools.Texts.number;
import static io.verbus.tools.Texts.time;

import io.verbus.latency.report.TextTable;
import io.verbus.monitor.ErrorLog;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Errors as a table: one line per distinct error, with the text on the next line, because texts are long. */
final class ErrorTable {
    private static final List<String> HEADINGS = List.of("PID", "FIRST (UTC)", "LAST (UTC)", "COUNT");
    private static final int NUMBERS_FROM = 3;
    private static final String INDENT = "    ";

    private ErrorTable() {
    }

    /** Formats the errors of all processes, with their stack traces or only their messages. */
    static String of(final List<ProcessErrors> processes, final boolean withTraces) {
        final List<List<String>> rows = new ArrayList<>(List.of(HEADINGS));
        processes.forEach(process -> process.log().entries().forEach(entry -> rows.add(cells(process, entry))));
        final List<String> lines = TextTable.lines(NUMBERS_FROM, rows);
        final StringBuilder text = new StringBuilder(rows.size() == 1 ? "" : lines.getFirst() + "\n");
        int row = 1;
        for (final ProcessErrors process : processes) {
            for (final ErrorLog.Entry entry : process.log().entries()) {
                text.append(lines.get(row++)).append('\n');
                (withTraces ? ErrorTraces.lines(entry.trace()) : List.of(ErrorTraces.message(entry.trace())))
                        .forEach(line -> text.append(INDENT).append(line).append('\n'));
            }
        }
        for (final ProcessErrors process : processes) {
            if (process.unstored() > 0) {
                text.append("process ").append(process.log().pid()).append(" has counted ")
                        .append(count(process.unstored(), "further error"))
                        .append(" for which its error log has no room\n");
            }
        }
        return text.toString();
    }

    private static List<String> cells(final ProcessErrors process, final ErrorLog.Entry entry) {
        return List.of(process.title(), time(Instant.ofEpochMilli(entry.firstEpochMs())),
                time(Instant.ofEpochMilli(entry.lastEpochMs())), number(entry.count()));
    }
}
