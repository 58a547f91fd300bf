package io.verbus.latency.report.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Numbers from 0, evenly spaced, with a tick at every 1, 2 or 5 times a power of ten. */
public final class LinearAxis implements Axis {
    private static final int MOST_TICKS = 8;

    private final double high;
    private final double step;
    private final UnaryOperator<String> unit;

    /**
     * Makes an axis from 0 to a value.
     *
     * @param largest value to hold; 0 or less counts as 1
     */
    public LinearAxis(final double largest) {
        this(largest, UnaryOperator.identity());
    }

    /**
     * Makes an axis with a unit.
     *
     * @param largest value to hold; 0 or less counts as 1
     * @param unit adds the unit to a number
     */
    public LinearAxis(final double largest, final UnaryOperator<String> unit) {
        this.unit = unit;
        high = largest > 0 ? largest : 1;
        step = step(high / MOST_TICKS);
    }

    @Override
    public double place(final double value) {
        return Math.clamp(value / high, 0, 1);
    }

    @Override
    public List<Tick> ticks() {
        final List<Tick> ticks = new ArrayList<>();
        for (int i = 0; i * step <= high * (1 + 1e-9); i++) {
            final double value = i * step;
            ticks.add(new Tick(value, unit.apply(value == Math.rint(value)
                    ? Long.toString(Math.round(value))
                    : Float.toString((float) value))));
        }
        return ticks;
    }

    private static double step(final double least) {
        final double power = Math.pow(10, Math.floor(Math.log10(least)));
        for (final int factor : new int[]{1, 2, 5}) {
            if (factor * power >= least * (1 - 1e-9)) {
                return factor * power;
            }
        }
        return 10 * power;
    }
}
