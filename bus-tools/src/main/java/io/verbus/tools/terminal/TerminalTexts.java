package io.verbus.tools.terminal;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Formats prices, rates and durations. */
public final class TerminalTexts {
    private static final double THOUSAND = 1e3;
    private static final double MILLION = 1e6;
    private static final double BILLION = 1e9;

    private TerminalTexts() {
    }

    /**
     * Formats a price with two decimals, or with all of them if it has more than two.
     *
     * @param price in units of its exponent
     * @param exponent power of ten, such as -4
     * @return such as 289.00
     */
    public static String price(final long price, final int exponent) {
        final BigDecimal exact = BigDecimal.valueOf(price, -exponent);
        final BigDecimal rounded = exact.setScale(2, RoundingMode.DOWN);
        return (rounded.compareTo(exact) == 0 ? rounded : exact).toPlainString();
    }

    /**
     * Formats a rate in a suitable unit.
     *
     * @param messagesPerSecond 0 or more
     * @return such as 45.12 million/s
     */
    public static String rate(final double messagesPerSecond) {
        return messagesPerSecond >= MILLION
                ? "%.2f million/s".formatted(messagesPerSecond / MILLION)
                : "%,.0f/s".formatted(messagesPerSecond);
    }

    /**
     * Formats a duration in a suitable unit.
     *
     * @param ns nanoseconds, 0 or more
     * @return such as 1.5 µs
     */
    public static String duration(final long ns) {
        if (ns < THOUSAND) {
            return ns + " ns";
        }
        if (ns < MILLION) {
            return "%.1f µs".formatted(ns / THOUSAND);
        }
        return ns < BILLION ? "%.1f ms".formatted(ns / MILLION) : "%.2f s".formatted(ns / BILLION);
    }
}
