package io.verbus.matching.script;

import io.verbus.matching.BookEvents;
import io.verbus.matching.Engine;
import io.verbus.matching.EngineCapacity;
import io.verbus.matching.Terms;
import java.util.function.Consumer;

/** Runs a script, line by line, and prints the reports of the engine, as in docs/reference/matching.md. */
public final class OrderScript {
    private static final long NS_PER_MS = 1_000_000;

    private final Names names = new Names();
    private final Consumer<String> out;
    private final ReportLines reports;
    private final Engine engine;
    private final ScriptSettings settings;
    private final RequestLines requests = new RequestLines(names, (symbol, line) -> names.instrument(symbol),
            new EngineRequests());
    private final ScriptLines lines = new ScriptLines(this::run);
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
        lines.run(text);
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
            default -> requests.run(first, tokens);
        }
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
        nowNs += timeNs(tokens, Long.MAX_VALUE - nowNs);
        begin("");
        engine.time(nowNs);
    }

    /** The ns of a time line, at most some. */
    static long timeNs(final Tokens tokens, final long most) {
        tokens.form(Form.TIME);
        final String word = tokens.next("time");
        final long ms = word.startsWith("+") ? tokens.number("time", word.substring(1)) : -1;
        tokens.end();
        if (ms < 0 || ms > most / NS_PER_MS) {
            throw tokens.notA("time from +0 to 292 years in all", word);
        }
        return ms * NS_PER_MS;
    }

    private void begin(final String subject) {
        reports.begin(engine.inputs() + 1, subject);
    }

    /** Makes the requests of lines inputs of the engine. */
    private final class EngineRequests implements OrderRequests {
        @Override
        public void newOrder(final int seat, final long id, final int instrument, final int terms,
                final long quantity, final long price) {
            begin(Long.toString(id));
            engine.newOrder(nowNs, seat, id, instrument, terms, quantity, price);
        }

        @Override
        public void replace(final int seat, final long id, final long newId, final long quantity, final long price) {
            begin(Long.toString(id));
            engine.replace(nowNs, seat, id, newId, quantity, price);
        }

        @Override
        public void reduce(final int seat, final long id, final long quantity) {
            begin(Long.toString(id));
            engine.reduce(nowNs, seat, id, quantity);
        }

        @Override
        public void cancel(final int seat, final long id) {
            begin(Long.toString(id));
            engine.cancel(nowNs, seat, id);
        }

        @Override
        public void cancelAll(final int seat) {
            begin("");
            engine.cancelAll(nowNs, seat);
        }

        @Override
        public void cancelAll(final int seat, final int instrument, final String symbol) {
            begin(symbol);
            engine.cancelAll(nowNs, seat, instrument);
        }

        @Override
        public void disconnect(final int seat, final String name) {
            begin(name);
            engine.disconnect(nowNs, seat);
        }
    }
}
