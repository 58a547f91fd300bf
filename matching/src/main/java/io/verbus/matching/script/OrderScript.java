package io.verbus.matching.script;

import io.verbus.matching.BookEvents;
import io.verbus.matching.Engine;
import io.verbus.matching.EngineCapacity;
import io.verbus.matching.Terms;
import java.util.function.Consumer;

/** Runs a script, line by line, and prints the reports of the engine. docs/matching.md has the lines and the output. */
public final class OrderScript {
    private static final long NS_PER_MS = 1_000_000;

    private final Names names = new Names();
    private final Consumer<String> out;
    private final ReportLines reports;
    private final Engine engine;
    private final ScriptSettings settings;
    private long line;
    private long nowNs;

    /**
     * A script with an empty engine.
     *
     * @param out receives the lines of the output
     */
    public OrderScript(final Consumer<String> out) {
        this(out, BookEvents.IGNORED);
    }

    /**
     * A script with an empty engine.
     *
     * @param out receives the lines of the output
     * @param events receives the changes of the books
     */
    public OrderScript(final Consumer<String> out, final BookEvents events) {
        this.out = out;
        reports = new ReportLines(names, out);
        engine = new Engine(EngineCapacity.DEFAULT, 0, reports, events);
        settings = new ScriptSettings(engine, names);
    }

    /** {@return the engine, not to be changed} */
    public Engine engine() {
        return engine;
    }

    /**
     * Runs the next line.
     *
     * @param text the line
     * @throws ScriptException if it is invalid; then it has changed nothing
     */
    public void run(final String text) {
        line++;
        if (text.isBlank() || text.strip().startsWith("#")) {
            return;
        }
        try {
            run(new Tokens(text));
        } catch (final InvalidLine e) {
            throw new ScriptException(line, e.getMessage());
        }
    }

    /** Prints the resting orders: by instrument, buy before sell, best price first, at a price in order of place. */
    public void printBook() {
        final StringBuilder text = new StringBuilder();
        engine.visitOrders((instrument, side, price, order, seat, id, open) -> {
            text.setLength(0);
            text.append("book ").append(names.symbol(instrument)).append(side == Terms.BUY ? " buy " : " sell ")
                    .append(open).append(" @ ");
            out.accept(Decimals.append(text, price, names.decimals(instrument)).append(" order ").append(order)
                    .append(' ').append(names.seat(seat)).append(' ').append(id).toString());
        });
    }

    private void run(final Tokens tokens) {
        final String first = tokens.next("line");
        switch (first) {
            case "instrument" -> settings.instrument(tokens);
            case "seat" -> settings.seat(tokens);
            case "halt", "resume" -> halt(tokens, first.equals("halt"));
            case "kill", "revive" -> kill(tokens, first.equals("kill"));
            case "end-day" -> endDay(tokens);
            case "time" -> time(tokens);
            default -> request(first, tokens);
        }
    }

    private void request(final String seat, final Tokens tokens) {
        final String verb = tokens.next("request of seat " + Tokens.shown(seat));
        switch (verb) {
            case "new" -> newOrder(seat, tokens);
            case "replace" -> replace(seat, tokens);
            case "cancel" -> cancel(seat, tokens);
            case "cancel-all" -> cancelAll(seat, tokens);
            case "disconnect" -> disconnect(seat, tokens);
            default -> throw tokens.invalid("unknown request \"" + Tokens.shown(verb) + "\"");
        }
    }

    private void newOrder(final String seat, final Tokens tokens) {
        tokens.form(Form.NEW);
        final long id = tokens.number("order id");
        final int instrument = names.instrument(tokens.name("symbol"));
        final int side = side(tokens);
        final long quantity = tokens.number("quantity");
        tokens.require("@");
        final boolean isMarket = tokens.take("market");
        final long price = isMarket ? 0 : tokens.price("price");
        final int duration = duration(tokens, isMarket ? Terms.IOC : Terms.DAY);
        final int terms = side | duration | (isMarket ? Terms.MARKET : 0)
                | (tokens.take("post-only") ? Terms.POST_ONLY : 0);
        final int number = end(seat, tokens);
        begin(Long.toString(id));
        engine.newOrder(nowNs, number, id, instrument, terms, quantity, price);
    }

