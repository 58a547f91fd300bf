package io.verbus;

import org.agrona.MutableDirectBuffer;

/**
 * The writing part of a {@link Publication}: claim space, encode the message into it, commit. Code that only writes
 * takes this type, so that its tests need no bus. Used by one thread at a time.
 */
public interface MessageWriter {
    /**
     * Reserves space for a message. A previous claim that was not committed is aborted.
     *
     * @param length of the message in bytes
     * @return its offset in {@link #buffer()}; or {@link Publication#BACK_PRESSURED} or {@link Publication#CLOSED},
     *     which are negative
     */
    int claim(int length);

    /** {@return the buffer for claimed messages} */
    MutableDirectBuffer buffer();

    /**
     * Publishes the claimed message.
     *
     * @return its sequence; negative if the writer does not know it yet
     */
    long commit();

    /** Aborts the claim. */
    void abort();

    /** {@return the session of the messages} */
    Session session();

    /** {@return bytes of log since the session began} */
    long position();
}
