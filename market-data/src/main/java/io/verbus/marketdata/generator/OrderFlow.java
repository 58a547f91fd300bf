package io.verbus.marketdata.generator;

/** Chooses the next event of a book: one valid message at a time. */
final class OrderFlow {
    /** Cumulative shares per 1,000 messages in steady state; the rest are adds and deletes. */
    private static final int REPLACES = 90;
    private static final int CANCELS = REPLACES + 15;
    private static final int EXECUTIONS = CANCELS + 25;
    private static final int EXECUTIONS_AT_PRICE = EXECUTIONS + 2;
    private static final int TRADES = EXECUTIONS_AT_PRICE + 6;

    private final ItchMessages messages;
    private final GeneratedOrders pool;
    private final SplitMix random;
    /** The instrument in a trading pause; null if there is none. */
    private Instrument paused;

    OrderFlow(final ItchMessages messages, final GeneratedOrders pool, final SplitMix random) {
        this.messages = messages;
        this.pool = pool;
        this.random = random;
    }

    void pause(final Instrument instrument) {
        paused = instrument;
    }

    void resume() {
        paused = null;
    }

    /** Generates one message. */
    void act(final Instrument instrument) {
        if (random.chance(1, 40)) {
            instrument.walk(random.chance(1, 2));
        }
        final GeneratedSide passed = instrument.passed();
        if (instrument.orders() == 0) {
            add(instrument);
        } else if (passed != null) {
            takeOrPull(instrument, passed);
        } else {
            choose(instrument, random.below(1000));
        }
    }

    /** Generates one message, usually an add, until the book has its settled depth. */
    void fill(final Instrument instrument) {
        if (instrument.orders() < instrument.settledOrders && random.chance(9, 10)) {
            add(instrument);
        } else {
            act(instrument);
        }
    }

    /**
     * Executes the first order of a side in a cross. Not printable, as the cross message reports the volume. Returns
     * the number of shares.
     */
    int cross(final Instrument instrument, final GeneratedSide side) {
        if (side.orders() == 0) {
            return 0;
        }
        final int order = side.first();
        final int shares = pool.shares[order];
        messages.executedAt(instrument, pool.reference[order], shares, false, instrument.fairPrice());
        reduce(side, order, shares);
        return shares;
    }

    private void choose(final Instrument instrument, final int dice) {
        final GeneratedSide side = someSide(instrument);
        if (dice < REPLACES) {
            replace(instrument, side, side.nearTop(random));
        } else if (dice < CANCELS) {
            cancel(instrument, side, side.nearTop(random));
        } else if (dice < EXECUTIONS && instrument != paused) {
            execute(instrument, side);
        } else if (dice < EXECUTIONS_AT_PRICE && instrument != paused) {
            executeInside(instrument, side);
        } else if (dice < TRADES && instrument != paused) {
            messages.trade(instrument, size(), instrument.fairPrice());
        } else if (random.below(1024) < addsOf1024(instrument)) {
            add(instrument);
        } else {
            delete(instrument, side, side.nearTop(random));
        }
    }

    /** About half; more if the book is below its settled depth, fewer if it is above. */
    private static int addsOf1024(final Instrument instrument) {
        final int missing = instrument.settledOrders - instrument.orders();
        return 532 + Math.clamp(1024L * missing / instrument.settledOrders, -400, 400);
    }

    private void add(final Instrument instrument) {
        final boolean thinner = instrument.bids.orders() < instrument.asks.orders();
        final GeneratedSide side = thinner == random.chance(5, 8) ? instrument.bids : instrument.asks;
        final int depth = place(instrument, side);
        if (side.orders() > 0 && side.deepest() - depth >= GeneratedSide.LEVELS) {
            delete(instrument, side, side.oldest(side.deepest()));
            return;
        }
        final int shares = size();
        final long reference = messages.add(instrument, side.isBuy, shares, instrument.price(side, depth));
        side.add(pool.take(reference, shares), depth);
    }

    private void replace(final Instrument instrument, final GeneratedSide side, final int order) {
        side.remove(order);
        int depth = place(instrument, side);
        if (side.orders() > 0) {
            depth = Math.max(depth, side.deepest() - GeneratedSide.LEVELS + 1);
        }
        final int shares = random.chance(1, 2) ? pool.shares[order] : size();
        final int price = instrument.price(side, depth);
        pool.reference[order] = messages.replaced(instrument, pool.reference[order], shares, price);
        pool.shares[order] = shares;
        side.add(order, depth);
    }

    private void cancel(final Instrument instrument, final GeneratedSide side, final int order) {
        final int shares = pool.shares[order];
        if (shares < 2) {
            delete(instrument, side, order);
            return;
        }
        final int cancelled = shares > 100 ? 100 : 1 + random.below(shares - 1);
        messages.cancelled(instrument, pool.reference[order], cancelled);
        pool.shares[order] = shares - cancelled;
    }

    private void delete(final Instrument instrument, final GeneratedSide side, final int order) {
        messages.deleted(instrument, pool.reference[order]);
        side.remove(order);
        pool.release(order);
    }

    /** The fair price has moved past an order: usually it is deleted before it can be executed. */
    private void takeOrPull(final Instrument instrument, final GeneratedSide side) {
        if (instrument != paused && random.chance(1, 6)) {
            execute(instrument, side);
        } else {
            delete(instrument, side, side.first());
        }
    }

    private void execute(final Instrument instrument, final GeneratedSide side) {
        final int order = side.first();
        final int shares = Math.min(pool.shares[order], size());
        messages.executed(instrument, pool.reference[order], shares);
        reduce(side, order, shares);
    }

    /** Executes at a better price than that of the resting order. */
    private void executeInside(final Instrument instrument, final GeneratedSide side) {
        final int order = side.first();
        final int shares = Math.min(pool.shares[order], size());
        final int price = instrument.price(side, pool.depth[order]) + (side.isBuy ? 50 : -50);
        messages.executedAt(instrument, pool.reference[order], shares, true, price);
        reduce(side, order, shares);
    }

    private void reduce(final GeneratedSide side, final int order, final int shares) {
        pool.shares[order] -= shares;
        assert pool.shares[order] >= 0;
        if (pool.shares[order] == 0) {
            side.remove(order);
            pool.release(order);
        }
    }

    /** A depth at the quote or worse, not locked or crossed, and within 64 levels of the best price. */
    private int place(final Instrument instrument, final GeneratedSide side) {
        final int distance = random.chance(5, 8)
                ? 2 * random.halving() + random.below(2)
                : random.below(GeneratedSide.LEVELS);
        int depth = instrument.quote(side) + distance;
        final GeneratedSide other = instrument.opposite(side);
        if (other.orders() > 0) {
            depth = Math.max(depth, 1 - other.best());
        }
        return side.orders() > 0 ? Math.min(depth, side.best() + GeneratedSide.LEVELS - 1) : depth;
    }

    /** A random side; the other one if it has no orders. */
    private GeneratedSide someSide(final Instrument instrument) {
        final GeneratedSide side = random.chance(1, 2) ? instrument.bids : instrument.asks;
        return side.orders() > 0 ? side : instrument.opposite(side);
    }

    /** Usually a round lot. */
    private int size() {
        final int dice = random.below(100);
        if (dice < 15) {
            return 1 + random.below(99);
        }
        return dice < 70 ? 100 : 100 * (1 + random.below(dice < 97 ? 5 : 40));
    }
}
