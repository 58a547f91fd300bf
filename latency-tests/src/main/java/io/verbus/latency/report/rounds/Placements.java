package io.verbus.latency.report.rounds;

import io.verbus.latency.report.Nanos;
import io.verbus.latency.result.Results;
import io.verbus.latency.result.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** The placements of the cores during a run. */
public final class Placements {
    /** Heads of the columns. */
    public static final List<String> COLUMNS = List.of("cores", "figures", "share",
            "round trip of the C ring beside them");

    private Placements() {
    }

    /**
     * Makes a table of a run.
     *
     * @param results of the run
     * @return a row for each placement, and for each reason why figures are not used
     */
    public static List<List<String>> rows(final Results results) {
        final List<String> names = new ArrayList<>(Measured.placements(results));
        names.addAll(Ratio.UNUSED);
        final List<List<String>> rows = new ArrayList<>();
        for (final String name : names) {
            final List<Series> figures = results.series().stream()
                    .filter(one -> name.equals(Objects.requireNonNullElse(one.point().placement(), "unknown")))
                    .toList();
            if (!figures.isEmpty()) {
                rows.add(List.of(name, String.format(Locale.ROOT, "%,d", figures.size()),
                        Math.round(100.0 * figures.size() / results.series().size()) + " %", roundTrips(figures)));
            }
        }
        return rows;
    }

    private static String roundTrips(final List<Series> figures) {
        final double[] sorted = figures.stream().map(one -> one.point().placementNs()).filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue).sorted().toArray();
        return sorted.length == 0
                ? "–"
                : Nanos.text(Math.round(sorted[0])) + " – " + Nanos.text(Math.round(sorted[sorted.length - 1]));
    }
}
