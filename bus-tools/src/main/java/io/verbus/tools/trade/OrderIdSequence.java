package io.verbus.tools.trade;

import io.verbus.matching.Terms;

/** Order ids of a strategy: even for buy orders, odd for sell orders, and not used by an earlier run of the day. */
final class OrderIdSequence {
    private static final int RUN_BITS = 20;

    private long next;

    /** The time in ms makes the ids of two runs distinct: a run has 2^19 per ms. */
    OrderIdSequence(final long epochMs) {
        next = epochMs << RUN_BITS;
    }

    long next(final int side) {
        next += 2;
        return next | (side == Terms.SELL ? 1 : 0);
    }

    static boolean isSell(final long id) {
        return (id & 1) != 0;
    }
}
