package io.verbus.matching.script;

import java.util.ArrayList;
import java.util.List;

/**
 * The instruments and seats of an exchange, from a file with {@code instrument} and {@code seat} lines as in a script,
 * {@code instruments itch=FILE}, and {@code secret-file=FILE}, {@code operator=yes}, {@code over-rate=wait} of seats.
 * Prices are in millionths. Market data has prices in 1/10,000 and no instrument 0, and a symbol has at most 16
 * characters: other values are refused.
 */
public final class ExchangeFile {
    private static final List<String> LINES = List.of("instrument", "instruments", "seat");
    private static final List<String> SEAT_KEYS = List.of("secret-file", "operator", "over-rate");
    private static final int MAX_SYMBOL = 16;
    private static final long PRICE_UNIT = 100;

    private final InstrumentFile files;
    private final Names names = new Names();
    private final List<ListedInstrument> instruments = new ArrayList<>();
    private final List<ListedSeat> seats = new ArrayList<>();
    private final List<SeatLine> seatLines = new ArrayList<>();
    private final ScriptLines lines = new ScriptLines(this::run);

    private ExchangeFile(final InstrumentFile files) {
        this.files = files;
    }

    /**
     * Reads an exchange file.
     *
     * @param lines of the file
     * @param files reads files that {@code instruments} lines name
     * @return the exchange, with at least one instrument and one seat
     * @throws ScriptException if a line is invalid, or there is no instrument or no seat
     */
    public static ExchangeFile read(final List<String> lines, final InstrumentFile files) {
        final ExchangeFile exchange = new ExchangeFile(files);
        lines.forEach(exchange.lines::run);
        if (exchange.instruments.isEmpty() || exchange.seats.isEmpty()) {
            throw new ScriptException(exchange.lines.number(), "the exchange has no "
                    + (exchange.instruments.isEmpty() ? "instrument" : "seat") + " line: add one");
        }
        return exchange;
    }

    /** {@return the instruments, in order of the lines} */
    public List<ListedInstrument> instruments() {
        return List.copyOf(instruments);
    }

    /** {@return the seats, by number} */
    public List<ListedSeat> seats() {
        return List.copyOf(seats);
    }

    /**
     * Makes the settings of all seats.
     *
     * @param settings receives those that their lines have
     */
    public void applySeats(final MarketSettings settings) {
        for (int seat = 0; seat < seatLines.size(); seat++) {
            seatLines.get(seat).applyTo(seat, settings);
        }
    }

    private void run(final Tokens tokens) {
        tokens.form(Form.EXCHANGE);
        final String first = tokens.next("line");
        switch (first) {
            case "instrument" -> instrument(tokens);
            case "instruments" -> instruments(tokens);
            case "seat" -> seat(tokens);
            default -> throw tokens.unknown("line", first, LINES);
        }
    }

    private void instrument(final Tokens tokens) {
        final InstrumentLine parsed = InstrumentLine.parse(tokens);
        final int number = parsed.number(names, tokens);
        if (parsed.tick % PRICE_UNIT != 0) {
            throw tokens.invalid("the tick is not a multiple of 0.0001, the price unit of market data");
        }
        add(new ListedInstrument(number, parsed.symbol, parsed.tick, parsed.decimals, parsed.lot, parsed.reference,
                parsed.hasCollar ? parsed.collar : Long.MAX_VALUE), tokens);
    }

    private void instruments(final Tokens tokens) {
        tokens.form(Form.INSTRUMENTS);
        final String[] setting = SettingValues.setting(tokens);
        if (!setting[0].equals("itch")) {
            throw tokens.unknown("setting", setting[0], List.of("itch"));
        }
        tokens.end();
        files.read(lines.number(), setting[1]).forEach(one -> add(one, tokens));
    }

    private void add(final ListedInstrument instrument, final Tokens tokens) {
        if (names.instrument(instrument.symbol()) != Names.UNKNOWN || names.isUsed(instrument.number())) {
            throw tokens.invalid("instrument " + instrument.symbol() + " with id " + instrument.number()
                    + " is defined twice");
        }
        if (instrument.number() < 1) {
            throw tokens.invalid("id=0 stands for all instruments in market data, an instrument has 1 or more");
        }
        if (instrument.symbol().length() > MAX_SYMBOL) {
            throw tokens.invalid("symbol " + instrument.symbol() + " is longer than " + MAX_SYMBOL
                    + " characters, the length in market data");
        }
        instruments.add(instrument);
        names.define(instrument.symbol(), instrument.number(), instrument.decimals());
    }

    private void seat(final Tokens tokens) {
        tokens.form(Form.EXCHANGE_SEAT);
        final SeatLine parsed = SeatLine.parse(tokens, names, SEAT_KEYS);
        if (names.hasSeat(parsed.name)) {
            throw tokens.invalid("seat " + parsed.name + " is defined twice");
        }
        final String secret = parsed.others.get("secret-file");
        if (secret == null || secret.isEmpty()) {
            throw tokens.invalid("seat " + parsed.name + " has no secret-file");
        }
        final boolean isOperator = choice(parsed, "operator", "no", "yes", tokens);
        final boolean waits = choice(parsed, "over-rate", "reject", "wait", tokens);
        seats.add(new ListedSeat(names.seat(parsed.name, tokens), parsed.name, lines.number(), secret, isOperator,
                waits));
        seatLines.add(parsed);
    }

    /** Whether a setting has the second of two values; the first is the default. */
    private static boolean choice(final SeatLine seat, final String key, final String first, final String second,
            final Tokens tokens) {
        final String value = seat.others.getOrDefault(key, first);
        if (!value.equals(first) && !value.equals(second)) {
            throw tokens.unknown("value of " + key, value, List.of(first, second));
        }
        return value.equals(second);
    }
}
