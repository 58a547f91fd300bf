package io.verbus.latency.report.comparison;

import io.verbus.latency.report.rounds.Amounts;
import io.verbus.latency.report.rounds.Measured;
import io.verbus.latency.report.rounds.Metric;
import io.verbus.latency.report.rounds.Ratio;
import io.verbus.latency.report.rounds.Spot;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Cells of tables: a median, and below it the ratio to the base. */
final class Cells {
    static final String NONE = "–";

    private final Measured measured;

    Cells(final Measured measured) {
        this.measured = measured;
    }

    /** The median with its ratio; of the base, only the median. */
    String compared(final String subject, final Spot spot, final Metric metric) {
        final String text = median(subject, spot, metric);
        if (text.equals(NONE) || subject.equals(measured.base(subject))) {
            return text;
        }
        return text + measured.ratio(subject, spot, metric).map(this::remark).orElse("");
    }

    /** The same, except for a subject that lagged: its latency is not comparable. */
    String comparedAtRate(final String subject, final Spot spot, final Metric metric) {
        if (Spots.keptUp(measured, subject, spot)) {
            return compared(subject, spot, metric);
        }
        return "lagged\n" + measured.median(subject, spot, Metric.PER_SECOND).stream()
                .mapToObj(Metric.PER_SECOND::text).findFirst().orElse("");
    }

    String median(final String subject, final Spot spot, final Metric metric) {
        final OptionalDouble median = measured.median(subject, spot, metric);
        return median.isPresent() ? metric.text(median.getAsDouble()) : NONE;
    }

    /** A ratio below a median, with its number of rounds if it is not of all. */
    String remark(final Ratio ratio) {
        return "\n" + Amounts.times(ratio.median())
                + (ratio.rounds() >= measured.usualRounds() ? "" : " (" + ratio.rounds() + ")");
    }

    /** The least and the largest value of the rounds. */
    String range(final String subject, final Spot spot, final Metric metric) {
        final List<Double> values = measured.values(subject, spot, metric).stream().sorted().toList();
        return values.isEmpty() ? NONE : metric.text(values.getFirst()) + " – " + metric.text(values.getLast());
    }

    /** A row for each subject, a column for each spot. */
    static List<List<String>> rows(final List<String> subjects, final List<Spot> spots,
            final Function<String, Function<Spot, String>> cell) {
        final List<List<String>> rows = new ArrayList<>();
        for (final String subject : subjects) {
            final List<String> row = new ArrayList<>(List.of(subject));
            spots.stream().map(cell.apply(subject)).forEach(row::add);
            rows.add(row);
        }
        return rows;
    }

    /** Heads of the columns: first that of the rows, then one for each spot. */
    static List<String> heads(final List<Spot> spots, final Function<Spot, String> head) {
        final List<String> heads = new ArrayList<>(List.of("subject"));
        spots.stream().map(head).forEach(heads::add);
        return heads;
    }

    static String rounds(final int count) {
        return count == 1 ? "1 round" : count + " rounds";
    }
}
