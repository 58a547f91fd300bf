package io.verbus.journal;

import io.verbus.Action;
import org.agrona.DirectBuffer;

/** Receives what a journal holds of a session, in order, on the thread that polls. */
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
     * Messages that nobody could deliver to the recorder.
     *
     * @param first sequence that is missing
     * @param last sequence that is missing
     * @param receivedNs when that was known, nanoseconds UTC since 1970
     * @param cause in words
     */
    default void onLoss(final long first, final long last, final long receivedNs, final String cause) {
    }

    /**
     * Records that are damaged or absent on the disk; reading continues after them. Unless overridden, it counts as a
     * loss.
     *
     * @param first sequence that cannot be read
     * @param last sequence that cannot be read; below the first if the damage covers no message
     * @param receivedNs of the last record before it, nanoseconds UTC since 1970; {@link Long#MIN_VALUE} without one
     * @param damage what is wrong, with file, offset and sequence: a message for a person
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
     * @param receivedNs when that was known, nanoseconds UTC since 1970
     * @param cause why its publisher was lost; empty if it has ended the session
     */
    default void onEnd(final long messages, final long receivedNs, final String cause) {
    }
}
