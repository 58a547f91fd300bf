package io.verbus.itch.generator;

/**
 * One side of one book: at most 64 neighbouring price levels, so that a word of bits says which of them hold orders.
 *
 * <p>Prices are counted as <em>depths</em>, so that both sides read alike: a sell's depth is its price in ticks, a
 * buy's is that number negated; the smallest depth is the best price.
 */
final class BookSide {
    static final int LEVELS = Long.SIZE;

    final boolean isBuy;
    private final OrderPool pool;
    /** The newest order of each level, valid where {@link #occupied} has the level's bit. */
    private final int[] newest = new int[LEVELS];
    private long occupied;
    private int best;
    private int orders;

    BookSide(final boolean isBuy, final OrderPool pool) {
        this.isBuy = isBuy;
        this.pool = pool;
    }

    int orders() {
        return orders;
    }

    /** The best price's depth, when there is one. */
    int best() {
        assert orders > 0;
        return best;
    }

    /** The worst price's depth, when there is one. */
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

    /** Takes an order out of its level; it stays the pool's to give back. */
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

    /** The order that an execution takes: the oldest at the best price. */
    int first() {
        return oldest(best);
    }

    int oldest(final int depth) {
        return pool.next[newest(depth)];
    }

    /** An order that its owner may cancel: near the top mostly, and of its level the newest mostly. */
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

    /** Bit n is set when the level n ticks behind the best one holds orders. */
    private long levelsFromBest() {
        return Long.rotateRight(occupied, best);
    }
}
