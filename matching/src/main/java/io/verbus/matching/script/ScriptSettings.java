package io.verbus.matching.script;

import io.verbus.matching.Engine;
import io.verbus.matching.Limit;
import io.verbus.matching.SelfTrade;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntConsumer;

/** The lines of a script that are not inputs: instruments and seats. A line is applied as a whole or not at all. */
final class ScriptSettings {
    private static final String NONE = "none";
    /** Decimals of a percentage in millionths. */
    private static final int PERCENT_PLACES = 4;

    private final Engine engine;
    private final Names names;

    ScriptSettings(final Engine engine, final Names names) {
        this.engine = engine;
        this.names = names;
    }

    void instrument(final Tokens line) {
        line.form(Form.INSTRUMENT);
        final String symbol = line.name("symbol");
        final boolean isNew = names.instrument(symbol) == Names.UNKNOWN;
        final Listing listing = new Listing();
        while (line.hasMore()) {
            final String[] setting = setting(line);
            if (!isNew && !setting[0].equals("collar")) {
                throw line.invalid(symbol + " is already defined: only its collar can change");
            }
            listing.set(setting[0], setting[1], line);
        }
        if (isNew) {
            define(symbol, listing, line);
        }
        if (listing.hasCollar) {
            engine.setCollar(names.instrument(symbol), listing.collar);
        }
    }

    private void define(final String symbol, final Listing listing, final Tokens line) {
        final long number = listing.number < 0 ? names.unused() : listing.number;
        if (number > Engine.MAX_INSTRUMENT || names.isUsed((int) number)) {
            throw line
                    .invalid("id=" + number + " is above " + Engine.MAX_INSTRUMENT + " or used by another instrument");
        }
        engine.defineInstrument((int) number, listing.tick, listing.lot, listing.reference);
        names.define(symbol, (int) number, listing.decimals);
    }

    void seat(final Tokens line) {
        line.form(Form.SEAT);
        final String name = line.name("name of a seat");
        names.requireSeat(name, line);
        final List<IntConsumer> changes = new ArrayList<>();
        long rate = -1;
        long burst = -1;
        while (line.hasMore()) {
            final String[] setting = setting(line);
            switch (setting[0]) {
                case "rate" -> rate = rate(setting[1], line);
                case "burst" -> burst = inRange("burst", setting[1], 1, Engine.MAX_RATE, line);
                default -> changes.add(change(setting[0], setting[1], line));
            }
        }
        if (burst >= 0 && rate <= 0) {
            throw line.invalid("burst needs a rate in the same line");
        }
        final int seat = names.seat(name, line);
        if (rate >= 0) {
            engine.setRate(seat, rate, burst < 0 ? Math.max(1, rate) : burst);
        }
        changes.forEach(change -> change.accept(seat));
    }

    /** A change of a seat. */
    private IntConsumer change(final String key, final String value, final Tokens line) {
        return switch (key) {
            case "quantity" -> limit(Limit.QUANTITY, whole(key, value, line));
            case "notional" -> limit(Limit.NOTIONAL, amount(key, value, line));
            case "open" -> limit(Limit.OPEN_ORDERS, whole(key, value, line));
            case "open-notional" -> limit(Limit.OPEN_NOTIONAL, amount(key, value, line));
            case "position" -> limit(Limit.POSITION, whole(key, value, line));
            case "collar" -> limit(Limit.COLLAR, collar(value, line));
            case "self-trade" -> selfTrade(value, line);
            case "disconnect" -> disconnect(value, line);
            default -> throw line.invalid("unknown setting \"" + Tokens.shown(key) + "\"");
        };
    }

    private IntConsumer limit(final Limit limit, final long value) {
        return seat -> engine.setLimit(seat, limit, value);
    }

    private IntConsumer selfTrade(final String value, final Tokens line) {
        for (final SelfTrade mode : SelfTrade.values()) {
            if (mode.name().toLowerCase(Locale.ROOT).equals(value)) {
                return seat -> engine.setSelfTrade(seat, mode);
            }
        }
        throw line.notA("treatment of self-trades", value);
    }

    private IntConsumer disconnect(final String value, final Tokens line) {
        if (!value.equals("cancel") && !value.equals("keep")) {
            throw line.notA("treatment of disconnects", value);
        }
        return seat -> engine.setCancelOnDisconnect(seat, value.equals("cancel"));
    }

    private static long rate(final String value, final Tokens line) {
        if (value.equals(NONE)) {
            return 0;
        }
        if (!value.endsWith("/s")) {
            throw line.notA("rate such as 1000/s", value);
        }
        return inRange("rate", value.substring(0, value.length() - 2), 1, Engine.MAX_RATE, line);
    }

    private static long whole(final String key, final String value, final Tokens line) {
        return value.equals(NONE) ? Long.MAX_VALUE : inRange(key, value, 0, Long.MAX_VALUE, line);
    }

    private static long amount(final String key, final String value, final Tokens line) {
        final long amount = value.equals(NONE) ? Long.MAX_VALUE : line.price(key, value);
        if (amount < 0) {
            throw line.invalid(key + " " + Tokens.shown(value) + " is below 0");
        }
        return amount;
    }

    private static long collar(final String value, final Tokens line) {
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

    private static long inRange(final String key, final String value, final long least, final long most,
            final Tokens line) {
        final long number = line.number(key, value);
        if (number < least || number > most) {
            throw line.invalid(key + " " + number + " is not from " + least + " to " + most);
        }
        return number;
    }

    private static String[] setting(final Tokens line) {
        final String word = line.next("setting");
        final int equals = word.indexOf('=');
        if (equals < 0) {
            throw line.notA("setting such as key=value", word);
        }
        return new String[]{word.substring(0, equals), word.substring(equals + 1)};
    }

    /** The settings of an instrument. */
    private static final class Listing {
        private long number = -1;
        private long tick = 10_000;
        private int decimals = 2;
        private long lot = 1;
        private long reference;
        private long collar;
        private boolean hasCollar;

        void set(final String key, final String value, final Tokens line) {
            switch (key) {
                case "id" -> number = inRange(key, value, 0, Engine.MAX_INSTRUMENT, line);
                case "lot" -> lot = inRange(key, value, 1, Long.MAX_VALUE, line);
                case "reference" -> reference = positive(key, value, line);
                case "tick" -> {
                    tick = positive(key, value, line);
                    decimals = Decimals.decimals(value);
                }
                case "collar" -> {
                    collar = collar(value, line);
                    hasCollar = true;
                }
                default -> throw line.invalid("unknown setting \"" + Tokens.shown(key) + "\"");
            }
        }

        private static long positive(final String key, final String value, final Tokens line) {
            final long price = line.price(key, value);
            if (price <= 0) {
                throw line.invalid(key + " " + Tokens.shown(value) + " is not above 0");
            }
            return price;
        }
    }
}
