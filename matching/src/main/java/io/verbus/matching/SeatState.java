package io.verbus.matching;

import java.util.Arrays;

/** A seat: its limits and settings, and the list of its resting orders in order of arrival. */
final class SeatState {
    private static final Limit[] LIMITS = Limit.values();

    final TokenBucket bucket = new TokenBucket();
    SelfTrade selfTrade = SelfTrade.ALLOW;
    boolean cancelsOnDisconnect;
    boolean killed;
    /** Entries of the first and the last resting order. */
    int first = PackedInts.NIL;
    int last = PackedInts.NIL;
    /** Number of resting orders. */
    int open;
    /** Entry of the next order to list, and the number of the last one. */
    int listed = PackedInts.NIL;
    long lastListed;
    /** Number of the next order to list; only while a copy is read. */
    long nextListed;
    private final long[] limits = new long[LIMITS.length];

    SeatState() {
        Arrays.fill(limits, Long.MAX_VALUE);
    }

    long limit(final Limit limit) {
        return limits[limit.ordinal()];
    }

    void limit(final Limit limit, final long value) {
        limits[limit.ordinal()] = value;
    }
}
