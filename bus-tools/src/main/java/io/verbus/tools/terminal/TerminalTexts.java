package io.verbus.tools.terminal;

/** Formats prices, rates and durations. */
public final class TerminalTexts {
    private static final int PRICE_SCALE = 10_000;
    private static final double THOUSAND = 1e3;
    private static final double MILLION = 1e6;
    private static final double BILLION = 1e9;

    private TerminalTexts() {
    }

    /**
     * Formats a price with two decimals, or with four if it has more than two.
     *
     * @param price in 1/10,000
     * @return such as 289.00
     */
    public static String price(final long price) {
        final long whole = Math.abs(price / PRICE_SCALE);
        final long fraction = Math.abs(price % PRICE_SCALE);
        final String sign = price < 0 ? "-" : "";
        return fraction % 100 == 0
                ? "%s%d.%02d".formatted(sign, whole, fraction / 100)
                : "%s%d.%04d".formatted(sign, whole, fraction);
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
