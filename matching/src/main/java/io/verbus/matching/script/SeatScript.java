package io.verbus.matching.script;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * A script of one seat, for a trader: its lines are those of {@link OrderScript}. The market defines the instruments: a
 * line that names another one is refused, and an {@code instrument} line only gives the decimals of a symbol.
 * {@code seat} lines are checked and have no effect, because the exchange has the limits; {@code time} lets time pass.
 * Lines of other seats and controls of the market are refused.
 */
public final class SeatScript {
    private final String seat;
    private final Names names = new Names();
    private final RequestLines requests;
    private final LongConsumer pause;
    private final int number;
    /** Symbols of the market that no line has named. */
    private final Set<String> market = new HashSet<>();
    private final ScriptLines lines = new ScriptLines(this::run);

    /**
     * An empty script.
     *
     * @param seat the name of the seat, as in an exchange file
     * @param requests receives the requests; the number of the seat is 0
     * @param pause receives the ns that a {@code time} line lets pass
     * @throws ScriptException if the seat cannot have this name
     */
    public SeatScript(final String seat, final OrderRequests requests, final LongConsumer pause) {
        this.seat = seat;
        this.pause = pause;
        this.requests = new RequestLines(names, this::instrument, requests);
        try {
            final Tokens name = new Tokens(seat);
            number = names.seat(name.name("name of a seat"), name);
        } catch (final InvalidLine e) {
            throw new ScriptException(0, e.getMessage());
        }
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

    /**
     * Defines an instrument of the market, before the first line that names it.
     *
     * @param symbol its name
     * @param instrument its number
     * @param decimals of its prices, 0 to 6, unless a line gives others
     */
    public void define(final String symbol, final int instrument, final int decimals) {
        names.define(symbol, instrument, decimals);
        market.add(symbol);
    }

    /**
     * The symbol of an instrument.
     *
     * @param instrument its number
     * @return the symbol, or its number if it is not defined
     */
    public String symbol(final int instrument) {
        return names.symbol(instrument);
    }

    /**
     * Prints reports to this seat, with its name and the symbols of the script.
     *
     * @param out receives the lines
     * @return receives the reports; the number of the seat is 0
     */
    public ReportLines reports(final Consumer<String> out) {
        return new ReportLines(names, out);
    }

    private void run(final Tokens tokens) {
        final String first = tokens.next("line");
        switch (first) {
            case "instrument" -> instrument(tokens);
            case "seat" -> {
                tokens.form(Form.SEAT);
                SeatLine.parse(tokens, names, List.of());
            }
            case "time" -> pause.accept(OrderScript.timeNs(tokens, Long.MAX_VALUE));
            default -> request(first, tokens);
        }
    }

    private void instrument(final Tokens tokens) {
        final InstrumentLine parsed = InstrumentLine.parse(tokens);
        final int known = instrument(parsed.symbol, tokens);
        if (parsed.contradicts(known)) {
            throw tokens.invalid("the market has " + parsed.symbol + " with id " + known);
        }
        if (market.remove(parsed.symbol)) {
            names.define(parsed.symbol, known, parsed.decimals);
        } else if (parsed.hasTerms) {
            throw tokens.invalid(parsed.symbol + " is already defined: only its collar can change");
        }
    }

    /** Never numbers an instrument itself: the order would be entered in another one. */
    private int instrument(final String symbol, final Tokens tokens) {
        final int known = names.instrument(symbol);
        if (known == Names.UNKNOWN) {
            throw tokens.invalid("the market data has no instrument " + symbol);
        }
        return known;
    }

    private void request(final String first, final Tokens tokens) {
        tokens.form(Form.TRADER);
        if (!first.equals(seat)) {
            throw tokens.invalid("\"" + Tokens.shown(first) + "\" is not seat " + seat
                    + " (controls of the market: ./bus orders)");
        }
        requests.run(first, tokens);
        assert names.seat(number).equals(seat) : "another number";
    }
}
