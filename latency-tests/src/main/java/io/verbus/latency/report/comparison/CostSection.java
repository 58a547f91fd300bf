package io.verbus.latency.report.comparison;

import io.verbus.latency.report.html.Page;
import io.verbus.latency.report.plot.BinaryAxis;
import io.verbus.latency.report.rounds.Measured;
import io.verbus.latency.report.rounds.Metric;
import io.verbus.latency.report.rounds.Spot;
import io.verbus.latency.result.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The resources that the subjects use. */
final class CostSection implements Section {
    @Override
    public String title() {
        return "CPU time and memory";
    }

    @Override
    public boolean isThere(final Measured measured) {
        return !spots(measured).isEmpty();
    }

    @Override
    public void write(final Page page, final Measured measured) {
        final List<Spot> spots = spots(measured);
        final Cells cells = new Cells(measured);
        page.caption("CPU time of all processes and threads of a subject, with its driver, for a million messages."
                + " Threads that spin cost the same at any rate: at a fixed rate, the figure is that of the cores that"
                + " they occupy.");
        final List<String> columns = new ArrayList<>(List.of("subject"));
        spots.forEach(spot -> columns.add(name(spot)));
        columns.addAll(List.of("memory per stream", "allocated on the heap, " + spots.getLast().mode()));
        final List<List<String>> rows = new ArrayList<>();
        for (final String subject : measured.subjects(spots::contains)) {
            final List<String> row = new ArrayList<>(List.of(subject));
            spots.forEach(spot -> row.add(cells.compared(subject, spot, Metric.CPU)));
            row.add(spots.reversed().stream().map(spot -> cells.compared(subject, spot, Metric.MEMORY))
                    .filter(text -> !text.equals(Cells.NONE)).findFirst().orElse(Cells.NONE));
            row.add(allocated(measured.rounds(subject, spots.getLast())));
            rows.add(row);
        }
        page.table("", columns, rows);
    }

    private static List<Spot> spots(final Measured measured) {
        return Stream.of(Spots.pingPong(measured), Spots.openLoop(measured), Spots.throughput(measured))
                .flatMap(spot -> spot.stream()).toList();
    }

    private static String name(final Spot spot) {
        return spot.mode() + ", " + Spots.payload(spot)
                + (spot.ratePerS() == null ? "" : ", " + Spots.rate(spot));
    }

    /** The maximum of all rounds: a median could hide a round with allocations. */
    private static String allocated(final List<Series> rounds) {
        return rounds.stream().map(one -> one.cost().allocatedBytes()).filter(Objects::nonNull)
                .max(Long::compare).map(BinaryAxis::text).orElse(Cells.NONE);
    }
}
