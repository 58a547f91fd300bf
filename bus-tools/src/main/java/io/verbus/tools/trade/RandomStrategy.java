package io.verbus.tools.trade;

import io.verbus.marketdata.book.BookSide;
import io.verbus.matching.Terms;
import io.verbus.orders.seat.TradingSeat;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

/**
 * Enters, replaces and cancels random orders near the best prices, at a rate. The same seed gives the same choices in
 * the same market.
 */
final class RandomStrategy implements Strategy {
    private static final int MOST_OPEN = 100;
    private static final int LOTS = 10;
    private static final int TICKS = 10;

    private final TradingSeat seat;
    private final MarketView market;
    private final StrategySettings settings;
    private final OrderIdSequence ids;
    private final Random random;
    private final Deque<Long> open = new ArrayDeque<>();

    RandomStrategy(final TradingSeat seat, final MarketView market, final StrategySettings settings,
            final OrderIdSequence ids) {
        this.seat = seat;
        this.market = market;
        this.settings = settings;
        this.ids = ids;
        random = new Random(settings.seed());
    }

    @Override
    public int act(final boolean hasNews, final boolean isDue) {
        if (!isDue || market.instruments().isEmpty()) { // a next gateway begins with them
            return 0;
        }
        final int choice = random.nextInt(10);
        if (open.size() >= MOST_OPEN || choice == 0 && !open.isEmpty()) {
            return seat.cancel(open.removeFirst()) > 0 ? 1 : 0;
        }
        if (choice == 1 && !open.isEmpty()) {
            return replace();
        }
        return enter(choice == 2 ? Terms.IOC : Terms.DAY);
    }

    @Override
    public void executed(final long id, final long quantity) {
        // The seat refuses requests about orders that have ended.
    }

    private int enter(final int duration) {
        final int instrument = market.instruments().get(random.nextInt(market.instruments().size()));
        final int side = random.nextBoolean() ? Terms.BUY : Terms.SELL;
        final long id = ids.next(side);
        final long result = seat.enter(id, instrument, side | duration, quantity(instrument), price(instrument));
        if (result > 0 && duration == Terms.DAY) {
            open.addLast(id);
        }
        return result > 0 ? 1 : 0;
    }

    private int replace() {
        final long id = open.removeFirst();
        final long newId = ids.next(OrderIdSequence.isSell(id) ? Terms.SELL : Terms.BUY);
        final int instrument = market.instruments().get(random.nextInt(market.instruments().size()));
        if (seat.replace(id, newId, quantity(instrument), price(instrument)) <= 0) {
            return 0;
        }
        open.addLast(newId);
        return 1;
    }

    private long quantity(final int instrument) {
        return market.lot(instrument) * (1 + random.nextInt(LOTS));
    }

    private long price(final int instrument) {
        final long around = market.books().levels(instrument, BookSide.BUY) > 0
                ? market.books().price(instrument, BookSide.BUY, 0) * StrategySettings.PRICE_UNIT
                : settings.price();
        return Math.max(settings.tick(), around + settings.tick() * (random.nextInt(2 * TICKS + 1) - TICKS));
    }
}
