package io.verbus.journal;

import io.verbus.Header;
import org.agrona.DirectBuffer;

/** The record of a session: messages, losses and the end, without a hole between them. Used by one thread. */
public interface SessionRecording {
    /** {@return the next sequence; negative if nothing is recorded, so that any sequence may follow} */
    long next();

    /** {@return whether the end is recorded} */
    boolean isOver();

    /**
     * Appends a message. A recorded message is skipped; missing sequences before it are recorded as lost.
     *
     * @param source of the message
     * @param offset of its first byte
     * @param length in bytes
     * @param header of the message
     * @param atNs when it was received, nanoseconds UTC since 1970
     * @throws io.verbus.BusException if there is no room for it; then nothing is appended
     */
    void append(DirectBuffer source, int offset, int length, Header header, long atNs);

    /**
     * Appends a loss, without the sequences that are recorded already.
     *
     * @param first lost sequence
     * @param last lost sequence
     * @param cause in words
     * @param atNs when the loss was known, nanoseconds UTC since 1970
     * @throws io.verbus.BusException if there is no room for it; then nothing is appended
     */
    void lose(long first, long last, String cause, long atNs);

    /**
     * Appends the end of the session. Nothing can follow.
     *
     * @param messages how many frames it had: the final sequence + 1
     * @param atNs when the end was known, nanoseconds UTC since 1970
     * @throws io.verbus.BusException if there is no room for it; then nothing is appended
     */
    void end(long messages, long atNs);

    /**
     * Appends the final loss of the session's publisher. Nothing can follow.
     *
     * @param knownNext sequence that it would have used next, from its last sign of life
     * @param cause in words
     * @param atNs when the loss was known, nanoseconds UTC since 1970
     * @throws io.verbus.BusException if there is no room for it; then nothing is appended
     */
    void breakOff(long knownNext, String cause, long atNs);
}
