package io.verbus.latency.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Durations as text, with three significant digits, the precision of the histograms. */
public final class Nanos {
    private static final String[] UNITS = {"ns", "µs", "ms", "s"};
    private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);

    private Nanos() {
    }

    /**
     * Writes a duration.
     *
     * @param ns nanoseconds, 0 or more
     * @return for example {@code 812 ns}, {@code 1.20 µs}, {@code 35.1 ms}, {@code 1500 s}
     */
    public static String text(final long ns) {
        BigDecimal value = BigDecimal.valueOf(ns).round(THREE_DIGITS);
        int unit = 0;
        while (unit < UNITS.length - 1 && value.compareTo(BigDecimal.valueOf(1_000)) >= 0) {
            value = value.movePointLeft(3);
            unit++;
        }
        final int wholeDigits = Math.max(1, value.precision() - value.scale());
        final int decimals = unit == 0 ? 0 : Math.max(0, 3 - wholeDigits);
        return value.setScale(decimals, RoundingMode.HALF_UP).toPlainString() + " " + UNITS[unit];
    }

    /**
     * Writes a round duration, such as that of a tick, without decimals.
     *
     * @param ns nanoseconds, 0 or more
     * @return for example {@code 200 ns}, {@code 50 µs}
     */
    public static String round(final double ns) {
        double value = ns;
        int unit = 0;
        while (unit < UNITS.length - 1 && value >= 999.5) {
            value /= 1_000;
            unit++;
        }
        return Math.round(value) + " " + UNITS[unit];
    }
}
