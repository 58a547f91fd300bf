package io.verbus.matching.script;

import io.verbus.matching.Engine;
import java.util.List;

/** The settings of an instrument line. */
final class InstrumentLine {
    private static final List<String> KEYS = List.of("id", "tick", "lot", "reference", "collar");
    private static final int UNNUMBERED = -1;

    final String symbol;
    long tick = 10_000;
    int decimals = 2;
    long lot = 1;
    long reference;
    long collar;
    boolean hasCollar;
    /** Whether the line has a setting other than the collar. */
    boolean hasTerms;
    private long number = UNNUMBERED;

    private InstrumentLine(final String symbol) {
        this.symbol = symbol;
    }

    static InstrumentLine parse(final Tokens line) {
        line.form(Form.INSTRUMENT);
        final InstrumentLine parsed = new InstrumentLine(line.name("symbol"));
        while (line.hasMore()) {
            final String[] setting = SettingValues.setting(line);
            parsed.set(setting[0], setting[1], line);
        }
        return parsed;
    }

    /** The number of a new instrument: given, or the lowest unused one. */
    int number(final Names names, final Tokens line) {
        final long chosen = number == UNNUMBERED ? names.unused() : number;
        if (chosen > Engine.MAX_INSTRUMENT || names.isUsed((int) chosen)) {
            throw line.invalid("id=" + chosen + " is above " + Engine.MAX_INSTRUMENT
                    + " or used by another instrument");
        }
        return (int) chosen;
    }

    /** Whether the line gives another number than an instrument has. */
    boolean contradicts(final int known) {
        return number != UNNUMBERED && number != known;
    }

    private void set(final String key, final String value, final Tokens line) {
        hasTerms |= !key.equals("collar");
        switch (key) {
            case "id" -> number = SettingValues.inRange(key, value, 0, Engine.MAX_INSTRUMENT, line);
            case "lot" -> lot = SettingValues.inRange(key, value, 1, Long.MAX_VALUE, line);
            case "reference" -> reference = SettingValues.positive(key, value, line);
            case "tick" -> {
                tick = SettingValues.positive(key, value, line);
                decimals = Decimals.decimals(value);
            }
            case "collar" -> {
                collar = SettingValues.collar(value, line);
                hasCollar = true;
            }
            default -> throw line.unknown("setting", key, KEYS);
        }
    }
}
