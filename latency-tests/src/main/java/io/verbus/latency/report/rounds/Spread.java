package io.verbus.latency.report.rounds;

import io.verbus.latency.result.Series;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A median and its 95 % interval, by order statistics: it assumes no distribution, only independent values. Fewer than
 * {@value #LEAST} values have no such interval; then it is their range, and decides nothing.
 *
 * @param low end of the interval
 * @param median of the values
 * @param high end of the interval
 * @param count of values
 */
public record Spread(double low, double median, double high, int count) {
    /** The range of 5 values contains the median of their distribution with 93.75 % probability, that of 6 with 97. */
    public static final int LEAST = 6;

    private static final double OUTSIDE = 0.05;

    /**
     * Summarizes values.
     *
     * @param values in any order
     * @return empty if there are none
     */
    public static Optional<Spread> of(final Collection<Double> values) {
        final double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        final int count = sorted.length;
        if (count == 0) {
            return Optional.empty();
        }
        final int rank = rank(count);
        return Optional.of(new Spread(sorted[rank], (sorted[(count - 1) / 2] + sorted[count / 2]) / 2,
                sorted[count - 1 - rank], count));
    }

    /**
     * Summarizes a metric of rounds; a percentile of as many rounds as it needs.
     *
     * @param rounds of one subject
     * @param metric of each
     * @return empty if no rounds have it
     */
    public static Optional<Spread> of(final List<Series> rounds, final Metric metric) {
        return of(Pool.values(rounds, metric));
    }

    /**
     * The rank, from 0, of the value at which the interval starts; it ends as many values before the last. The number
     * of values below the median has a binomial distribution, computed from its middle, as its ends may be too small
     * for floating point.
     */
    private static int rank(final int count) {
        final double[] weights = new double[count + 1];
        weights[count / 2] = 1;
        double total = 1;
        for (int below = count / 2; below > 0; below--) {
            weights[below - 1] = weights[below] * below / (count - below + 1);
            total += weights[below - 1];
        }
        for (int below = count / 2; below < count; below++) {
            weights[below + 1] = weights[below] * (count - below) / (below + 1);
            total += weights[below + 1];
        }
        int rank = 0;
        double outside = 2 * (weights[0] + weights[1]);
        while (outside <= OUTSIDE * total) {
            rank++;
            outside += 2 * weights[rank + 1];
        }
        return rank;
    }

    /** {@return whether there are enough values for an interval} */
    public boolean hasInterval() {
        return count >= LEAST;
    }

    /** {@return whether a ratio with this spread differs from 1} */
    public boolean isDecided() {
        return hasInterval() && (high < 1 || low > 1);
    }

    /** {@return for example {@code 1.12 (1.05 to 1.31)}; without an interval {@code 1.12 (3)}, the number of values} */
    public String range() {
        return hasInterval()
                ? String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", median, low, high)
                : String.format(Locale.ROOT, "%.2f (%d)", median, count);
    }
}
