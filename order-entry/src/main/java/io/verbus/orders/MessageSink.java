package io.verbus.orders;

import org.agrona.MutableDirectBuffer;

/** A log that messages are written to in place: a publication, or the log of a simulation. Used by one thread. */
public interface MessageSink {
    /**
     * Reserves space for a message. A previous claim that was not committed is aborted.
     *
     * @param length of the message in bytes
     * @return its offset in {@link #buffer()}; or a negative code of {@link io.verbus.Publication}
     */
    int claim(int length);

    /** {@return the buffer for claimed messages} */
    MutableDirectBuffer buffer();

    /** Publishes the claimed message. */
    void commit();

    /** Aborts the claim. */
    void abort();

    /** {@return bytes of log since the session began} */
    long position();

    /** {@return the session of the log, which readers find in the header of each message} */
    long session();
}
