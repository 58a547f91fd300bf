package io.verbus.transport;

/**
 * One epoch, seen from one end.
 *
 * <pre>
 *   open ──▶ ended (by either side, or by an accident) ──▶ released ──▶ closed
 * </pre>
 *
 * <p>From the end on, nothing that the peer still does has an effect here. Released, the memory that the link was given
 * is not read or written for it any more. Whoever uses the link calls nothing but {@link #end}, {@link #endedBy} and
 * what is said to be for any thread once it has let go of it; the conductor closes it after that. What any thread may
 * read may be read after that too.
 */
public interface Link {
    /**
     * Ends the epoch at once, unless it has ended. Any thread.
     *
     * @param cause in words, for {@link #endedBy} here; the peer does not hear it
     */
    void end(String cause);

    /** {@return why the epoch ended, in words; null while it lasts; any thread} */
    String endedBy();

    /** {@return whether memory is not used any more for it, which takes a while after its end; conductor} */
    boolean isReleased();

    /** Gives back what the link holds. By the conductor, when it is released and nobody uses it. */
    void close();

    /** {@return who is at the other end, for a person: address and port; any thread} */
    String peer();
}
