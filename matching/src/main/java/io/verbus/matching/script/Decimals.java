package io.verbus.matching.script;

import java.util.regex.Pattern;

/** Decimal numbers as 64-bit integers. Prices and amounts of scripts are in millionths. */
final class Decimals {
    /** Decimals of prices and amounts. */
    static final int PLACES = 6;

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,19}(\\.[0-9]{1,19})?");

    private Decimals() {
    }

    /** A number times 10 to the power of places; null if it is none, or has more places or digits than that. */
    static Long parse(final String text, final int places) {
        final int point = text.indexOf('.');
        final int decimals = decimals(text);
        if (!NUMBER.matcher(text).matches() || decimals > places) {
            return null;
        }
        final String digits = point < 0 ? text : text.substring(0, point) + text.substring(point + 1);
        try {
            return Math.multiplyExact(Long.parseLong(digits), powerOfTen(places - decimals));
        } catch (final NumberFormatException | ArithmeticException e) {
            return null;
        }
    }

    /** Digits after the point. */
    static int decimals(final String text) {
        final int point = text.indexOf('.');
        return point < 0 ? 0 : text.length() - point - 1;
    }

    /** Appends a price of 0 or more, with some decimals, of which those omitted are 0. */
    static StringBuilder append(final StringBuilder to, final long price, final int decimals) {
        final long unit = powerOfTen(PLACES);
        to.append(price / unit);
        if (decimals > 0) {
            final long digits = price % unit / powerOfTen(PLACES - decimals) + powerOfTen(decimals);
            to.append('.').append(digits).deleteCharAt(to.length() - decimals - 1);
        }
        return to;
    }

    private static long powerOfTen(final int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= 10;
        }
        return power;
    }
}
