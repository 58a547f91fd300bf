package io.verbus.matching.referee;

import io.verbus.matching.Terms;
import java.util.Arrays;

/**
 * A flow of orders by the published method and constants of flash1-dev/matching-engine-benchmark: a mid price that
 * walks at random, and orders on both sides of it, most of which are cancelled.
 *
 * <p>The flow depends on the last bits of logarithms and powers, so they are those of {@link StrictMath}, which are the
 * same on each machine.
 */
final class RefereeFlow {
    /** New orders; those of the first half buy, the others sell. */
    static final int ORDERS = 1_000_000;

    private static final double FIRST_MID = 167.52;
    private static final double TICK = 0.005;
    private static final int DEPTHS = 800;
    private static final double DEPTH_POWER = 2.23;
    private static final int HUMP = 8;
    private static final double HUMP_HEIGHT = 5;
    private static final int MOST_QUANTITY = 100;

    private static final double IOC = 0.15;
    private static final double REPLACED = 0.20;
    private static final double REPRICED = 0.80;
    private static final double CANCELLED = 0.95;
    private static final double REPEATED = 0.02;

    private final RefereeRandom random;
    private final double[] depths = depths();
    private final long[] prices = new long[ORDERS];
    private final int[] quantities = new int[ORDERS];
    private final int[] arrivals = new int[ORDERS];

    /**
     * Places the orders.
     *
     * @param volatility of the mid price in a year
     * @param swing how far the mid price usually goes, as a share of it
     * @param seed of all random numbers
     */
    RefereeFlow(final double volatility, final double swing, final int seed) {
        random = new RefereeRandom(seed);
        place(volatility, swing);
        shuffle();
    }

    /** Weights of the distances from the mid price, each added to those before it. */
    private static double[] depths() {
        final double[] sums = new double[DEPTHS];
        double sum = 0;
        for (int i = 0; i < DEPTHS; i++) {
            final double fromHump = i - HUMP;
            sum += 1 / StrictMath.pow(i + 1, DEPTH_POWER) + HUMP_HEIGHT * StrictMath.exp(-0.5 * fromHump * fromHump);
            sums[i] = sum;
        }
        return sums;
    }

    private void place(final double volatility, final double swing) {
        final double years = volatility == 0 ? 0 : StrictMath.pow(swing / volatility, 2) / ORDERS;
        final double step = volatility * StrictMath.sqrt(years);
        double mid = FIRST_MID;
        for (int order = 0; order < ORDERS; order++) {
            mid *= StrictMath.exp(-0.5 * step * step + step * random.normal());
            final long ticks = (long) StrictMath.floor(mid / TICK + 0.5);
            final int depth = 1 + depth();
            prices[order] = Math.max(1, side(order) == Terms.BUY ? ticks - depth : ticks + depth);
            quantities[order] = random.uniform(1, MOST_QUANTITY);
        }
    }

    private int depth() {
        final int place = Arrays.binarySearch(depths, random.uniform() * depths[DEPTHS - 1]);
        return place < 0 ? ~place : place;
    }

    private void shuffle() {
        Arrays.setAll(arrivals, order -> order);
        for (int last = ORDERS - 1; last > 0; last--) {
            final int other = random.uniform(0, last);
            final int order = arrivals[last];
            arrivals[last] = arrivals[other];
            arrivals[other] = order;
        }
    }

    private static int side(final int order) {
        return order < ORDERS / 2 ? Terms.BUY : Terms.SELL;
    }

    /** Sends the messages of the flow; once only, as it continues the random numbers. */
    void sendTo(final RefereeReports engine) {
        for (final int order : arrivals) {
            final boolean isIoc = random.hasChance(IOC);
            engine.newOrder(order, side(order), isIoc ? Terms.IOC : Terms.DAY, quantities[order], prices[order]);
            if (!isIoc) {
                continueOrder(engine, order);
            }
        }
    }

    /** Replaces and cancels an order, and sometimes repeats that, like a client that is not sure of the first time. */
    private void continueOrder(final RefereeReports engine, final int order) {
        final int quantity = quantities[order] + 1;
        long price = prices[order];
        final boolean isReplaced = random.hasChance(REPLACED);
        if (isReplaced) {
            skipTime();
            if (random.hasChance(REPRICED)) {
                price += side(order) == Terms.BUY ? 1 : -1;
            }
            engine.replace(quantity, price);
        }
        if (!random.hasChance(CANCELLED)) {
            return;
        }
        skipTime();
        engine.cancel();
        if (random.hasChance(REPEATED)) {
            skipTime();
            engine.cancel();
        }
        if (isReplaced && random.hasChance(REPEATED)) {
            skipTime();
            engine.replace(quantity, price);
        }
    }

    /** Draws the time to the next message; the referee sorts by it, but times only grow, so it changes nothing. */
    private void skipTime() {
        random.uniform();
    }
}
