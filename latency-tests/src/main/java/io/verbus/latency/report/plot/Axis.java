package io.verbus.latency.report.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;

/**
 * Maps values to places along one side of a plot.
 *
 * @param scale place of a value: 0 at the start of the axis to 1 at its end, less and more beyond them
 * @param ticks the marks, in rising order
 */
public record Axis(DoubleUnaryOperator scale, List<Tick> ticks) {
    private static final int MOST_TICKS = 8;
    private static final int[] STEPS = {1, 2, 5};
    /** Logarithmic axes longer than this have ticks at powers of ten only. */
    private static final double DECADES_WITH_ALL_STEPS = 2.5;
    private static final int MOST_NINES = 9;
    /** A few values more than a power of ten need no further nine. */
    private static final double SLACK = 0.1;

    /**
     * A mark on the axis.
     *
     * @param value of the mark, a round number
     * @param label of the mark
     */
    public record Tick(double value, String label) {}

    /**
     * Numbers from 0 without a unit, evenly spaced.
     *
     * @param largest value to hold; 0 or less counts as 1
     * @return the axis
     */
    public static Axis linear(final double largest) {
        return linear(largest, UnaryOperator.identity());
    }

    /**
     * Numbers from 0, evenly spaced, with a tick at every 1, 2 or 5 times a power of ten.
     *
     * @param largest value to hold; 0 or less counts as 1
     * @param unit adds the unit to a number
     * @return the axis
     */
    public static Axis linear(final double largest, final UnaryOperator<String> unit) {
        final double high = largest > 0 ? largest : 1;
        final double step = step(high / MOST_TICKS);
        final List<Tick> ticks = new ArrayList<>();
        for (int i = 0; i * step <= high * (1 + 1e-9); i++) {
            final double value = i * step;
            ticks.add(new Tick(value, unit.apply(value == Math.rint(value)
                    ? Long.toString(Math.round(value))
                    : Float.toString((float) value))));
        }
        return new Axis(value -> value / high, ticks);
    }

    private static double step(final double least) {
        final double power = Math.pow(10, Math.floor(Math.log10(least)));
        for (final int factor : STEPS) {
            if (factor * power >= least * (1 - 1e-9)) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    /**
     * Numbers of 1 or more on a logarithmic axis that begins and ends at 1, 2 or 5 times a power of ten.
     *
     * @param smallest value to hold; less than 1 counts as 1
     * @param largest value to hold
     * @param label text for a round value
     * @return the axis
     */
    public static Axis log(final double smallest, final double largest, final DoubleFunction<String> label) {
        final double low = roundDown(Math.max(1, smallest));
        final double top = roundUp(Math.max(1, largest));
        final double high = top > low ? top : roundUp(low * 1.5);
        final double decades = Math.log10(high / low);
        final List<Tick> ticks = new ArrayList<>();
        for (int power = 0; Math.pow(10, power) <= high; power++) {
            for (final int step : STEPS) {
                final double value = step * Math.pow(10, power);
                if (value >= low && value <= high && (step == 1 || decades < DECADES_WITH_ALL_STEPS)) {
                    ticks.add(new Tick(value, label.apply(value)));
                }
            }
        }
        return new Axis(value -> Math.log10(Math.max(low, value) / low) / decades, ticks);
    }

    private static double roundDown(final double value) {
        double round = 1;
        for (double power = 1; power <= value; power *= 10) {
            for (final int step : STEPS) {
                round = step * power <= value ? step * power : round;
            }
        }
        return round;
    }

    private static double roundUp(final double value) {
        for (double power = 1;; power *= 10) {
            for (final int step : STEPS) {
                if (step * power >= value) {
                    return step * power;
                }
            }
        }
    }

    /**
     * Sizes: each doubling takes the same width, and powers of two have ticks.
     *
     * @param smallest size to hold, in bytes; less than 1 counts as 1
     * @param largest size to hold
     * @param label text for a size
     * @return the axis
     */
    public static Axis binary(final long smallest, final long largest, final LongFunction<String> label) {
        final int first = 63 - Long.numberOfLeadingZeros(Math.max(1, smallest));
        final int last = Math.max(first + 1, 64 - Long.numberOfLeadingZeros(Math.max(1, largest - 1)));
        final List<Tick> ticks = new ArrayList<>();
        for (int power = first; power <= last; power += (last - first) / MOST_TICKS + 1) {
            ticks.add(new Tick(Math.pow(2, power), label.apply(1L << power)));
        }
        return new Axis(value -> (Math.log(Math.max(1, value)) / Math.log(2) - first) / (last - first), ticks);
    }

    /**
     * Percentiles as HdrHistogram plots them, 0 to 100: each further nine takes the same width, so that the tail is
     * visible. The axis ends at the percentile above which one of a number of values lies: 99.9 for 1,000.
     *
     * @param count of values, divided by those that have to lie above the last percentile
     * @return the axis; 100 itself is at its end
     */
    public static Axis percentiles(final long count) {
        final int nines = Math.clamp((long) Math.ceil(Math.log10(Math.max(1, count)) - SLACK), 2, MOST_NINES);
        final List<Tick> ticks = new ArrayList<>(List.of(new Tick(0, "0")));
        for (int n = 1; n <= nines; n++) {
            final String digits = "9".repeat(n);
            final String label = n == 1 ? "90" : n == 2 ? "99" : digits.substring(0, 2) + "." + digits.substring(2);
            ticks.add(new Tick(100 - 100 / Math.pow(10, n), label));
        }
        return new Axis(percentile -> percentile >= 100 ? 1 : -Math.log10(1 - percentile / 100) / nines, ticks);
    }

    /** The place of a value; values beyond the axis are at its nearer end. */
    double place(final double value) {
        return Math.clamp(scale.applyAsDouble(value), 0, 1);
    }
}
