package io.verbus.latency.report.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/** Numbers of 1 or more on a logarithmic axis that begins and ends at 1, 2 or 5 times a power of ten. */
public final class LogAxis implements Axis {
    private static final int[] STEPS = {1, 2, 5};
    /** Axes longer than this have ticks at powers of ten only. */
    private static final double DECADES_WITH_ALL_STEPS = 2.5;

    private final double low;
    private final double high;
    private final DoubleFunction<String> label;

    /**
     * Makes an axis for a range.
     *
     * @param smallest value to hold; less than 1 counts as 1
     * @param largest value to hold
     * @param label text for a round value
     */
    public LogAxis(final double smallest, final double largest, final DoubleFunction<String> label) {
        low = roundDown(Math.max(1, smallest));
        final double top = roundUp(Math.max(1, largest));
        high = top > low ? top : roundUp(low * 1.5);
        this.label = label;
    }

    @Override
    public double place(final double value) {
        return Math.clamp(Math.log10(Math.max(low, value) / low) / decades(), 0, 1);
    }

    @Override
    public List<Tick> ticks() {
        final List<Tick> ticks = new ArrayList<>();
        for (int power = 0; Math.pow(10, power) <= high; power++) {
            for (final int step : STEPS) {
                final double value = step * Math.pow(10, power);
                if (value >= low && value <= high && (step == 1 || decades() < DECADES_WITH_ALL_STEPS)) {
                    ticks.add(new Tick(value, label.apply(value)));
                }
            }
        }
        return ticks;
    }

    private double decades() {
        return Math.log10(high / low);
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
}
