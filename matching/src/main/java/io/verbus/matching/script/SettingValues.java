package io.verbus.matching.script;

import io.verbus.matching.Engine;

/** Values of settings in lines. */
final class SettingValues {
    private static final String NONE = "none";
    /** Decimals of a percentage in millionths. */
    private static final int PERCENT_PLACES = 4;

    private SettingValues() {
    }

    /** The next word of a line, as key and value. */
    static String[] setting(final Tokens line) {
        final String word = line.next("setting");
        final int equals = word.indexOf('=');
        if (equals < 0) {
            throw line.notA("setting such as key=value", word);
        }
        return new String[]{word.substring(0, equals), word.substring(equals + 1)};
    }

    /** Messages per second; 0 for no limit. */
    static long rate(final String value, final Tokens line) {
        if (value.equals(NONE)) {
            return 0;
        }
        if (!value.endsWith("/s")) {
            throw line.notA("rate such as 1000/s", value);
        }
        return inRange("rate", value.substring(0, value.length() - 2), 1, Engine.MAX_RATE, line);
    }

    static long whole(final String key, final String value, final Tokens line) {
        return value.equals(NONE) ? Long.MAX_VALUE : inRange(key, value, 0, Long.MAX_VALUE, line);
    }

    static long amount(final String key, final String value, final Tokens line) {
        final long amount = value.equals(NONE) ? Long.MAX_VALUE : line.price(key, value);
        if (amount < 0) {
            throw line.invalid(key + " " + Tokens.shown(value) + " is below 0");
        }
        return amount;
    }

    /** A price above 0. */
    static long positive(final String key, final String value, final Tokens line) {
        final long price = line.price(key, value);
        if (price <= 0) {
            throw line.invalid(key + " " + Tokens.shown(value) + " is not above 0");
        }
        return price;
    }

    /** A collar in millionths. */
    static long collar(final String value, final Tokens line) {
        if (value.equals(NONE)) {
            return Long.MAX_VALUE;
        }
        final Long millionths = value.endsWith("%")
                ? Decimals.parse(value.substring(0, value.length() - 1), PERCENT_PLACES)
                : null;
        if (millionths == null || millionths < 0) {
            throw line.notA("collar such as 2.5% (at most " + PERCENT_PLACES + " decimals)", value);
        }
        return millionths;
    }

    static long inRange(final String key, final String value, final long least, final long most, final Tokens line) {
        final long number = line.number(key, value);
        if (number < least || number > most) {
            throw line.invalid(key + " " + number + " is not from " + least + " to " + most);
        }
        return number;
    }
}
