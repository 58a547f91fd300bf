package io.verbus.tools.trade;

import io.verbus.marketdata.book.BookSide;
import io.verbus.matching.Terms;
import io.verbus.orders.seat.TradingSeat;

/**
 * Takes a lot of the best price of one instrument whenever that price has improved: the offer has fallen, or the bid
 * has risen.
 */
final class TakeStrategy implements Strategy {
    private final TradingSeat seat;
    private final MarketView market;
    private final OrderIdSequence ids;
    private final int instrument;
    private final long[] best = {Long.MIN_VALUE, Long.MAX_VALUE};

    TakeStrategy(final TradingSeat seat, final MarketView market, final StrategySettings settings,
            final OrderIdSequence ids) {
        this.seat = seat;
        this.market = market;
        this.ids = ids;
        instrument = market.instrument(settings.symbol());
    }

    @Override
    public int act(final boolean hasNews, final boolean isDue) {
        return hasNews ? take(BookSide.SELL, Terms.BUY) + take(BookSide.BUY, Terms.SELL) : 0;
    }

    @Override
    public void executed(final long id, final long quantity) {
        // Each decision follows from prices only.
    }

    private int take(final int bookSide, final int side) {
        if (market.books().levels(instrument, bookSide) == 0) {
            return 0;
        }
        final long price = market.books().price(instrument, bookSide, 0);
        final boolean isBetter = bookSide == BookSide.SELL ? price < best[bookSide] : price > best[bookSide];
        best[bookSide] = price;
        return isBetter && seat.enter(ids.next(side), instrument, side | Terms.IOC, market.lot(instrument),
                price * StrategySettings.PRICE_UNIT) > 0 ? 1 : 0;
    }
}
