package io.verbus.latency.report.comparison;

import io.verbus.latency.report.rounds.Amounts;
import io.verbus.latency.report.rounds.Measured;
import io.verbus.latency.report.rounds.Metric;
import io.verbus.latency.report.rounds.Spread;
import io.verbus.latency.report.rounds.Workload;
import io.verbus.latency.result.Series;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Cells of tables: a median, and below it its interval and the ratio of the base to it. */
final class Cells {
    static final String NONE = "–";

    private final Measured measured;

    Cells(final Measured measured) {
        this.measured = measured;
    }

    /** The median with its ratio; of the base, only the median. */
    String compared(final String subject, final Workload workload, final Metric metric) {
        final String text = median(subject, workload, metric);
        if (text.startsWith(NONE) || subject.equals(measured.base(subject))) {
            return text;
        }
        return text + measured.ratio(subject, workload, metric).map(Cells::remark).orElse("");
    }

    /** The same, except for a subject that lagged: its latency is not comparable. */
    String comparedAtRate(final String subject, final Workload workload, final Metric metric) {
        if (measured.keptUp(subject, workload)) {
            return compared(subject, workload, metric);
        }
        return "lagged\n" + measured.median(subject, workload, Metric.PER_SECOND).stream()
                .mapToObj(Metric.PER_SECOND::text).findFirst().orElse("");
    }

    /** The median alone. */
    String figure(final String subject, final Workload workload, final Metric metric) {
        return measured.spread(subject, workload, metric).map(spread -> metric.text(spread.median())).orElse(NONE);
    }

    /** The median with its interval; of a percentile with too few samples, a dash and their number. */
    String median(final String subject, final Workload workload, final Metric metric) {
        final Optional<Spread> spread = measured.spread(subject, workload, metric);
        if (spread.isPresent()) {
            return metric.text(spread.get().median()) + interval(spread.get(), metric);
        }
        final List<Series> rounds = measured.rounds(subject, workload);
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

    static String rounds(final int count) {
        return count == 1 ? "1 round" : count + " rounds";
    }
}