    private static int side(final Tokens tokens) {
        if (tokens.take("buy")) {
            return Terms.BUY;
        }
        tokens.require("sell");
        return Terms.SELL;
    }

    private static int duration(final Tokens tokens, final int otherwise) {
        if (tokens.take("day")) {
            return Terms.DAY;
        }
        if (tokens.take("gtc")) {
            return Terms.GTC;
        }
        if (tokens.take("ioc")) {
            return Terms.IOC;
        }
        return tokens.take("fok") ? Terms.FOK : otherwise;
    }

    private void replace(final String seat, final Tokens tokens) {
        tokens.form(Form.REPLACE);
        final long id = tokens.number("order id");
        final long newId = tokens.number("new order id");
        final long quantity = tokens.number("quantity");
        tokens.require("@");
        final long price = tokens.price("price");
        final int number = end(seat, tokens);
        begin(Long.toString(id));
        engine.replace(nowNs, number, id, newId, quantity, price);
    }

    private void cancel(final String seat, final Tokens tokens) {
        tokens.form(Form.CANCEL);
        final long id = tokens.number("order id");
        final boolean reduces = tokens.take("leaving");
        final long left = reduces ? tokens.number("quantity") : 0;
        final int number = end(seat, tokens);
        begin(Long.toString(id));
        if (reduces) {
            engine.reduce(nowNs, number, id, left);
        } else {
            engine.cancel(nowNs, number, id);
        }
    }

    private void cancelAll(final String seat, final Tokens tokens) {
        tokens.form(Form.CANCEL_ALL);
        final String symbol = tokens.hasMore() ? tokens.name("symbol") : "";
        final int number = end(seat, tokens);
        begin(symbol);
        if (symbol.isEmpty()) {
            engine.cancelAll(nowNs, number);
        } else {
            engine.cancelAll(nowNs, number, names.instrument(symbol));
        }
    }

    private void disconnect(final String seat, final Tokens tokens) {
        tokens.form(Form.DISCONNECT);
        final int number = end(seat, tokens);
        begin(seat);
        engine.disconnect(nowNs, number);
    }

    private void halt(final Tokens tokens, final boolean halts) {
        tokens.form(halts ? Form.HALT : Form.RESUME);
        final String symbol = tokens.name("symbol");
        tokens.end();
        begin(symbol);
        if (halts) {
            engine.halt(nowNs, names.instrument(symbol));
        } else {
            engine.resume(nowNs, names.instrument(symbol));
        }
    }

    private void kill(final Tokens tokens, final boolean kills) {
        tokens.form(kills ? Form.KILL : Form.REVIVE);
        final boolean all = tokens.take("all");
        final String seat = all ? "all" : tokens.name("name of a seat");
        tokens.end();
        final int number = all ? 0 : names.seat(seat, tokens);
        begin(seat);
        if (kills && all) {
            engine.killAll(nowNs);
        } else if (kills) {
            engine.kill(nowNs, number);
        } else if (all) {
            engine.reviveAll(nowNs);
        } else {
            engine.revive(nowNs, number);
        }
    }

    private void endDay(final Tokens tokens) {
        tokens.form(Form.END_DAY);
        tokens.end();
        begin("");
        engine.endDay(nowNs);
    }

    private void time(final Tokens tokens) {
        tokens.form(Form.TIME);
        final String word = tokens.next("time");
        final long ms = word.startsWith("+") ? tokens.number("time", word.substring(1)) : -1;
        tokens.end();
        if (ms < 0 || ms > (Long.MAX_VALUE - nowNs) / NS_PER_MS) {
            throw tokens.notA("time from +0 to 292 years in all", word);
        }
        nowNs += ms * NS_PER_MS;
        begin("");
        engine.time(nowNs);
    }

    /** Requires the end of a line of a seat; returns the number of the seat. */
    private int end(final String seat, final Tokens tokens) {
        tokens.end();
        return names.seat(new Tokens(seat).name("name of a seat"), tokens);
    }

    private void begin(final String subject) {
        reports.begin(engine.inputs() + 1, subject);
    }
}
