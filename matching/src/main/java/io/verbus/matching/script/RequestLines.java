package io.verbus.matching.script;

import io.verbus.matching.Terms;
import java.util.List;
import java.util.function.ToIntBiFunction;

/** Parses the lines of seats. A line is passed on as a whole or not at all. */
final class RequestLines {
    private static final List<String> VERBS = List.of("new", "replace", "cancel", "cancel-all", "disconnect");

    private final Names names;
    private final ToIntBiFunction<String, Tokens> instruments;
    private final OrderRequests requests;

    /**
     * Lines of the seats of a script.
     *
     * @param names the seats
     * @param instruments the number of a symbol in a line; may refuse the line
     * @param requests receives the requests
     */
    RequestLines(final Names names, final ToIntBiFunction<String, Tokens> instruments, final OrderRequests requests) {
        this.names = names;
        this.instruments = instruments;
        this.requests = requests;
    }

    /** Runs a line after its first word, the name of the seat. */
    void run(final String seat, final Tokens tokens) {
        final String verb = tokens.next("request of seat " + Tokens.shown(seat));
        switch (verb) {
            case "new" -> newOrder(seat, tokens);
            case "replace" -> replace(seat, tokens);
            case "cancel" -> cancel(seat, tokens);
            case "cancel-all" -> cancelAll(seat, tokens);
            case "disconnect" -> disconnect(seat, tokens);
            default -> throw tokens.unknown("request", verb, VERBS);
        }
    }

    private void newOrder(final String seat, final Tokens tokens) {
        tokens.form(Form.NEW);
        final long id = tokens.number("order id");
        final int instrument = instruments.applyAsInt(tokens.name("symbol"), tokens);
        final int side = side(tokens);
        final long quantity = tokens.number("quantity");
        tokens.require("@");
        final boolean isMarket = tokens.take("market");
        final long price = isMarket ? 0 : tokens.price("price");
        final int duration = duration(tokens, isMarket ? Terms.IOC : Terms.DAY);
        final int terms = side | duration | (isMarket ? Terms.MARKET : 0)
                | (tokens.take("post-only") ? Terms.POST_ONLY : 0);
        requests.newOrder(end(seat, tokens), id, instrument, terms, quantity, price);
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
        requests.replace(end(seat, tokens), id, newId, quantity, price);
    }

    private void cancel(final String seat, final Tokens tokens) {
        tokens.form(Form.CANCEL);
        final long id = tokens.number("order id");
        final boolean reduces = tokens.take("leaving");
        final long left = reduces ? tokens.number("quantity") : 0;
        final int number = end(seat, tokens);
        if (reduces) {
            requests.reduce(number, id, left);
        } else {
            requests.cancel(number, id);
        }
    }

    private void cancelAll(final String seat, final Tokens tokens) {
        tokens.form(Form.CANCEL_ALL);
        final String symbol = tokens.hasMore() ? tokens.name("symbol") : "";
        if (symbol.isEmpty()) {
            requests.cancelAll(end(seat, tokens));
        } else {
            final int instrument = instruments.applyAsInt(symbol, tokens);
            requests.cancelAll(end(seat, tokens), instrument, symbol);
        }
    }

    private void disconnect(final String seat, final Tokens tokens) {
        tokens.form(Form.DISCONNECT);
        requests.disconnect(end(seat, tokens), seat);
    }

    /** Requires the end of a line of a seat; returns the number of the seat. */
    private int end(final String seat, final Tokens tokens) {
        tokens.end();
        return names.seat(new Tokens(seat).name("name of a seat"), tokens);
    }
}
