package io.verbus.image;

import static io.verbus.log.FrameLayout.DATA;
import static io.verbus.log.FrameLayout.END;
import static io.verbus.log.FrameLayout.HEADER_LENGTH;
import static io.verbus.log.FrameLayout.PADDING;
import static io.verbus.log.FrameLayout.SEQUENCE_OFFSET;
import static io.verbus.log.FrameLayout.TIMESTAMP_OFFSET;
import static io.verbus.log.FrameLayout.align;
import static io.verbus.log.FrameLayout.kind;
import static io.verbus.log.FrameLayout.kindOf;
import static io.verbus.log.FrameLayout.length;
import static io.verbus.log.LogLayout.CHUNKS;

import io.verbus.Action;
import io.verbus.MessageHandler;
import io.verbus.log.Boundary;
import io.verbus.log.Horizon;
import io.verbus.log.Log;
import java.nio.ByteBuffer;
import org.agrona.BitUtil;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads the frames of a log one by one and believes none of them: each header word is read once, checked, then used.
 * Used by one thread.
 *
 * <p>A frame is read in place, when the publisher waits for this reader, or from a copy. Either way it is delivered
 * only if the horizon, read after the frame, is not above it.
 */
final class FrameReader {
    /** A turn ends after this share of the ring, so that the publisher hears of the progress. */
    private static final int TURNS_A_LAP = 8;
    private static final int FIRST_COPY_CAPACITY = 4096;
    private static final long DATA_KIND = kindOf(DATA);
    private static final long PADDING_KIND = kindOf(PADDING);
    private static final long END_KIND = kindOf(END);

    private final UnsafeBuffer ring;
    private final AtomicBuffer logHeader;
    private final int capacity;
    private final int chunkLength;
    private final int payloadOffset;
    private final boolean timestamps;
    private final FrameHeader header;
    private final ErrorHandler errorHandler;

    private UnsafeBuffer copy = newCopy(FIRST_COPY_CAPACITY);
    private boolean copying;
    private long position;
    private long sequence;
    private Outcome outcome = Outcome.PAUSED;
    private boolean doubtful;
    private long discardedCopies;

    FrameReader(final Log log, final ErrorHandler errorHandler) {
        this.ring = log.ring();
        this.logHeader = log.header();
        this.capacity = log.identity().capacity();
        this.chunkLength = capacity / CHUNKS;
        this.payloadOffset = log.identity().payloadOffset();
        this.timestamps = log.identity().timestamps();
        this.header = new FrameHeader(log.identity().session());
        this.errorHandler = errorHandler;
    }

    /** Continues at a boundary. */
    void moveTo(final Boundary boundary) {
        position = boundary.position();
        sequence = boundary.sequence();
        outcome = Outcome.PAUSED;
        doubtful = false;
    }

    /** Whether frames are copied before they are checked and delivered. */
    void copying(final boolean copies) {
        copying = copies;
    }

    long position() {
        return position;
    }

    long sequence() {
        return sequence;
    }

    Outcome outcome() {
        return outcome;
    }

    /** Whether the last message delivered may have changed under its handler. */
    boolean isDoubtful() {
        return doubtful;
    }

    /** Copies thrown away, since this was last asked, because the horizon passed while they were made. */
    long drainDiscardedCopies() {
        final long drained = discardedCopies;
        discardedCopies = 0;
        return drained;
    }

