package io.verbus.marketdata.mold;

/** One side of a feed: the packets of one group, and the claims of its sender. */
final class FeedSide {
    final FarJumps jumps;
    long lastPacketNs;
    /** One more than the highest sequence of a received message that was not denied. */
    long received;
    /** One more than the highest known sequence; above {@code received} only by a claim without messages. */
    long newest;
    /** The next sequence according to the end of the session, or 0. */
    long end;
    /** The latest time at which a packet was sent; 0 of a format without it. */
    long sentNs;
    /** Messages that this side delivered first. */
    long firstCopies;

    FeedSide(final int farMessages) {
        jumps = new FarJumps(farMessages);
    }

    /** A session begins. */
    void begin(final long nowNs) {
        jumps.clear();
        lastPacketNs = nowNs;
        received = 1;
        newest = 1;
        end = 0;
        sentNs = 0;
    }

    /** Messages before a sequence have arrived. */
    void receive(final long next) {
        received = Math.max(received, next);
        newest = Math.max(newest, received);
    }
}
