package io.verbus.latency.report.plot;

import java.util.ArrayList;
import java.util.List;

/** Percentiles as HdrHistogram plots them: each further nine takes the same width, so that the tail is visible. */
public final class PercentileAxis implements Axis {
    private static final int MOST_NINES = 9;
    /** A few values more than a power of ten need no further nine. */
    private static final double SLACK = 0.1;

    private final int nines;

    /**
     * Makes an axis that ends at the percentile above which one of a number of values lies: 99.9 for 1,000.
     *
     * @param count of values, divided by those that have to lie above the last percentile
     */
    public PercentileAxis(final long count) {
        nines = Math.clamp((long) Math.ceil(Math.log10(Math.max(1, count)) - SLACK), 2, MOST_NINES);
    }

    /** Takes a percentile, 0 to 100; 100 itself is at the end. */
    @Override
    public double place(final double percentile) {
        final double left = 1 - percentile / 100;
        return left <= 0 ? 1 : Math.clamp(-Math.log10(left) / nines, 0, 1);
    }

    @Override
    public List<Tick> ticks() {
        final List<Tick> ticks = new ArrayList<>();
        ticks.add(new Tick(0, "0"));
        for (int n = 1; n <= nines; n++) {
            final String digits = "9".repeat(n);
            final String label = n == 1 ? "90" : n == 2 ? "99" : digits.substring(0, 2) + "." + digits.substring(2);
            ticks.add(new Tick(100 - 100 / Math.pow(10, n), label));
        }
        return ticks;
    }
}
