package io.verbus.latency.report.rounds;

import java.util.List;

/**
 * How a figure compares with another one.
 *
 * @param median of the rounds' ratios
 * @param rounds in which both were measured, with the cores in one placement
 */
public record Ratio(double median, int rounds) {
    static Ratio of(final List<Double> ratios) {
        return new Ratio(median(ratios), ratios.size());
    }

    /** The middle one, or the mean of the two in the middle. */
    static double median(final List<Double> values) {
        final List<Double> sorted = values.stream().sorted().toList();
        return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
    }
}
