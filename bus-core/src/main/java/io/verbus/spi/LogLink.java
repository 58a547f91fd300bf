package io.verbus.spi;

/**
 * The publisher's end of an epoch: writes the log's bytes to the same offsets of an image. For the present owner of the
 * cursor, except the methods for any thread.
 */
public interface LogLink extends Link {
    /**
     * Writes committed bytes of the log, as far as credit and the device allow.
     *
     * <p>Other threads see {@link #unfinished()} at or below {@code from} before the first byte is read.
     *
     * @param from end of the previous push, a multiple of {@link LogIdentity#ALIGNMENT}
     * @param to position of the log's end, at least {@code from}
     * @return end of this push; {@code from} if nothing was pushed, or the epoch has ended
     */
    long push(long from, long to);

    /**
     * Whether the subscriber's credit allows a push; none counts before it has reached the position of a jump.
     *
     * @return true if only the device can prevent a push
     */
    boolean hasCredit();

    /**
     * Announces a jump, in order with the pushes. Later pushes start at its position, and none is done before the
     * subscriber has reached it. A jump takes no room in the image, so it can follow any push, also inside a frame.
     *
     * @param at end of the previous push
     * @param to position of the jump, above {@code at}; a frame begins there
     * @param sequence of that frame
     * @return false if credit or the device do not allow it now
     */
    boolean jump(long at, long to, long sequence);

    /** Receives credit and completions. */
    void poll();

    /**
     * Sets whether a relay serves the log and does not receive from its publisher at present. The next heartbeats carry
     * this. With a transport that ignores it, readers do not know.
     *
     * @param isSilent whether the publisher is silent
     */
    default void silent(final boolean isSilent) {
        // readers see the relay's own heartbeat
    }

    /**
     * Sends a heartbeat with the end of the log. One that cannot be sent now is skipped.
     *
     * @param position of the log's end
     * @param sequence of the next message
     */
    void sendHeartbeat(long position, long sequence);

    /**
     * Whether a heartbeat now lets the transport detect sooner that the last bytes were lost on the way. Called in each
     * duty cycle.
     *
     * @return false if the transport has detected it, or does without
     */
    default boolean isProbeDue() {
        return false;
    }

    /** {@return the position below which everything is consumed, as last received; any thread} */
    long consumed();

    /**
     * The lowest position that is still read for this link; finished or consumed bytes are not.
     *
     * @return a position, {@link Long#MAX_VALUE} if none is; any thread
     */
    long unfinished();

    /** {@return the subscriber's heartbeat word, which changes while its process runs; any thread} */
    long heartbeat();

    /**
     * Whether the subscriber leaves the session for good. Known here before the end of the epoch.
     *
     * @return true from then on; any thread
     */
    boolean isLeft();
}
