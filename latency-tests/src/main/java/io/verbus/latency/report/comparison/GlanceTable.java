package io.verbus.latency.report.comparison;

import io.verbus.latency.report.Report;
import io.verbus.latency.report.rounds.Measured;
import io.verbus.latency.report.rounds.Metric;
import io.verbus.latency.report.rounds.Spot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The table of the main figures, for the page and for the README. */
final class GlanceTable {
    private GlanceTable() {
    }

    static Report.Table of(final Measured measured) {
        final Optional<Spot> pingPong = Spots.pingPong(measured);
        final Optional<Spot> openLoop = Spots.openLoop(measured);
        final Optional<Spot> throughput = Spots.throughput(measured);
        final Cells cells = new Cells(measured);
        final List<String> columns = new ArrayList<>(List.of("subject"));
        pingPong.ifPresent(spot -> columns.addAll(List.of("round trip " + Spots.payload(spot) + ", p50", "p99",
                "p99.9", "p99.99")));
        openLoop.ifPresent(spot -> columns.add("one way at " + Spots.rate(spot) + ", p99.9"));
        throughput.ifPresent(spot -> columns.addAll(List.of("throughput, " + Spots.payload(spot),
                "CPU time, 1 M messages")));
        final List<List<String>> rows = new ArrayList<>();
        for (final String subject : measured.subjects(spot -> true)) {
            final List<String> row = new ArrayList<>(List.of(subject));
            pingPong.ifPresent(spot -> {
                for (final Metric metric : List.of(Metric.P50, Metric.P99, Metric.P999, Metric.P9999)) {
                    row.add(cells.compared(subject, spot, metric));
                }
            });
            openLoop.ifPresent(spot -> row.add(cells.comparedAtRate(subject, spot, Metric.P999)));
            throughput.ifPresent(spot -> row.addAll(List.of(cells.compared(subject, spot, Metric.PER_SECOND),
                    cells.compared(subject, spot, Metric.CPU))));
            if (row.stream().skip(1).anyMatch(cell -> !cell.equals(Cells.NONE))) {
                rows.add(row);
            }
        }
        return new Report.Table("At a glance", columns, rows);
    }

    /** Explains the figures. */
    static String legend(final Measured measured) {
        final int rounds = measured.usualRounds();
        final int all = measured.results().settings().rounds();
        final List<String> bases = measured.subjects(spot -> true).stream().map(measured::base).distinct().toList();
        return "Medians of " + Cells.rounds(rounds) + (rounds < all ? " of " + all : "") + " in turns"
                + (measured.isPlacementKnown() ? ", with the cores " + measured.placement() : "")
                + ". × is the figure divided by that of " + String.join(" (or, over RDMA, of ", bases)
                + (bases.size() > 1 ? ")" : "") + ": the median of the ratios of single rounds in which both had the"
                + " same placement, with their number in brackets if it is not " + rounds + ". Above 1 is slower or"
                + " more expensive in columns of time, and faster in those of throughput.";
    }
}
