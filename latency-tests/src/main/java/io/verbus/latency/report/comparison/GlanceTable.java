package io.verbus.latency.report.comparison;

import io.verbus.latency.report.Report;
import io.verbus.latency.report.rounds.Measured;
import io.verbus.latency.report.rounds.Metric;
import io.verbus.latency.report.rounds.Spot;
import io.verbus.latency.report.rounds.Spread;
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
                "p99.9")));
        openLoop.ifPresent(spot -> columns.add("one way at " + Spots.rate(spot) + ", p99.9"));
        throughput.ifPresent(spot -> columns.add("throughput, " + Spots.payload(spot)));
        final List<List<String>> rows = new ArrayList<>();
        for (final String subject : measured.subjects(spot -> true)) {
            final List<String> row = new ArrayList<>(List.of(subject));
            pingPong.ifPresent(spot -> {
                for (final Metric metric : List.of(Metric.P50, Metric.P99, Metric.P999)) {
                    row.add(cells.compared(subject, spot, metric));
                }
            });
            openLoop.ifPresent(spot -> row.add(cells.comparedAtRate(subject, spot, Metric.P999)));
            throughput.ifPresent(spot -> row.add(cells.compared(subject, spot, Metric.PER_SECOND)));
            if (row.stream().skip(1).anyMatch(cell -> !cell.startsWith(Cells.NONE))) {
                rows.add(row);
            }
        }
        return new Report.Table("At a glance", columns, rows);
    }

    /** Explains the figures. */
    static String legend(final Measured measured) {
        final List<String> bases = measured.subjects(spot -> true).stream().map(measured::base).distinct().toList();
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
        final List<String> found = measured.subjects(spot -> true).stream().filter(Looks::isReference).toList();
        return found.isEmpty() ? "" : " References, not competitors: " + String.join(", ", found) + ".";
    }
}
