package io.verbus.orders;

/**
 * The streams of a market.
 *
 * @param market its name: 1 to 112 letters, digits, dots, dashes and underscores
 */
public record MarketStreams(String market) {
    /** {@return the stream of the messages of seats, a session per seat} */
    public String in() {
        return market + ".in";
    }

    /** {@return the stream of the messages of the gateway to seats} */
    public String out() {
        return market + ".out";
    }

    /** {@return the stream of the entries} */
    public String log() {
        return market + ".log";
    }

    /** {@return the stream of the changes of the books, as market data} */
    public String md() {
        return market + ".md";
    }
}
