package io.verbus.matching.script;

import io.verbus.matching.Engine;
import io.verbus.matching.Limit;
import io.verbus.matching.SelfTrade;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The settings of a seat line; those that it does not have are not changed. */
final class SeatLine {
    /** The keys that each seat line may have. */
    static final List<String> KEYS = List.of("quantity", "notional", "open", "open-notional", "position", "collar",
            "rate", "burst", "self-trade", "disconnect");

    final String name;
    /** Settings of the exchange file that are not the engine's. */
    final Map<String, String> others = new HashMap<>();
    private final Map<Limit, Long> limits = new EnumMap<>(Limit.class);
    private long rate = -1;
    private long burst = -1;
    private SelfTrade selfTrade;
    private Boolean cancelsOnDisconnect;

    private SeatLine(final String name) {
        this.name = name;
    }

    /** Parses a line after its form was set; it may have other keys too. */
    static SeatLine parse(final Tokens line, final Names names, final List<String> otherKeys) {
        final String name = line.name("name of a seat");
        names.requireSeat(name, line);
        final SeatLine parsed = new SeatLine(name);
        while (line.hasMore()) {
            final String[] setting = SettingValues.setting(line);
            if (otherKeys.contains(setting[0])) {
                parsed.others.put(setting[0], setting[1]);
            } else {
                parsed.set(setting[0], setting[1], otherKeys, line);
            }
        }
        if (parsed.burst >= 0 && parsed.rate <= 0) {
            throw line.invalid("burst needs a rate in the same line");
        }
        return parsed;
    }

    void applyTo(final int seat, final MarketSettings settings) {
        limits.forEach((limit, value) -> settings.setLimit(seat, limit, value));
        if (rate >= 0) {
            settings.setRate(seat, rate, burst < 0 ? Math.max(1, rate) : burst);
        }
        if (selfTrade != null) {
            settings.setSelfTrade(seat, selfTrade);
        }
        if (cancelsOnDisconnect != null) {
            settings.setCancelOnDisconnect(seat, cancelsOnDisconnect);
        }
    }

    boolean changesDisconnect() {
        return cancelsOnDisconnect != null;
    }

    private void set(final String key, final String value, final List<String> otherKeys, final Tokens line) {
        switch (key) {
            case "quantity" -> limits.put(Limit.QUANTITY, SettingValues.whole(key, value, line));
            case "notional" -> limits.put(Limit.NOTIONAL, SettingValues.amount(key, value, line));
            case "open" -> limits.put(Limit.OPEN_ORDERS, SettingValues.whole(key, value, line));
            case "open-notional" -> limits.put(Limit.OPEN_NOTIONAL, SettingValues.amount(key, value, line));
            case "position" -> limits.put(Limit.POSITION, SettingValues.whole(key, value, line));
            case "collar" -> limits.put(Limit.COLLAR, SettingValues.collar(value, line));
            case "rate" -> rate = SettingValues.rate(value, line);
            case "burst" -> burst = SettingValues.inRange("burst", value, 1, Engine.MAX_RATE, line);
            case "self-trade" -> selfTrade = mode(value, line);
            case "disconnect" -> cancelsOnDisconnect = cancels(value, line);
            default -> {
                final List<String> known = new ArrayList<>(KEYS);
                known.addAll(otherKeys);
                throw line.unknown("setting", key, known);
            }
        }
    }

    private static SelfTrade mode(final String value, final Tokens line) {
        for (final SelfTrade mode : SelfTrade.values()) {
            if (mode.name().toLowerCase(Locale.ROOT).equals(value)) {
                return mode;
            }
        }
        throw line.notA("treatment of self-trades", value);
    }

    private static boolean cancels(final String value, final Tokens line) {
        if (!value.equals("cancel") && !value.equals("keep")) {
            throw line.notA("treatment of disconnects", value);
        }
        return value.equals("cancel");
    }
}
