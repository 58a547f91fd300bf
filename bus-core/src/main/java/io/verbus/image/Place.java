package io.verbus.image;

import io.verbus.peer.Refusal;

/**
 * How an image stands with its publisher: what it may read, and how it says what it has read. Used by one thread at a
 * time, except for {@link #position()}.
 */
interface Place {
    /** The position below which the publisher's bytes are there; {@link FrameReader#UNBOUNDED} where they tell. */
    long readable();

    /**
     * Whether there is nothing to be done here, as far as can be told at a glance, for a reader that has read all that
     * is below a position.
     */
    boolean isIdle(long position);

    /** Whether the publisher overwrites nothing at or above a position until we say that it is consumed. */
    boolean isWaitedFor(long position);

    /** Says that everything below a position is consumed. */
    void advance(long position);

    /**
     * Where the publisher goes on, when that is not where the image stands; null if it is. To be asked when everything
     * readable was read; the image then goes there.
     */
    Detour detour(long position, long sequence);

    /** Why the publisher does not wait for us, though we ask for that; any thread while the log is mapped. */
    Refusal refusal();

    /** Why the publisher has gone past us, in words. */
    String lapCause();

    /** Whether a subscription that the publisher has gone past loses the session. */
    boolean isLostByLap();

    /** What was said last; any thread. */
    long position();

    boolean isLeft();

    /** Tells the publisher, if it can hear, that the session is lost because it has gone past us. */
    void evicted();

    /** Gives the place back, once. */
    void leave();
}
