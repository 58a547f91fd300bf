package io.verbus.journal;

import io.verbus.Header;
import org.agrona.DirectBuffer;

/**
 * The record of a session: messages, losses and the end, without a hole between them. A store writes them; which of
 * them are missing, or recorded already, is decided here. Used by one thread.
 */
public abstract class SessionRecording {
    /** Nothing determines the next sequence yet. */
    public static final long UNKNOWN = -1;
    private static final String NOT_IN_THE_LOG = "they were not in the log any more";

    private long next;
    private boolean over;

    /**
     * Continues a record.
     *
     * @param next the next sequence, {@link #UNKNOWN} if nothing is recorded
     * @param over whether the end is recorded
     */
    protected SessionRecording(final long next, final boolean over) {
        this.next = next;
        this.over = over;
    }

    /** {@return the next sequence; negative if nothing is recorded, so that any sequence may follow} */
    public final long next() {
        return next;
    }

    /** {@return whether the end is recorded} */
    public final boolean isOver() {
        return over;
    }

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
    public final void append(final DirectBuffer source, final int offset, final int length, final Header header,
            final long atNs) {
        final long sequence = header.sequence();
        if ((over || sequence != next) && !recordGapBefore(sequence, atNs)) {
            return;
        }
        write(source, offset, length, header, atNs);
        next = sequence + header.frames();
    }

    /**
     * Appends a loss, without the sequences that are recorded already.
     *
     * @param first lost sequence
     * @param last lost sequence
     * @param cause in words
     * @param atNs when the loss was known, nanoseconds UTC since 1970
     * @throws io.verbus.BusException if there is no room for it; then nothing is appended
     */
    public final void lose(final long first, final long last, final String cause, final long atNs) {
        final long from = next == UNKNOWN ? first : next;
        if (last >= from && !over) {
            writeLoss(from, last, cause, atNs);
            next = last + 1;
        }
    }

    /**
     * Appends the end of the session. Nothing can follow.
     *
     * @param messages how many frames it had: the final sequence + 1
     * @param atNs when the end was known, nanoseconds UTC since 1970
     * @throws io.verbus.BusException if there is no room for it; then nothing is appended
     */
    public final void end(final long messages, final long atNs) {
        finish(messages, "", atNs);
    }

    /**
     * Appends the final loss of the session's publisher. Nothing can follow.
     *
     * @param knownNext sequence that it would have used next, from its last sign of life
     * @param cause in words
     * @param atNs when the loss was known, nanoseconds UTC since 1970
     * @throws io.verbus.BusException if there is no room for it; then nothing is appended
     */
    public final void breakOff(final long knownNext, final String cause, final long atNs) {
        finish(knownNext, cause, atNs);
    }

    private void finish(final long messages, final String cause, final long atNs) {
        if (!over) {
            if (next != UNKNOWN && messages > next) {
                lose(next, messages - 1, NOT_IN_THE_LOG, atNs);
            }
            next = next == UNKNOWN ? messages : next;
            writeEnd(next, cause, atNs);
            over = true;
        }
    }

    private boolean recordGapBefore(final long sequence, final long atNs) {
        if (sequence > next && next != UNKNOWN && !over) {
            lose(next, sequence - 1, NOT_IN_THE_LOG, atNs);
        }
        return sequence >= next && !over;
    }

    /**
     * Writes a message, the next one.
     *
     * @param source of the message
     * @param offset of its first byte
     * @param length in bytes
     * @param header of the message
     * @param atNs when it was received, nanoseconds UTC since 1970
     */
    protected abstract void write(DirectBuffer source, int offset, int length, Header header, long atNs);

    /**
     * Writes a loss, of the next sequences.
     *
     * @param first lost sequence
     * @param last lost sequence
     * @param cause in words
     * @param atNs when the loss was known, nanoseconds UTC since 1970
     */
    protected abstract void writeLoss(long first, long last, String cause, long atNs);

    /**
     * Writes the end.
     *
     * @param messages the final sequence + 1
     * @param cause in words, if the publisher was lost; else empty
     * @param atNs when the end was known, nanoseconds UTC since 1970
     */
    protected abstract void writeEnd(long messages, String cause, long atNs);
}
