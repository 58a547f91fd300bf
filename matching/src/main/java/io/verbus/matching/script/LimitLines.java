package io.verbus.matching.script;

import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Lines that change settings of a running exchange: {@code seat} lines as in a script, and {@code instrument} lines
 * that have only a collar. {@code disconnect} cannot be changed: a seat requests it when it establishes.
 */
public final class LimitLines {
    /** Returned by a look-up for a name that the exchange does not have. */
    public static final int NOT_FOUND = -1;

    private final ToIntFunction<String> seats;
    private final ToIntFunction<String> instruments;
    private final MarketSettings settings;
    private final Names names = new Names();
    private final ScriptLines lines = new ScriptLines(this::run);

    /**
     * Settings of an exchange.
     *
     * @param seats the number of a seat by its name, or {@link #NOT_FOUND}
     * @param instruments the number of an instrument by its symbol, or {@link #NOT_FOUND}
     * @param settings receives the settings
     */
    public LimitLines(final ToIntFunction<String> seats, final ToIntFunction<String> instruments,
            final MarketSettings settings) {
        this.seats = seats;
        this.instruments = instruments;
        this.settings = settings;
    }

    /**
     * Runs the next line.
     *
     * @param text the line
     * @throws ScriptException if it is invalid; then it has changed nothing
     */
    public void run(final String text) {
        lines.run(text);
    }

    private void run(final Tokens tokens) {
        tokens.form(Form.LIMITS);
        final String first = tokens.next("line");
        switch (first) {
            case "instrument" -> instrument(tokens);
            case "seat" -> seat(tokens);
            default -> throw tokens.unknown("line", first, List.of("instrument", "seat"));
        }
    }

    private void instrument(final Tokens tokens) {
        final InstrumentLine parsed = InstrumentLine.parse(tokens);
        tokens.form(Form.LIMITS);
        if (parsed.hasTerms || !parsed.hasCollar) {
            throw tokens.invalid("only the collar of " + parsed.symbol + " can change");
        }
        settings.setCollar(found(instruments.applyAsInt(parsed.symbol), "instrument", parsed.symbol, tokens),
                parsed.collar);
    }

    private void seat(final Tokens tokens) {
        final SeatLine parsed = SeatLine.parse(tokens, names, List.of());
        if (parsed.changesDisconnect()) {
            throw tokens.invalid("disconnect cannot change: a seat requests it when it establishes");
        }
        parsed.applyTo(found(seats.applyAsInt(parsed.name), "seat", parsed.name, tokens), settings);
    }

    private static int found(final int number, final String what, final String name, final Tokens tokens) {
        if (number == NOT_FOUND) {
            throw tokens.invalid("the exchange has no " + what + " " + name);
        }
        return number;
    }
}
