package io.verbus.internal.image;

import io.verbus.GapCause;
import io.verbus.Refusal;

/**
 * The consumed position of an image in its publisher's log, as the publisher sees it. Used by one thread at a time,
 * except for {@link #position()}.
 */
interface SubscriberPosition {
    /** Marks everything below a position as consumed. */
    void advance(long position);

    /** The consumed position that was published last; any thread. */
    long position();

    /** Why the publisher does not honour {@link io.verbus.Policy#BLOCK}; any thread while the log is mapped. */
    Refusal refusal();

    /** Why the image was lapped. */
    GapCause lapCause();

    boolean isLeft();

    /** Releases the slot, once. */
    void leave();
}
