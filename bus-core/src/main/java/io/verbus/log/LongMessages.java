package io.verbus.log;

import static io.verbus.log.FrameLayout.FIRST;
import static io.verbus.log.FrameLayout.LAST;
import static io.verbus.log.FrameLayout.MESSAGE_LENGTH_LENGTH;
import static io.verbus.log.FrameLayout.align;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Publishes messages that are longer than the longest frame, in as many frames as it takes. Used by the publisher's
 * thread.
 *
 * <p>There is room for all of them before the first is written: nobody gets half a message because a reader that the
 * publisher waits for is slow. So a message is at most a quarter of the log, which leaves most of the log to readers
 * that the publisher does not wait for.
 */
public final class LongMessages {
    private final LogWriter writer;
    private final UnsafeBuffer ring;
    private final int capacity;
    private final int payloadOffset;
    private final int maxPayloadLength;

    /**
     * For a new log.
     *
     * @param log to write
     * @param writer of it
     */
    public LongMessages(final Log log, final LogWriter writer) {
        this.writer = writer;
        this.ring = log.ring();
        this.capacity = log.identity().capacity();
        this.payloadOffset = log.identity().payloadOffset();
        this.maxPayloadLength = writer.maxPayloadLength();
    }

    /** {@return the longest message in bytes: 16 MiB, or a quarter of the log} */
    public int maxLength() {
        return FrameLayout.maxMessageLength(capacity);
    }

    /**
     * Publishes a copy of a message.
     *
     * @param source of the message
     * @param offset of its first byte
     * @param length in bytes, more than fits in a frame, up to {@link #maxLength()}
     * @return the sequence of its first frame; or {@link LogWriter#BACK_PRESSURED} or {@link LogWriter#CLOSED}, and
     *     then nothing of it is published
     * @throws IllegalArgumentException if it is too long
     * @throws IndexOutOfBoundsException if the source does not hold it
     */
    public long offer(final DirectBuffer source, final int offset, final int length) {
        if (length > maxLength()) {
            throw new IllegalArgumentException("a message of " + length + " bytes: this log of " + capacity
                    + " bytes takes 0 to " + maxLength() + "; use a larger capacity, at most 16 MiB a message");
        }
        source.boundsCheck(offset, length); // not in the middle, when half of it is published
        final int refusal = writer.makeRoom(framesLength(length));
        if (refusal < 0) {
            return refusal;
        }
        final long first = writer.sequence();
        int done = part(source, offset, Math.min(length, maxPayloadLength - MESSAGE_LENGTH_LENGTH), FIRST, length);
        while (done < length) {
            final int rest = length - done;
            done += part(source, offset + done, Math.min(rest, maxPayloadLength), rest <= maxPayloadLength ? LAST : 0,
                    length);
        }
        writer.abort(); // what was claimed is committed: the owner is outside
        return first;
    }

    private int part(final DirectBuffer source, final int offset, final int length, final int flags,
            final int messageLength) {
        final int prefix = (flags & FIRST) != 0 ? MESSAGE_LENGTH_LENGTH : 0;
        final int claimed = writer.claimPart(prefix + length);
        if (prefix != 0) {
            ring.putLong(claimed, messageLength);
        }
        ring.putBytes(claimed + prefix, source, offset, length);
        writer.commitPart(flags, prefix + length);
        return length;
    }

    /** The bytes that the frames of a message take, without padding. */
    private int framesLength(final int length) {
        final int frames = (MESSAGE_LENGTH_LENGTH + length + maxPayloadLength - 1) / maxPayloadLength;
        return frames * align(payloadOffset + maxPayloadLength);
    }
}
