package io.verbus.latency.report.rounds;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Rates, ratios and sizes as text. */
public final class Amounts {
    private static final String[] BYTES = {" B", " KiB", " MiB", " GiB"};
    private static final double LEAST = 0.095;
    /** From here on a ratio has three digits with one decimal. */
    private static final double TEN = 9.995;

    private Amounts() {
    }

    /**
     * Writes a rate.
     *
     * @param perSecond messages a second
     * @return three digits, for example {@code 312 M/s}, {@code 4.50 M/s}, {@code 80.0 k/s}
     */
    public static String perSecond(final double perSecond) {
        return perSecond >= 999_500
                ? digits(perSecond / 1e6, 3) + " M/s"
                : perSecond >= 999.5 ? digits(perSecond / 1e3, 3) + " k/s" : Math.round(perSecond) + "/s";
    }

    /**
     * Writes a round rate, such as that of a tick.
     *
     * @param perSecond messages a second
     * @return for example {@code 500 k/s}
     */
    public static String roundPerSecond(final double perSecond) {
        return perSecond >= 1e6
                ? plain(perSecond / 1e6) + " M/s"
                : perSecond >= 1e3 ? plain(perSecond / 1e3) + " k/s" : plain(perSecond) + "/s";
    }

    /**
     * Writes a ratio.
     *
     * @param ratio above 0
     * @return for example {@code ×1.05}, {@code ×12.3}, {@code ×0.026}
     */
    public static String times(final double ratio) {
        return "×" + plainRatio(ratio);
    }

    /**
     * Writes a ratio without a sign.
     *
     * @param ratio above 0
     * @return for example {@code 1.05}, {@code 12.3}, {@code 0.026}
     */
    public static String plainRatio(final double ratio) {
        return ratio < LEAST
                ? digits(ratio, 2)
                : ratio < TEN ? String.format(Locale.ROOT, "%.2f", ratio) : digits(ratio, 3);
    }

    /**
     * Writes a size.
     *
     * @param bytes 0 or more
     * @return for example {@code 64 B}, {@code 16 KiB}, {@code 1.5 MiB}
     */
    public static String bytes(final long bytes) {
        double value = bytes;
        int unit = 0;
        while (unit < BYTES.length - 1 && value >= 1024) {
            value /= 1024;
            unit++;
        }
        return (value == Math.rint(value) ? Long.toString((long) value) : Float.toString(Math.round(value * 10) / 10f))
                + BYTES[unit];
    }

    static String digits(final double value, final int significant) {
        final BigDecimal rounded = BigDecimal.valueOf(value).round(new MathContext(significant, RoundingMode.HALF_UP));
        final int whole = Math.max(1, rounded.precision() - rounded.scale());
        // numbers below 1 keep their digits: 0.052, not 0.05
        final int decimals = rounded.doubleValue() < 1 && rounded.signum() > 0
                ? significant - (rounded.precision() - rounded.scale())
                : Math.max(0, significant - whole);
        return rounded.setScale(decimals, RoundingMode.HALF_UP).toPlainString();
    }

    private static String plain(final double value) {
        return value == Math.rint(value) ? Long.toString(Math.round(value)) : Float.toString((float) value);
    }
}
