package io.verbus.tools.trade;

import io.verbus.marketdata.book.BookSide;
import io.verbus.matching.Terms;
import io.verbus.orders.seat.TradingSeat;

/**
 * Quotes both sides of one instrument, two ticks around the middle of the other orders' best prices. Each lot of
 * inventory moves both quotes a tick, so that the next trade rather reduces it.
 */
final class QuoteStrategy implements Strategy {
    private static final int HALF_SPREAD = 2;
    private static final int QUOTED_LOTS = 5;
    private static final long NONE = 0;
    private static final long NOT_OPEN = Long.MIN_VALUE;

    private final TradingSeat seat;
    private final MarketView market;
    private final StrategySettings settings;
    private final OrderIdSequence ids;
    private final int instrument;
    private final long lot;
    private final long[] quotes = {NONE, NONE};
    private final long[] prices = new long[2];
    private long inventory;

    QuoteStrategy(final TradingSeat seat, final MarketView market, final StrategySettings settings,
            final OrderIdSequence ids) {
        this.seat = seat;
        this.market = market;
        this.settings = settings;
        this.ids = ids;
        instrument = market.instrument(settings.symbol());
        lot = market.lot(instrument);
    }

    @Override
    public int act(final boolean hasNews, final boolean isDue) {
        if (!hasNews && !isDue) {
            return 0;
        }
        final long center = middle() - inventory / lot * settings.tick();
        return quote(Terms.BUY, center - HALF_SPREAD * settings.tick())
                + quote(Terms.SELL, center + HALF_SPREAD * settings.tick());
    }

    @Override
    public void executed(final long id, final long quantity) {
        inventory += OrderIdSequence.isSell(id) ? -quantity : quantity;
    }

    private int quote(final int side, final long wanted) {
        final long price = Math.max(1, wanted / settings.tick()) * settings.tick();
        final boolean isOpen = quotes[side] != NONE && seat.openQuantity(quotes[side]) != NOT_OPEN;
        if (isOpen && price == prices[side]) {
            return 0;
        }
        final long id = ids.next(side);
        final long result = isOpen
                ? seat.replace(quotes[side], id, QUOTED_LOTS * lot, price)
                : seat.enter(id, instrument, side | Terms.DAY, QUOTED_LOTS * lot, price);
        if (result <= 0) {
            return 0;
        }
        quotes[side] = id;
        prices[side] = price;
        return 1;
    }

    /** In millionths. */
    private long middle() {
        final long bid = othersBest(BookSide.BUY, Terms.BUY);
        final long ask = othersBest(BookSide.SELL, Terms.SELL);
        if (bid != NONE && ask != NONE) {
            return (bid + ask) / 2;
        }
        if (bid != NONE) {
            return bid + HALF_SPREAD * settings.tick();
        }
        return ask != NONE ? ask - HALF_SPREAD * settings.tick() : settings.price();
    }

    /** The best price with shares that are not this seat's; 0 if there is none. */
    private long othersBest(final int bookSide, final int side) {
        final int levels = market.books().levels(instrument, bookSide);
        for (int depth = 0; depth < levels; depth++) {
            final long price = market.books().price(instrument, bookSide, depth) * StrategySettings.PRICE_UNIT;
            final long own = price == prices[side] && quotes[side] != NONE
                    ? Math.max(0, seat.openQuantity(quotes[side]))
                    : 0;
            if (market.books().shares(instrument, bookSide, depth) > own) {
                return price;
            }
        }
        return NONE;
    }
}