    /**
     * Delivers messages until the limit, the end of a batch, or something to be dealt with: see {@link #outcome()}.
     *
     * @return the number of messages taken
     */
    int poll(final MessageHandler handler, final int limit) {
        int offset = (int) position & (capacity - 1);
        final int end = Math.min(capacity, offset + capacity / TURNS_A_LAP);
        int count = 0;
        // What has to be above the horizon still: the frame in hand, and the one that a handler has just read in place.
        long lowest = position;
        outcome = Outcome.PAUSED;
        while (count < limit && offset < end) {
            final long word = ring.getLongAcquire(offset); // SYNC commit: pairs with the release in LogWriter
            final int length = length(word);
            final int aligned = align(length);
            final boolean fits = aligned <= Math.min(chunkLength, capacity - offset);
            final boolean copied = copying && fits && kind(word) == DATA_KIND;
            final UnsafeBuffer frame = copied ? copyOf(offset, length) : ring;
            final int frameOffset = copied ? 0 : offset;
            final long found = frame.getLong(frameOffset + SEQUENCE_OFFSET);
            if (Horizon.isAbove(logHeader, lowest)) {
                lapped(count, copied);
                return count;
            }
            if (word == 0) {
                outcome = Outcome.DRAINED;
                break;
            }
            if (kind(word) != DATA_KIND || found != sequence || length < payloadOffset || !fits) {
                outcome = other(word, found, capacity - offset);
                if (outcome == Outcome.PAUSED) {
                    position += aligned; // padding, up to the end of the ring
                }
                break;
            }
            if (deliver(handler, frame, frameOffset, length, position + aligned) == Action.NOT_TAKEN) {
                break;
            }
            lowest = copying ? position + aligned : position;
            offset += aligned;
            position += aligned;
            sequence++;
            count++;
        }
        if (Horizon.isAbove(logHeader, lowest)) {
            lapped(count, false);
        }
        return count;
    }

    /**
     * Passes over frames without delivering them, to the end of the log or to a sequence.
     *
     * @param target sequence to stop at
     * @return true if the reader stands at the target, or at the end of the log; false if it stopped for another reason
     */
    boolean seek(final long target) {
        outcome = Outcome.PAUSED;
        while (sequence < target) {
            final int offset = (int) position & (capacity - 1);
            final long word = ring.getLongAcquire(offset); // SYNC commit
            final int length = length(word);
            final int aligned = align(length);
            final long found = word == 0 ? 0 : ring.getLong(offset + SEQUENCE_OFFSET);
            if (Horizon.isAbove(logHeader, position)) {
                lapped(0, false);
                return false;
            }
            if (word == 0) {
                return true;
            }
            if (kind(word) == DATA_KIND && found == sequence && length >= payloadOffset
                    && aligned <= capacity - offset) {
                sequence++;
            } else {
                outcome = other(word, found, capacity - offset);
                if (outcome != Outcome.PAUSED) {
                    return false;
                }
            }
            position += aligned;
        }
        return true;
    }

    private Action deliver(final MessageHandler handler, final UnsafeBuffer frame, final int frameOffset,
            final int length, final long endPosition) {
        header.set(sequence, endPosition);
        if (timestamps) {
            header.publishedNs(frame.getLong(frameOffset + TIMESTAMP_OFFSET));
        }
        try {
            return handler.onMessage(frame, frameOffset + payloadOffset, length - payloadOffset, header);
        } catch (final Throwable t) {
            errorHandler.onError(t); // and the message counts as consumed
            return Action.TAKEN;
        }
    }

    /** A frame that carries no message. PAUSED means that it is padding, which is passed over. */
    private Outcome other(final long word, final long found, final int rest) {
        if (kind(word) == PADDING_KIND && found == sequence && length(word) == rest) {
            return Outcome.PAUSED;
        }
        if (kind(word) == END_KIND && found == sequence && length(word) == HEADER_LENGTH) {
            return Outcome.ENDED;
        }
        return Outcome.CORRUPT;
    }

    private void lapped(final int delivered, final boolean copied) {
        outcome = Outcome.LAPPED;
        doubtful = !copying && delivered > 0;
        if (copied) {
            discardedCopies++;
        }
    }

    private UnsafeBuffer copyOf(final int offset, final int length) {
        if (length > copy.capacity()) {
            copy = newCopy(BitUtil.findNextPositivePowerOfTwo(length));
        }
        copy.putBytes(0, ring, offset, length);
        return copy;
    }

    private static UnsafeBuffer newCopy(final int capacity) {
        return new UnsafeBuffer(ByteBuffer.allocateDirect(capacity));
    }
}
