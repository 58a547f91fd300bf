package io.verbus.latency.report.plot;

import java.util.ArrayList;
import java.util.List;

/** Percentiles as HdrHistogram plots them: each further nine takes the same width, so that the tail is visible. */
public final class PercentileAxis implements Axis {
    private static final int MOST_NINES = 9;

    private final int nines;

    /**
     * Makes an axis for a number of values: of 1,000 values, the last meaningful percentile is 99.9.
     *
     * @param count of recorded values
     */
    public PercentileAxis(final long count) {
        nines = Math.clamp(Math.round(Math.log10(Math.max(1, count))), 2, MOST_NINES);
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
