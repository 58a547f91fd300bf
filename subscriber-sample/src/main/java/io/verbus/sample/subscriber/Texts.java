package io.verbus.sample.subscriber;

/** Numbers as people read them. */
final class Texts {
    private static final int PRICE_SCALE = 10_000;
    private static final double THOUSAND = 1e3;
    private static final double MILLION = 1e6;
    private static final double BILLION = 1e9;

    private Texts() {
    }

    /** A price in 1/10,000 with two decimals, or with four when it has more than two. */
    static String price(final long price) {
        final long whole = Math.abs(price / PRICE_SCALE);
        final long fraction = Math.abs(price % PRICE_SCALE);
        final String sign = price < 0 ? "-" : "";
        return fraction % 100 == 0
                ? "%s%d.%02d".formatted(sign, whole, fraction / 100)
                : "%s%d.%04d".formatted(sign, whole, fraction);
    }

    /** Messages a second. */
    static String rate(final double messagesPerSecond) {
        return messagesPerSecond >= MILLION
                ? "%.2f million/s".formatted(messagesPerSecond / MILLION)
                : "%,.0f/s".formatted(messagesPerSecond);
    }

    /** A time in the unit that suits it. */
    static String duration(final long ns) {
        if (ns < THOUSAND) {
            return ns + " ns";
        }
        if (ns < MILLION) {
            return "%.1f µs".formatted(ns / THOUSAND);
        }
        return ns < BILLION ? "%.1f ms".formatted(ns / MILLION) : "%.2f s".formatted(ns / BILLION);
    }
}
