package io.verbus.marketdata.generator;

import io.verbus.BusException;
import java.util.Locale;

/**
 * Parameters of a generated session. Two sessions with equal shapes are identical, byte for byte.
 *
 * @param seed random seed
 * @param messages exact number of messages; at least {@link #minimum(int)}
 * @param symbols number of symbols in the stock directory, 1 to 65,535 (a stock locate has 16 bits)
 * @param liveOrders total number of resting orders in steady state, 1 to 10,000,000; fewer in a session that is too
 *     short to build that many
 */
public record SessionShape(long seed, long messages, int symbols, int liveOrders) {
    /** Default number of symbols: about as many as NASDAQ lists. */
    public static final int DEFAULT_SYMBOLS = 8_000;
    /** Default number of live orders. */
    public static final int DEFAULT_LIVE_ORDERS = 100_000;

    /** Checks the ranges. */
    public SessionShape {
        require(symbols >= 1 && symbols <= 0xFFFF, "--symbols %,d: expected 1 to 65,535", symbols);
        require(liveOrders >= 1 && liveOrders <= 10_000_000,
                "--live-orders %,d: expected 1 to 10,000,000", liveOrders);
        require(messages >= minimum(symbols),
                "--messages %,d: a session of %,d symbols needs at least %,d messages: generate more, or use fewer"
                        + " --symbols",
                messages, symbols, minimum(symbols));
    }

    /**
     * Returns a shape with the default symbols and live orders.
     *
     * @param seed random seed
     * @param messages number of messages
     * @return the shape
     */
    public static SessionShape of(final long seed, final long messages) {
        return new SessionShape(seed, messages, DEFAULT_SYMBOLS, DEFAULT_LIVE_ORDERS);
    }

    /**
     * The minimum number of messages of a day: the directory needs four per symbol, opening and closing a few more.
     *
     * @param symbols number of symbols in the stock directory
     * @return the minimum number of messages
     */
    public static long minimum(final int symbols) {
        return 6L * symbols + 1_000;
    }

    /** Market participants per symbol: up to 24, as on a real day, and fewer in a short session. */
    int participantsPerSymbol() {
        return Math.clamp(messages / (50L * symbols), 1, 24);
    }

    /** Number of symbols with an opening and a closing cross: the most active ones. */
    int crossedSymbols() {
        return Math.clamp(messages / 2_000, 1, symbols);
    }

    private static void require(final boolean holds, final String format, final Object... values) {
        if (!holds) {
            throw new BusException(String.format(Locale.ROOT, format, values));
        }
    }
}
