package io.verbus.latency.report.comparison;

import io.verbus.latency.report.rounds.Amounts;
import io.verbus.latency.report.rounds.Measured;
import io.verbus.latency.report.rounds.Metric;
import io.verbus.latency.report.rounds.Spread;
import io.verbus.latency.result.Series;
import io.verbus.latency.report.rounds.Spot;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Cells of tables: a median, and below it its interval and the ratio of the base to it. */
final class Cells {
    static final String NONE = "–";

    private final Measured measured;

    Cells(final Measured measured) {
        this.measured = measured;
    }

    /** The median with its ratio; of the base, only the median. */
    String compared(final String subject, final Spot spot, final Metric metric) {
        final String text = median(subject, spot, metric);
        if (text.startsWith(NONE) || subject.equals(measured.base(subject))) {
            return text;
        }
        return text + measured.ratio(subject, spot, metric).map(Cells::remark).orElse("");
    }

    /** The same, except for a subject that lagged: its latency is not comparable. */
    String comparedAtRate(final String subject, final Spot spot, final Metric metric) {
        if (Spots.keptUp(measured, subject, spot)) {
            return compared(subject, spot, metric);
        }
        return "lagged\n" + measured.median(subject, spot, Metric.PER_SECOND).stream()
                .mapToObj(Metric.PER_SECOND::text).findFirst().orElse("");
    }

    /** The median alone. */
    String figure(final String subject, final Spot spot, final Metric metric) {
        return measured.spread(subject, spot, metric).map(spread -> metric.text(spread.median())).orElse(NONE);
    }

    /** The median with its interval; of a percentile with too few samples, a dash and their number. */
    String median(final String subject, final Spot spot, final Metric metric) {
        final Optional<Spread> spread = measured.spread(subject, spot, metric);
        if (spread.isPresent()) {
            return metric.text(spread.get().median()) + interval(spread.get(), metric);
        }
        final List<Series> rounds = measured.rounds(subject, spot);
        final boolean isMeasured = rounds.stream().anyMatch(one -> metric.of(one) != null);
        return isMeasured && metric.above(rounds) < Metric.LEAST_ABOVE
                ? NONE + "\n" + metric.above(rounds) + " above"
                : NONE;
    }

    private static String interval(final Spread spread, final Metric metric) {
        final String low = metric.text(spread.low());
        final String high = metric.text(spread.high());
        return low.equals(high) ? "" : "\n" + low + " – " + high;
    }

    /** A ratio below a median; if there are too few for an interval, with their number. */
    static String remark(final Spread ratio) {
        return "\n" + Amounts.times(ratio.median()) + (ratio.hasInterval()
                ? String.format(Locale.ROOT, " (%s – %s)", Amounts.plainRatio(ratio.low()),
                        Amounts.plainRatio(ratio.high()))
                : " (" + ratio.count() + ")");
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
