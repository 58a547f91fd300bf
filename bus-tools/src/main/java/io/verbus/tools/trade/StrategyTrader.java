package io.verbus.tools.trade;

import io.verbus.BusException;
import io.verbus.orders.seat.TradingSeat;
import org.HdrHistogram.Histogram;

/** Runs a strategy for a time, then cancels its orders. Measures the time from market data to the request it caused. */
final class StrategyTrader {
    private static final long LONGEST_NS = 60_000_000_000L;
    private static final int DIGITS = 3;

    private final TradingSeat seat;
    private final SeatWaits waits;
    private final MarketView market;
    private final Histogram tickToTrade = new Histogram(1, LONGEST_NS, DIGITS);

    StrategyTrader(final TradingSeat seat, final SeatWaits waits, final MarketView market) {
        this.seat = seat;
        this.waits = waits;
        this.market = market;
    }

    /**
     * Until all market data of before is read.
     *
     * @param isRemote whether it comes from another host
     * @param timeoutNs until its first session, and its instruments
     */
    void awaitInstruments(final boolean isRemote, final long timeoutNs) {
        waits.awaitMarketData(market, isRemote, timeoutNs);
        if (market.instruments().isEmpty()) {
            throw new BusException("the market has no instruments: none is in the exchange file of its gateway");
        }
    }

    void run(final Strategy strategy, final long periodNs, final long durationNs) {
        final long beginNs = waits.nowNs();
        long dueNs = beginNs;
        seat.onExecution(strategy::executed);
        strategy.act(true, false); // on the state that was read before
        for (long nowNs = beginNs; nowNs - beginNs < durationNs; nowNs = waits.nowNs()) {
            final int news = market.poll();
            if (!market.isWhole()) { // after a gap, until the next snapshot
                waits.pollAndIdle(news);
                continue;
            }
            final boolean isDue = nowNs - dueNs >= 0;
            if (strategy.act(news > 0, isDue) > 0 && news > 0 && market.publishedNs() > 0) {
                tickToTrade.recordValue(Math.clamp(waits.nowNs() - market.publishedNs(), 1, LONGEST_NS));
            }
            dueNs += isDue ? periodNs : 0;
            waits.pollAndIdle(news);
        }
        waits.awaitAnswers();
        while (waits.mustRepeat(seat.massCancel())) {
            market.poll();
        }
        waits.awaitAnswers();
    }

    /** In nanoseconds. */
    Histogram tickToTrade() {
        return tickToTrade;
    }
}
