package io.verbus.spi;

/**
 * One end of an epoch.
 *
 * <pre>
 *   open ──▶ ended (by either side, or by an accident) ──▶ released ──▶ closed
 * </pre>
 *
 * <p>After the end, writes of the peer have no effect here. After the release, the memory of the link is not accessed
 * for it any more. Once its user has released the link, it calls only {@link #end}, {@link #endedBy} and the methods
 * for any thread, which stay valid; the conductor then closes the link.
 */
public interface Link {
    /**
     * Ends the epoch at once, unless it has ended. Any thread.
     *
     * @param cause for {@link #endedBy} at this end; the peer does not receive it
     */
    void end(String cause);

    /** {@return why the epoch ended; null while it lasts; any thread} */
    String endedBy();

    /**
     * {@return whether its memory is no longer accessed, which takes a while after the end} By the conductor. It owns
     * the cursor of a publisher's link then.
     */
    boolean isReleased();

    /** Frees the resources of the link. By the conductor, when it is released and has no users. */
    void close();

    /** {@return address and port of the peer, for operators; any thread} */
    String peer();

    /**
     * How the connection carries messages, for operators.
     *
     * @return link layer, operations and device, such as RoCE, WRITE with immediate; empty if unknown; any thread
     */
    default String medium() {
        return "";
    }
}
