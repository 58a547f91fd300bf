package io.verbus.latency.inspect;

import io.verbus.BusException;
import io.verbus.latency.compare.Comparison;
import io.verbus.latency.compare.Plan;
import io.verbus.latency.report.rounds.Ratio;
import io.verbus.latency.result.Series;
import io.verbus.latency.result.Skipped;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.Function;

/**
 * Rounds of one comparison.
 *
 * @param byLabel series by their label in tables, in the order of the first round; only labels that were measured
 * @param skipped a note for each label that was not measured
 * @param count of rounds
 */
record Rounds(Map<String, List<Series>> byLabel, List<String> skipped, int count) {
    private static final String NONE = "–";

    /**
     * Measures in turns.
     *
     * @param plan of the measurements
     * @param entries by label; the first is the bus
     * @throws BusException if the bus was not measured, with the reason
     */
    static Rounds of(final Plan plan, final Map<String, Comparison.Entry> entries) {
        final Comparison comparison = new Comparison(plan, line -> {});
        comparison.run(List.copyOf(entries.values()));
        final Map<String, List<Series>> byLabel = new LinkedHashMap<>();
        final List<String> notes = new ArrayList<>();
        entries.forEach((label, entry) -> {
            final List<Series> rounds = comparison.series().stream().filter(series -> isOf(entry, series)).toList();
            if (!rounds.isEmpty()) {
                byLabel.put(label, rounds);
            }
            comparison.skipped().stream().filter(skipped -> skipped.what().startsWith(entry.toString()))
                    .map(Skipped::why).findFirst()
                    .ifPresent(why -> notes.add("not compared with " + label + ": " + why));
        });
        if (!byLabel.containsKey(entries.keySet().iterator().next())) {
            throw new BusException("nothing could be measured: " + String.join("; ", notes));
        }
        return new Rounds(byLabel, notes, plan.rounds());
    }

    private static boolean isOf(final Comparison.Entry entry, final Series series) {
        return series.point().subject().equals(entry.name())
                && series.point().payloadBytes() == entry.task().payloadBytes();
    }

    List<Series> of(final String label) {
        return byLabel.getOrDefault(label, List.of());
    }

    boolean has(final String label) {
        return byLabel.containsKey(label);
    }

    Allocations allocations(final String... labels) {
        final Allocations allocations = new Allocations();
        for (final String label : labels) {
            of(label).forEach(series -> allocations.add(series.cost().allocatedBytes()));
        }
        return allocations;
    }

    /** Columns of a table: for each label its figures, of which the first has the label in its name. */
    List<String> columns(final String first, final String... others) {
        final List<String> columns = new ArrayList<>(List.of("round"));
        for (final String label : byLabel.keySet()) {
            columns.add(label + first);
            columns.addAll(List.of(others));
        }
        return columns;
    }

    /** Rows of a table: one for each round, then the medians. */
    List<List<String>> rows(final List<Function<Series, Double>> figures, final DoubleFunction<String> format) {
        final List<List<String>> rows = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            final int round = i;
            rows.add(row(Integer.toString(round), figures, format,
                    all -> all.stream().filter(series -> series.point().round() == round).toList()));
        }
        rows.add(row("median", figures, format, all -> all));
        return rows;
    }

    private List<String> row(final String head, final List<Function<Series, Double>> figures,
            final DoubleFunction<String> format, final Function<List<Series>, List<Series>> selection) {
        final List<String> row = new ArrayList<>(List.of(head));
        for (final List<Series> all : byLabel.values()) {
            for (final Function<Series, Double> figure : figures) {
                final OptionalDouble median = Ratio.median(selection.apply(all), figure);
                row.add(median.isPresent() ? format.apply(median.getAsDouble()) : NONE);
            }
        }
        return row;
    }

    /** The ratio of a figure of two labels, within rounds: median (least to most). */
    String ratio(final String label, final String base, final Function<Series, Double> figure) {
        return Ratio.of(of(label), of(base), figure).map(Ratio::range).orElse(NONE);
    }

    String ratioTitle() {
        return "Ratios of the same round, median of " + count + " (least to most)";
    }
}
