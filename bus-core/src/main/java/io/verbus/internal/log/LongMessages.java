package io.verbus.internal.log;

import static io.verbus.internal.log.FrameLayout.FIRST;
import static io.verbus.internal.log.FrameLayout.LAST;
import static io.verbus.internal.log.FrameLayout.MESSAGE_LENGTH_LENGTH;
import static io.verbus.internal.log.FrameLayout.align;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Publishes messages longer than the longest frame, in several frames. Used by the publisher's thread.
 *
 * <p>There is room for all frames before the first is written: back pressure never leaves a partial message. So a
 * message is at most a quarter of the log, which keeps most of the log for readers that do not gate the publisher.
 */
public final class LongMessages {
    private final LogWriter writer;
    private final UnsafeBuffer ring;
    private final int capacity;
    private final int payloadOffset;
    private final int maxPayloadLength;

    /**
     * Creates the publisher of long messages of a log.
     *
     * @param log to write
     * @param writer of the log
     */
    public LongMessages(final Log log, final LogWriter writer) {
        this.writer = writer;
        this.ring = log.ring();
        this.capacity = log.identity().capacity();
        this.payloadOffset = FrameLayout.payloadOffset(log.identity());
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
     * @param length in bytes, longer than a frame, up to {@link #maxLength()}
     * @return the sequence of its first frame; or {@link LogWriter#BACK_PRESSURED} or {@link LogWriter#CLOSED}, and
     *     then no part of it is published
     * @throws IllegalArgumentException if it is too long
     * @throws IndexOutOfBoundsException if the source does not contain it
     */
    public long offer(final DirectBuffer source, final int offset, final int length) {
        if (length > maxLength()) {
            throw new IllegalArgumentException(
                    "message length " + length + " exceeds " + maxLength() + " of a log of " + capacity
                            + " bytes: use a larger capacity; the longest message is 16 MiB");
        }
        source.boundsCheck(offset, length); // here, not after half of it is published
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
        writer.abort(); // all parts are committed: the owner is outside
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

    /** The length of a message's frames, without padding. */
    private int framesLength(final int length) {
        final int frames = (MESSAGE_LENGTH_LENGTH + length + maxPayloadLength - 1) / maxPayloadLength;
        return frames * align(payloadOffset + maxPayloadLength);
    }
}
