package io.verbus.latency.report.comparison;

import io.verbus.latency.report.Nanos;
import io.verbus.latency.report.html.Page;
import io.verbus.latency.report.rounds.Measured;
import io.verbus.latency.report.rounds.Metric;
import io.verbus.latency.report.rounds.Placements;
import io.verbus.latency.report.rounds.Ratio;
import io.verbus.latency.report.rounds.Spot;
import io.verbus.latency.result.Cores;
import io.verbus.latency.result.Series;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Each round with its placement of the cores, also those that are not used. */
final class RoundsSection implements Section {
    @Override
    public String title() {
        return "Single rounds";
    }

    @Override
    public boolean isThere(final Measured measured) {
        return !measured.results().series().isEmpty();
    }

    @Override
    public void write(final Page page, final Measured measured) {
        page.caption("The cores of a virtual machine move. The distance of the two is the round trip of the C ring,"
                + " before and after each measurement. If its class changes, or its time by half (changed), or"
                + " if the measured threads waited for more than a tenth of the round for cores that other programs"
                + " had (waited), the figure is in brackets and not used."
                + pinned(measured.results().series()));
        page.table("", Placements.COLUMNS, Placements.rows(measured.results()));
        Spots.pingPong(measured).ifPresent(spot -> table(page, measured, spot, Metric.P50, "Round trips, p50"));
        Spots.openLoop(measured).ifPresent(
                spot -> table(page, measured, spot, Metric.P99, "One way at " + Spots.rate(spot) + ", p99"));
        Spots.throughput(measured).ifPresent(spot -> table(page, measured, spot, Metric.PER_SECOND, "Throughput"));
    }

    private static String pinned(final List<Series> all) {
        final String cores = all.stream().map(Series::cores).filter(one -> one.publisherCore() != null)
                .map(one -> one.publisherCore() + " and " + one.readerCore()).distinct()
                .collect(Collectors.joining("; "));
        return cores.isEmpty() ? "" : " The publishing and the reading thread are pinned to CPU " + cores + ".";
    }

    private static void table(final Page page, final Measured measured, final Spot spot, final Metric metric,
            final String title) {
        final List<Series> all = measured.results().series().stream()
                .filter(one -> Spot.of(one.point()).equals(spot)).toList();
        final Set<String> subjects = all.stream().map(one -> one.point().subject())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        final List<String> columns = new ArrayList<>(List.of("round"));
        columns.addAll(subjects);
        final List<List<String>> rows = new ArrayList<>();
        all.stream().map(one -> one.point().round()).distinct().sorted().forEach(round -> {
            final List<String> row = new ArrayList<>(List.of(Integer.toString(round)));
            subjects.forEach(subject -> row.add(all.stream().filter(one -> one.point().round() == round
                    && one.point().subject().equals(subject)).map(one -> cell(one, metric)).findFirst()
                    .orElse(Cells.NONE)));
            rows.add(row);
        });
        page.fold(title + ", " + Spots.payload(spot));
        page.table("", columns, rows);
        page.end();
    }

    private static String cell(final Series one, final Metric metric) {
        final Double figure = metric.reliable(one);
        final String text = figure == null ? Cells.NONE : metric.text(figure);
        final String placement = one.point().placement() == null ? "unknown" : one.point().placement();
        return (Ratio.isUsed(placement) ? text : "(" + text + ")") + "\n" + placement + distance(one.cores());
    }

    private static String distance(final Cores cores) {
        return cores.placementBeforeNs() == null || cores.placementAfterNs() == null
                ? ""
                : ", " + Math.round(cores.placementBeforeNs()) + " → "
                        + Nanos.text(Math.round(cores.placementAfterNs()));
    }
}
