package io.verbus.transport;

/**
 * The publisher's end of an epoch: writes a log's bytes to the same offsets of an image. For the thread that owns the
 * cursor at the time, except for what any thread may read.
 */
public interface LogLink extends Link {
    /**
     * Writes committed bytes of the log, as far as credit and the device allow.
     *
     * <p>{@link #unfinished()} is at or below {@code from} for other threads before anything is read.
     *
     * @param from position up to which this was pushed, a multiple of {@link io.verbus.log.FrameLayout#ALIGNMENT}
     * @param to position of the log's end, at least {@code from}
     * @return position up to which it is pushed now; {@code from} if nothing could be done, or the epoch has ended
     */
    long push(long from, long to);

    /**
     * Whether the subscriber has given credit for more to be pushed; none counts before it has come to where a jump
     * leads.
     *
     * @return true if nothing but the device can keep a push from going on
     */
    boolean hasCredit();

    /**
     * Tells the subscriber, in order with what was pushed, that bytes are left out. Pushes then go on from where it
     * leads, and none is done before the subscriber has said that it is there. It takes no room in the image, so it can
     * be told wherever a push has stopped, in the middle of a frame too.
     *
     * @param at position up to which this was pushed
     * @param to position that it leads to, above {@code at}; a frame begins there
     * @param sequence of that frame
     * @return false if credit or the device do not allow it now
     */
    boolean jump(long at, long to, long sequence);

    /** Takes in credit and what is finished. */
    void poll();

    /**
     * Tells the subscriber that this process runs, and how far its log has got. A sign that can't be given now is left
     * out.
     *
     * @param position of the log's end
     * @param sequence of the next message
     */
    void beat(long position, long sequence);

    /** {@return the position below which the subscriber has consumed everything, as it said last; any thread} */
    long consumed();

    /**
     * The lowest position that is still read for this link; finished, or consumed, is not.
     *
     * @return a position, {@link Long#MAX_VALUE} if none is; any thread
     */
    long unfinished();

    /** {@return a word that changes as long as the subscriber's process runs; any thread} */
    long heard();

    /**
     * Whether the subscriber has said that it leaves, and does not come back to this session. That is known here before
     * the end that it brings about.
     *
     * @return true from then on; any thread
     */
    boolean isLeft();
}
