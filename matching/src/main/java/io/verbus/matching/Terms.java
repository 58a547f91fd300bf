package io.verbus.matching;

/**
 * The terms of an order in one int.
 *
 * <pre>
 *  bit     31 ... 5      4           3        2 1        0
 *         +---------+-----------+--------+----------+------+
 *         |    0    | post-only | market | duration | side |
 *         +---------+-----------+--------+----------+------+
 * </pre>
 *
 * <p>A market order has no price of its own, so it is {@link #IOC} or {@link #FOK}. A post-only order rests, so it is
 * {@link #DAY} or {@link #GTC}. All other combinations are refused with {@link RefusalCode#TERMS}.
 */
public final class Terms {
    /** Side: an order to buy. */
    public static final int BUY = 0;
    /** Side: an order to sell. */
    public static final int SELL = 1;
    /** Duration: the order rests until the end of the day. */
    public static final int DAY = 0;
    /** Duration: the order rests until it is cancelled. */
    public static final int GTC = 1 << 1;
    /** Duration: the quantity that cannot trade at once is cancelled. */
    public static final int IOC = 2 << 1;
    /** Duration: the whole order trades at once, or nothing of it. */
    public static final int FOK = 3 << 1;
    /** The order trades at any price within the collar; its price is ignored. */
    public static final int MARKET = 1 << 3;
    /** The order is refused if it would trade. */
    public static final int POST_ONLY = 1 << 4;

    /** Bits of all terms. */
    static final int BITS = 5;
    static final int ALL = (1 << BITS) - 1;

    private static final int SIDE = 1;
    private static final int DURATION = FOK;

    private Terms() {
    }

    static boolean areValid(final int terms) {
        return (terms & ~ALL) == 0 && (rests(terms) ? !isMarket(terms) : !isPostOnly(terms));
    }

    static int side(final int terms) {
        return terms & SIDE;
    }

    static boolean rests(final int terms) {
        return (terms & IOC) == 0;
    }

    static boolean isDay(final int terms) {
        return (terms & DURATION) == DAY;
    }

    static boolean isFillOrKill(final int terms) {
        return (terms & DURATION) == FOK;
    }

    static boolean isMarket(final int terms) {
        return (terms & MARKET) != 0;
    }

    static boolean isPostOnly(final int terms) {
        return (terms & POST_ONLY) != 0;
    }
}
