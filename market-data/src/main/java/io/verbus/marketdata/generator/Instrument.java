package io.verbus.marketdata.generator;

/** One symbol: its listing, its fair price and its book. */
final class Instrument {
    /** Lower bound of the fair price, so that no bid comes near zero. */
    private static final int FEWEST_TICKS = 2 * GeneratedSide.LEVELS;
    /** Upper bound of the fair price. ITCH allows up to 199,999.9900 dollars. */
    private static final int MOST_TICKS = 1_000_000;

    /** From this price on, the tick is five cents. */
    private static final int DEAR_CENTS = 50_000;

    final int locate;
    final Tickers.Listing listing;
    /** Eight ASCII characters, padded with spaces, as a big-endian number. */
    final long ticker;
    final GeneratedSide bids;
    final GeneratedSide asks;
    /** Number of orders in its book in steady state. */
    final int settledOrders;
    /** Price units (1/10000 dollar) per tick. */
    private final int tick;
    /** Ticks between the fair price and the best quote. */
    private final int reserve;
    /** The fair price in ticks: bids are at or below it, asks above it. */
    private int fair;

    Instrument(final int locate, final Tickers.Listing listing, final int settledOrders, final int reserve,
            final GeneratedOrders pool) {
        this.locate = locate;
        this.listing = listing;
        this.settledOrders = settledOrders;
        this.reserve = reserve;
        ticker = pack(listing.ticker());
        tick = listing.cents() < DEAR_CENTS ? 100 : 500;
        fair = Math.max(FEWEST_TICKS, listing.cents() * 100 / tick);
        bids = new GeneratedSide(true, pool);
        asks = new GeneratedSide(false, pool);
    }

    int orders() {
        return bids.orders() + asks.orders();
    }

    int price(final GeneratedSide side, final int depth) {
        return side.ticks(depth) * tick;
    }

    int fairPrice() {
        return fair * tick;
    }

    GeneratedSide opposite(final GeneratedSide side) {
        return side == bids ? asks : bids;
    }

    /** The best depth that is quoted at the current fair price. */
    int quote(final GeneratedSide side) {
        return side.depth(side.isBuy ? fair - reserve : fair + 1 + reserve);
    }

    /** A side with its best order beyond the fair price; null if there is none. */
    GeneratedSide passed() {
        if (bids.orders() > 0 && bids.ticks(bids.best()) > fair) {
            return bids;
        }
        return asks.orders() > 0 && asks.best() <= fair ? asks : null;
    }

    /** Moves the fair price by one tick. */
    void walk(final boolean up) {
        fair = Math.clamp(fair + (up ? 1 : -1), FEWEST_TICKS, MOST_TICKS);
    }

    private static long pack(final String text) {
        long packed = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            packed = packed << Byte.SIZE | (i < text.length() ? text.charAt(i) : ' ');
        }
        return packed;
    }
}
