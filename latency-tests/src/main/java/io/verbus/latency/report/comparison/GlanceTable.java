package io.verbus.latency.report.comparison;

import io.verbus.latency.report.Report;
import io.verbus.latency.report.rounds.Measured;
import io.verbus.latency.report.rounds.Metric;
import io.verbus.latency.report.rounds.Spread;
import io.verbus.latency.result.MeasuredPoint;
import java.util.ArrayList;
import java.util.List;

/** The table of the main figures, for the page and for the README. */
final class GlanceTable {
    private GlanceTable() {
    }

    static Report.Table of(final Measured measured) {
        final Cells cells = new Cells(measured);
        final List<Column> columns = new ArrayList<>();
        measured.main(MeasuredPoint.PING_PONG).ifPresent(main -> List.of(Metric.P50, Metric.P99, Metric.P999)
                .forEach(metric -> columns.add(new Column(
                        (metric == Metric.P50 ? "round trip " + main.payload() + ", " : "") + metric.title(),
                        subject -> cells.compared(subject, main, metric)))));
        measured.main(MeasuredPoint.OPEN_LOOP).ifPresent(main -> columns.add(new Column(
                "one way at " + main.rate() + ", p99.9",
                subject -> cells.comparedAtRate(subject, main, Metric.P999))));
        measured.main(MeasuredPoint.THROUGHPUT).ifPresent(main -> columns.add(new Column(
                "throughput, " + main.payload(), subject -> cells.compared(subject, main, Metric.PER_SECOND))));
        final Report.Table all = Column.table(measured.subjects(one -> true), columns);
        return new Report.Table("At a glance", all.columns(), all.rows().stream()
                .filter(row -> row.stream().skip(1).anyMatch(cell -> !cell.startsWith(Cells.NONE))).toList());
    }

    /** Explains the figures. */
    static String legend(final Measured measured) {
        final List<String> bases = measured.subjects(one -> true).stream().map(measured::base).distinct().toList();
        return "Medians of up to " + Cells.rounds(measured.usualRounds()) + " in turns"
                + (measured.isPlacementKnown() ? ", with the cores " + measured.placement() : "")
                + ", with their 95 % intervals. × is the figure of " + String.join(" (or, over RDMA, of ", bases)
                + (bases.size() > 1 ? ")" : "")
                + " divided by this one: the median of the ratios of rounds in which both"
                + " had the same placement, with its 95 % interval; it decides nothing if that contains 1, or if there"
                + " are fewer than " + Spread.LEAST
                + " ratios and their number is in the brackets. Below 1 is faster or"
                + " cheaper in columns of time, and slower in those of throughput. A percentile is of as many rounds"
                + " together as have " + Metric.LEAST_ABOVE + " messages above it; a dash: all rounds together have"
                + " fewer." + references(measured);
    }

    private static String references(final Measured measured) {
        final List<String> found = measured.subjects(one -> true).stream().filter(SubjectStyle::isReference).toList();
        return found.isEmpty() ? "" : " References, not competitors: " + String.join(", ", found) + ".";
    }
}
