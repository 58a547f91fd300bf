package io.verbus.transport;

import org.agrona.concurrent.UnsafeBuffer;

/** The subscriber's end of an epoch: tells what was written into an image. */
public interface ImageLink extends Link {
    /**
     * The position below which everything was written. It moves in {@link Arrivals#poll} and {@link #resume} only, and
     * may stand in the middle of a frame.
     *
     * @return a multiple of {@link io.verbus.log.FrameLayout#ALIGNMENT}; any thread
     */
    long readable();

    /**
     * Says that bytes are not needed any more, so that the publisher may write there. It hears of it when it is due:
     * after a share of the image, or when polls have come up empty for a while. Polling thread.
     *
     * @param position below which everything is consumed; grows
     */
    void consumed(long position);

    /**
     * Whether the publisher has told us to go on elsewhere, behind what is readable. Moves in {@link Arrivals#poll}.
     *
     * @return the position to go on at once all whole frames below {@link #readable()} are consumed; -1 for none; any
     *     thread
     */
    long jumpPosition();

    /** {@return sequence of the frame at {@link #jumpPosition()}, not to be believed} */
    long jumpSequence();

    /**
     * Goes on at {@link #jumpPosition()}, which is readable and consumed then; the publisher hears of it at once.
     * Polling thread.
     */
    void resume();

    /** {@return whether {@link #history} is to be had: the publisher was asked for it, and offers it; any thread} */
    default boolean offersHistory() {
        return false;
    }

    /**
     * Lets parts of the publisher's log be copied to here. Once an epoch, by the conductor, while the epoch lasts or
     * not.
     *
     * @param memory for all of the log's file: header and ring; outside the Java heap, valid until the link is closed
     * @return what copies
     * @throws io.verbus.BusException if that memory can't be used for it
     */
    default HistoryLink history(final UnsafeBuffer memory) {
        throw new UnsupportedOperationException("it offers no history");
    }

    /** Tells the publisher that this process runs. A sign that can't be given now is left out. Conductor. */
    void beat();

    /** {@return a word that changes as long as the publisher's process runs; any thread} */
    long heard();

    /** {@return the end of the publisher's log when it last beat, not to be believed; any thread} */
    long heardPosition();

    /** {@return the sequence of the publisher's next message when it last beat, not to be believed; any thread} */
    long heardSequence();

    /** {@return how many sessions of the stream the peer has, as it said last; 0 if it connected to us; any thread} */
    int sessions();

    /** Tells the publisher that nobody comes back for this session, and ends the epoch once it knows. Conductor. */
    void leave();
}
