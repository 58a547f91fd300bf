package io.verbus.latency.report.comparison;

import io.verbus.latency.report.Report;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A column of a table with a row for each subject.
 *
 * @param head of the column
 * @param cell the text of a subject
 */
record Column(String head, UnaryOperator<String> cell) {
    /** Makes a table; its first column has the subjects. */
    static Report.Table table(final List<String> subjects, final List<Column> columns) {
        return new Report.Table("", Stream.concat(Stream.of("subject"), columns.stream().map(Column::head)).toList(),
                subjects.stream().map(subject -> Stream.concat(Stream.of(subject),
                        columns.stream().map(column -> column.cell.apply(subject))).toList()).toList());
    }
}
