package io.verbus.latency.perf;

import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * What several measurements of the same thing gave.
 *
 * @param least of them
 * @param median of them; of an even number, the mean of the two in the middle
 * @param most of them
 */
record Spread(double least, double median, double most) {
    static Spread of(final DoubleStream figures) {
        final double[] sorted = figures.sorted().toArray();
        assert sorted.length > 0 : "nothing was measured";
        final int half = sorted.length / 2;
        return new Spread(sorted[0], sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2,
                sorted[sorted.length - 1]);
    }

    /** As a ratio: {@code 1.12 (1.05 to 1.31)}. */
    String ratio() {
        return Double.isNaN(median)
                ? "–"
                : String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", median, least, most);
    }
}
