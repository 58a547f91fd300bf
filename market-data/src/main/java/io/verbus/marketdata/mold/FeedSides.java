package io.verbus.marketdata.mold;

import java.util.Arrays;

/** All sides of a feed. */
final class FeedSides {
    private final FeedSide[] sides;
    private final long silenceNs;

    FeedSides(final int number, final MoldDiscipline discipline) {
        sides = new FeedSide[number];
        Arrays.setAll(sides, side -> new FeedSide(discipline.farMessages()));
        silenceNs = discipline.silenceNs();
    }

    int number() {
        return sides.length;
    }

    FeedSide of(final int side) {
        return sides[side];
    }

    /** A session begins. */
    void begin(final long nowNs) {
        for (final FeedSide side : sides) {
            side.begin(nowNs);
        }
    }

    /** The end of the session was denied. */
    void denyEnd() {
        for (final FeedSide side : sides) {
            side.end = 0;
        }
    }

    boolean isSilent(final int side, final long nowNs) {
        return nowNs - sides[side].lastPacketNs >= silenceNs;
    }

    /** Whether all sides are silent. */
    boolean areSilent(final long nowNs) {
        return havePassed(Long.MAX_VALUE, nowNs);
    }

    /** Whether no side is expected to deliver messages before a sequence: each has passed it, or is silent. */
    boolean havePassed(final long sequence, final long nowNs) {
        for (int side = 0; side < sides.length; side++) {
            if (sides[side].newest < sequence && !isSilent(side, nowNs)) {
                return false;
            }
        }
        return true;
    }

    /** The latest time at which a packet of any side was sent. */
    long sentNs() {
        long sentNs = 0;
        for (final FeedSide side : sides) {
            sentNs = Math.max(sentNs, side.sentNs);
        }
        return sentNs;
    }

    /** One more than the highest sequence of a received message of any side, at least a minimum. */
    long received(final long minimum) {
        long received = minimum;
        for (final FeedSide side : sides) {
            received = Math.max(received, side.received);
        }
        return received;
    }

    /** One more than the highest known sequence of any side, at least a minimum. */
    long newest(final long minimum) {
        long newest = minimum;
        for (final FeedSide side : sides) {
            newest = Math.max(newest, side.newest);
        }
        return newest;
    }
}
