package io.verbus.matching;

/**
 * The price collar: the greatest distance from the last trade, or before it from the reference price, the narrower one
 * of instrument and seat. Without such a price, or without a collar, all prices are inside.
 */
final class Collar {
    private static final long MILLION = 1_000_000;

    private Collar() {
    }

    static boolean contains(final InstrumentState instrument, final SeatState seat, final long price) {
        final long anchor = instrument.anchor();
        final long millionths = narrower(instrument, seat);
        return anchor == 0 || millionths == InstrumentState.NO_COLLAR
                || Math.abs(price - anchor) <= width(anchor, millionths);
    }

    /** The worst price at which a market order trades. */
    static long marketLimit(final InstrumentState instrument, final SeatState seat, final int side) {
        final long anchor = instrument.anchor();
        final long millionths = narrower(instrument, seat);
        if (millionths == InstrumentState.NO_COLLAR) {
            return side == Terms.BUY ? Long.MAX_VALUE : 1;
        }
        final long width = width(anchor, millionths);
        return side == Terms.BUY ? upper(anchor, width) : Math.max(1, anchor - width);
    }

    /** The price at which a market order counts: the highest in the collar; without a collar its middle. */
    static long marketPrice(final InstrumentState instrument, final SeatState seat) {
        final long anchor = instrument.anchor();
        final long millionths = narrower(instrument, seat);
        return millionths == InstrumentState.NO_COLLAR ? anchor : upper(anchor, width(anchor, millionths));
    }

    private static long narrower(final InstrumentState instrument, final SeatState seat) {
        return Math.min(instrument.collar, seat.limit(Limit.COLLAR));
    }

    private static long upper(final long anchor, final long width) {
        return width > Long.MAX_VALUE - anchor ? Long.MAX_VALUE : anchor + width;
    }

    /** Millionths of a price, rounded down, at most {@link Long#MAX_VALUE}. */
    private static long width(final long anchor, final long millionths) {
        final long whole = anchor / MILLION;
        final long rest = anchor % MILLION;
        final long product = whole * millionths;
        if (Math.multiplyHigh(whole, millionths) != 0 || product < 0) {
            return Long.MAX_VALUE;
        }
        final long ofRest = millionths / MILLION * rest + millionths % MILLION * rest / MILLION;
        return ofRest < 0 || ofRest > Long.MAX_VALUE - product ? Long.MAX_VALUE : product + ofRest;
    }
}
