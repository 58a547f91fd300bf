package io.verbus.internal.image;

import io.verbus.Refusal;

/**
 * The position of an image in its publisher's log: what it may read, and what it has consumed. Used by one thread at a
 * time, except for {@link #position()}.
 */
interface SubscriberPosition {
    /** The end of the readable bytes; {@link FrameReader#UNBOUNDED} if commit words bound them. */
    long readable();

    /** A quick check whether a reader that has read everything below a position has nothing to do. */
    boolean isIdle(long position);

    /** Whether the publisher overwrites nothing at or above a position until it is consumed. */
    boolean isGating(long position);

    /** Marks everything below a position as consumed. */
    void advance(long position);

    /**
     * The boundary at which the publisher continues, if it is not the end of the image; else null. Called when
     * everything readable was read; the image then moves there.
     */
    Jump jump(long position, long sequence);

    /** Why the publisher does not honour {@link io.verbus.Policy#BLOCK}; any thread while the log is mapped. */
    Refusal refusal();

    /** Why the image was lapped, for operators. */
    String lapCause();

    /** Whether a lap ends the session for this subscription. */
    boolean isLostByLap();

    /** The consumed position that was published last; any thread. */
    long position();

    boolean isLeft();

    /** Notifies the publisher, if possible, that the session is lost because of a lap. */
    void evicted();

    /** Releases the slot, once. */
    void leave();
}
