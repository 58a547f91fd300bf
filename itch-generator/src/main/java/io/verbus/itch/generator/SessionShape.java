package io.verbus.itch.generator;

import io.verbus.BusException;
import java.util.Locale;

/**
 * What a generated session looks like. Two sessions of the same shape are the same, byte for byte.
 *
 * @param seed of all that is random in it
 * @param messages in the session, exactly; at least {@link #minimum(int)}
 * @param symbols in its stock directory, 1 to 65,535 (a stock locate has 16 bits)
 * @param liveOrders that rest in all books together in steady state, 1 to 10,000,000; a session too short to build
 *     that many builds fewer
 */
public record SessionShape(long seed, long messages, int symbols, int liveOrders) {
    /** Symbols unless told otherwise: about what NASDAQ lists in a day. */
    public static final int DEFAULT_SYMBOLS = 8_000;
    /** Live orders unless told otherwise. */
    public static final int DEFAULT_LIVE_ORDERS = 100_000;

    /** Checks the figures. */
    public SessionShape {
        require(symbols >= 1 && symbols <= 0xFFFF, "--symbols %,d: a session has 1 to 65,535 symbols", symbols);
        require(liveOrders >= 1 && liveOrders <= 10_000_000,
                "--live-orders %,d: a session has 1 to 10,000,000 live orders", liveOrders);
        require(messages >= minimum(symbols),
                "--messages %,d: a session of %,d symbols needs at least %,d messages; ask for more, or for fewer"
                        + " --symbols",
                messages, symbols, minimum(symbols));
    }

    /**
     * With the usual symbols and live orders.
     *
     * @param seed of all that is random
     * @param messages in the session
     * @return that shape
     */
    public static SessionShape of(final long seed, final long messages) {
        return new SessionShape(seed, messages, DEFAULT_SYMBOLS, DEFAULT_LIVE_ORDERS);
    }

    /**
     * The fewest messages that hold a day: the directory takes four per symbol, opening and closing a few more.
     *
     * @param symbols in the stock directory
     * @return that number
     */
    public static long minimum(final int symbols) {
        return 6L * symbols + 1_000;
    }

    /** Each symbol's market participants: as many as leave room for orders, up to the 24 of a real day. */
    int participantsPerSymbol() {
        return Math.clamp(messages / (50L * symbols), 1, 24);
    }

    /** Symbols that have an opening and a closing cross: the most active ones. */
    int crossedSymbols() {
        return Math.clamp(messages / 2_000, 1, symbols);
    }

    private static void require(final boolean held, final String sentence, final Object... figures) {
        if (!held) {
            throw new BusException(String.format(Locale.ROOT, sentence, figures));
        }
    }
}
