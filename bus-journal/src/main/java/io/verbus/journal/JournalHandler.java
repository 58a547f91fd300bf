package io.verbus.journal;

import io.verbus.Action;
import org.agrona.DirectBuffer;

/** Receives the records of a session from a journal, in order, on the polling thread. */
@FunctionalInterface
public interface JournalHandler {
    /**
     * One message. The bytes are valid until this call returns.
     *
     * @param buffer holds the message; bounds-checked; read only
     * @param offset of the message's first byte
     * @param length of the message in bytes
     * @param header of the message
     * @return {@link Action#TAKEN}, or {@link Action#NOT_TAKEN} to stop here and get this message again
     */
    Action onMessage(DirectBuffer buffer, int offset, int length, RecordHeader header);

    /**
     * Messages that could not be delivered to the recorder.
     *
     * @param first missing sequence
     * @param last missing sequence
     * @param receivedNs when the loss was known, nanoseconds UTC since 1970
     * @param cause in words
     */
    default void onLoss(final long first, final long last, final long receivedNs, final String cause) {
    }

    /**
     * Records that are damaged or missing on the disk. Reading continues after them. By default they are reported as a
     * loss.
     *
     * @param first sequence that cannot be read
     * @param last sequence that cannot be read; below the first if the damage covers no message
     * @param receivedNs of the last record before it, nanoseconds UTC since 1970; {@link Long#MIN_VALUE} without one
     * @param damage message for a person, with file, offset and sequence
     */
    default void onDamage(final long first, final long last, final long receivedNs, final String damage) {
        if (first <= last) {
            onLoss(first, last, receivedNs, damage);
        }
    }

    /**
     * The session is over.
     *
     * @param messages how many frames it had: the final sequence + 1
     * @param receivedNs when the end was known, nanoseconds UTC since 1970
     * @param cause why its publisher was lost; empty if the publisher ended the session
     */
    default void onEnd(final long messages, final long receivedNs, final String cause) {
    }
}
