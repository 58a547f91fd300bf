package io.verbus.tools.trade;

/**
 * Settings of a strategy.
 *
 * @param symbol instrument of a strategy that trades one; null for the first of the market
 * @param seed of random choices
 * @param price at which an empty market begins, in millionths, a multiple of the tick
 * @param tick distance of prices, in millionths
 */
record StrategySettings(String symbol, long seed, long price, long tick) {
    /** Prices of market data are in 1/10,000. */
    static final long PRICE_UNIT = 100;
}
