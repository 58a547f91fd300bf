package io.verbus.latency.compare;

import io.verbus.latency.report.Report;
import io.verbus.latency.report.rounds.Measured;
import io.verbus.latency.report.rounds.Ratio;
import io.verbus.latency.report.rounds.Workload;
import io.verbus.latency.report.rounds.Spread;
import io.verbus.latency.result.Series;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Results as tables for the terminal: medians of the rounds, and the changes between two runs. */
public final class ComparisonSummary {
    private static final String NONE = "–";

    private ComparisonSummary() {
    }

    /** {@return the meaning of the figures} */
    public static String legend() {
        return "Medians and their 95 % intervals, of rounds with the cores in the most frequent placement of the"
                + " run; a ratio is of two figures of one round; fewer than six have no interval: the range is shown,"
                + " or the number of ratios. A percentile is of as many rounds together as have 1,000 samples"
                + " above it; –: all rounds together have fewer.";
    }

    /**
     * Makes a table for each point: the median of each figure, and the ratio of the bus (or the first subject) to each.
     *
     * @param all series of a run
     * @return tables
     */
    public static List<Report.Table> tables(final List<Series> all) {
        final List<Report.Table> tables = new ArrayList<>();
        final List<String> placements = Measured.placements(all);
        byWorkload(all).forEach((workload, subjects) -> {
            final String usual = usualPlacement(placements, subjects.values());
            final List<SeriesFigure> figures = SeriesFigure.of(workload.mode());
            final SeriesFigure first = figures.getFirst();
            final String base = subjects.keySet().stream().filter(name -> name.startsWith("verbus")).findFirst()
                    .orElse(subjects.keySet().iterator().next());
            final List<String> columns = new ArrayList<>(List.of("subject"));
            figures.forEach(figure -> columns.add(figure.column()));
            columns.add(base + " / it, " + first.column());
            columns.add("rounds");
            final List<List<String>> rows = new ArrayList<>();
            subjects.forEach((name, rounds) -> {
                final List<Series> used = of(rounds, usual);
                final List<String> row = new ArrayList<>(List.of(name));
                figures.forEach(figure -> row.add(spread(used, figure).map(figure::range).orElse(NONE)));
                row.add(name.equals(base)
                        ? ""
                        : Ratio.of(of(subjects.get(base), usual), used, first.metric()).map(Spread::range)
                                .orElse(NONE));
                row.add(placements(rounds));
                rows.add(row);
            });
            tables.add(new Report.Table(workload.title(), columns, rows));
        });
        return tables;
    }

    private static Optional<Spread> spread(final List<Series> rounds, final SeriesFigure figure) {
        return Spread.of(rounds, figure.metric());
    }

    /**
     * Makes a table of changes for each point, with a row for each subject and placement that both runs have.
     *
     * @param before series of one run
     * @param after series of another
     * @return tables; empty if the two have no row in common
     */
    public static List<Report.Table> changes(final List<Series> before, final List<Series> after) {
        final List<Report.Table> tables = new ArrayList<>();
        final var earlier = byWorkload(before);
        byWorkload(after).forEach((workload, subjects) -> {
            final List<SeriesFigure> figures = SeriesFigure.of(workload.mode());
            final List<List<String>> rows = new ArrayList<>();
            subjects.forEach((name, rounds) -> {
                final var first = byPlacement(earlier.getOrDefault(workload, Map.of()).getOrDefault(name, List.of()));
                byPlacement(rounds).forEach((placement, second) -> {
                    if (first.containsKey(placement)) {
                        rows.add(change(name + ", " + placement, figures, first.get(placement), second));
                    }
                });
            });
            if (!rows.isEmpty()) {
                final List<String> columns = new ArrayList<>(List.of("subject, placement"));
                figures.forEach(figure -> columns.addAll(List.of(figure.column(), "now", "ratio")));
                tables.add(new Report.Table(workload.title(), columns, rows));
            }
        });
        return tables;
    }

    private static List<String> change(final String name, final List<SeriesFigure> figures, final List<Series> first,
            final List<Series> second) {
        final List<String> row = new ArrayList<>(List.of(name));
        for (final SeriesFigure figure : figures) {
            final Optional<Spread> was = spread(first, figure);
            final Optional<Spread> is = spread(second, figure);
            row.add(was.map(figure::text).orElse(NONE));
            row.add(is.map(figure::text).orElse(NONE));
            row.add(was.isEmpty() || is.isEmpty() || was.get().median() == 0
                    ? NONE
                    : ratio(is.get().median() / was.get().median()));
        }
        return row;
    }

    private static String ratio(final double ratio) {
        return String.format(Locale.ROOT, "%.2f", ratio);
    }

    /** Series by point, then by subject, each in the order of the measurements. */
    private static Map<Workload, Map<String, List<Series>>> byWorkload(final List<Series> all) {
        return all.stream().collect(Collectors.groupingBy(series -> Workload.of(series.point()), LinkedHashMap::new,
                Collectors.groupingBy(series -> series.point().subject(), LinkedHashMap::new, Collectors.toList())));
    }

    private static List<Series> of(final List<Series> rounds, final String placement) {
        return rounds.stream().filter(series -> series.point().placement().equals(placement)).toList();
    }

    /** The most frequent one of the run that the table has; {@code changed} only if there is no other. */
    private static String usualPlacement(final List<String> placements, final Collection<List<Series>> rounds) {
        return placements.stream().filter(one -> rounds.stream().flatMap(List::stream)
                .anyMatch(series -> one.equals(series.point().placement()))).findFirst().orElse(Ratio.CHANGED);
    }

    private static Map<String, List<Series>> byPlacement(final List<Series> rounds) {
        return rounds.stream().filter(series -> Ratio.isUsed(series.point().placement()))
                .collect(Collectors.groupingBy(series -> series.point().placement(), LinkedHashMap::new,
                        Collectors.toList()));
    }

    private static String placements(final List<Series> rounds) {
        return rounds.stream().collect(Collectors.groupingBy(series -> series.point().placement(), LinkedHashMap::new,
                Collectors.counting())).entrySet().stream().map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", "));
    }
}
