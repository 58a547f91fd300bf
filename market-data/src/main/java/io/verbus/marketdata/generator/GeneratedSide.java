package io.verbus.marketdata.generator;

/**
 * One side of one book: at most 64 neighbouring price levels, so that one bit mask marks the levels with orders.
 *
 * <p>Prices are expressed as <em>depths</em>, so that the code is the same for both sides: the depth of a sell order is
 * its price in ticks, that of a buy order is the negated price. The smallest depth is the best price.
 */
final class GeneratedSide {
    static final int LEVELS = Long.SIZE;

    final boolean isBuy;
    private final GeneratedOrders pool;
    /** The newest order of each level; valid if the level's bit is set in {@link #occupied}. */
    private final int[] newest = new int[LEVELS];
    private long occupied;
    private int best;
    private int orders;

    GeneratedSide(final boolean isBuy, final GeneratedOrders pool) {
        this.isBuy = isBuy;
        this.pool = pool;
    }

    int orders() {
        return orders;
    }

    /** The depth of the best price. The side must have orders. */
    int best() {
        assert orders > 0;
        return best;
    }

    /** The depth of the worst price. The side must have orders. */
    int deepest() {
        assert orders > 0;
        return best + LEVELS - 1 - Long.numberOfLeadingZeros(levelsFromBest());
    }

    int ticks(final int depth) {
        return isBuy ? -depth : depth;
    }

    int depth(final int ticks) {
        return isBuy ? -ticks : ticks;
    }

    void add(final int order, final int depth) {
        assert orders == 0 || depth - best < LEVELS && deepest() - depth < LEVELS : depth;
        final int level = depth & (LEVELS - 1);
        if (orders++ == 0 || depth < best) {
            best = depth;
        }
        pool.depth[order] = depth;
        if ((occupied & 1L << level) == 0) {
            occupied |= 1L << level;
            pool.next[order] = order;
            pool.previous[order] = order;
        } else {
            final int last = newest[level];
            final int oldest = pool.next[last];
            pool.next[order] = oldest;
            pool.previous[order] = last;
            pool.next[last] = order;
            pool.previous[oldest] = order;
        }
        newest[level] = order;
    }

    /** Removes an order from its level. The caller returns it to the pool. */
    void remove(final int order) {
        final int level = pool.depth[order] & (LEVELS - 1);
        final int before = pool.previous[order];
        orders--;
        if (before == order) {
            occupied &= ~(1L << level);
            if (pool.depth[order] == best && occupied != 0) {
                best += Long.numberOfTrailingZeros(levelsFromBest());
            }
            return;
        }
        pool.next[before] = pool.next[order];
        pool.previous[pool.next[order]] = before;
        if (newest[level] == order) {
            newest[level] = before;
        }
    }

    /** The order that is executed next: the oldest at the best price. */
    int first() {
        return oldest(best);
    }

    int oldest(final int depth) {
        return pool.next[newest(depth)];
    }

    /** A random order to cancel: usually near the best price, and usually the newest of its level. */
    int nearTop(final SplitMix random) {
        long levels = levelsFromBest();
        int skip = random.halving() + random.halving();
        while (skip-- > 0 && (levels & levels - 1) != 0) {
            levels &= levels - 1;
        }
        final int depth = best + Long.numberOfTrailingZeros(levels);
        return random.chance(1, 4) ? oldest(depth) : newest(depth);
    }

    private int newest(final int depth) {
        assert (occupied & 1L << depth) != 0 : depth;
        return newest[depth & (LEVELS - 1)];
    }

    /** Bit n is set if the level n ticks from the best one has orders. */
    private long levelsFromBest() {
        return Long.rotateRight(occupied, best);
    }
}
