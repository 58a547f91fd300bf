package io.verbus.internal.image;

import static io.verbus.internal.log.FrameLayout.DATA;
import static io.verbus.internal.log.FrameLayout.END;
import static io.verbus.internal.log.FrameLayout.HEADER_LENGTH;
import static io.verbus.internal.log.FrameLayout.PADDING;
import static io.verbus.internal.log.FrameLayout.SEQUENCE_OFFSET;
import static io.verbus.internal.log.FrameLayout.TIMESTAMP_OFFSET;
import static io.verbus.internal.log.FrameLayout.align;
import static io.verbus.internal.log.FrameLayout.isData;
import static io.verbus.internal.log.FrameLayout.isFirst;
import static io.verbus.internal.log.FrameLayout.isLast;
import static io.verbus.internal.log.FrameLayout.kind;
import static io.verbus.internal.log.FrameLayout.kindOf;
import static io.verbus.internal.log.FrameLayout.length;
import static io.verbus.internal.log.LogLayout.CHUNKS;

import io.verbus.Action;
import io.verbus.PollHandler;
import io.verbus.internal.log.Boundary;
import io.verbus.internal.log.FrameLayout;
import io.verbus.internal.log.Horizon;
import io.verbus.internal.log.Log;
import io.verbus.internal.os.OffHeapBuffer;
import io.verbus.internal.os.OffHeapLongs;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;

/**
 * Reads the frames of a log one by one without trusting them: each header word is read once, checked, then used. Used
 * by one thread.
 *
 * <p>A frame is read in place if this reader gates the publisher, else from a copy. In both cases it is delivered only
 * if the horizon, read after the frame, is not above it.
 */
final class FrameReader {
    /** A batch ends after this share of the ring, so that the publisher sees the progress. */
    static final int BATCHES_PER_LAP = 8;
    private static final int FIRST_COPY_CAPACITY = 4096;
    private static final long DATA_KIND = kindOf(DATA);
    private static final long PADDING_KIND = kindOf(PADDING);
    private static final long END_KIND = kindOf(END);
    /** The kind of no frame. */
    private static final long NO_KIND = -1;
    private static final long NOWHERE = -1;
    /** The commit words bound the readable bytes. */
    static final long UNBOUNDED = Long.MAX_VALUE;

    private final OffHeapBuffer frames;
    private final OffHeapLongs ring;
    private final OffHeapLongs logHeader;
    private final int capacity;
    private final int chunkLength;
    private final int payloadOffset;
    private final boolean timestamps;
    private final FrameHeader header;
    private final HandlerFailures failures;
    private final FragmentAssembler assembler;

    private OffHeapBuffer copy = OffHeapBuffer.allocate(FIRST_COPY_CAPACITY);
    private boolean copying;
    /** Bytes at or above this position are not read. */
    private long readable = UNBOUNDED;
    private long position;
    private long sequence;
    private ReadOutcome outcome = ReadOutcome.PAUSED;
    private Boundedness before = Boundedness.UNKNOWN;
    private boolean doubtful;
    private long discardedCopies;
    /** Start of the last message that was skipped. */
    private long begunAt = NOWHERE;
    private long begunSequence;

    /** Whether the reader's position is a boundary of messages. */
    private enum Boundedness {
        UNKNOWN, BETWEEN_MESSAGES, WITHIN_A_MESSAGE
    }

    FrameReader(final Log log, final String subscription, final ReassemblyMemory memory,
            final HandlerFailures failures) {
        this.frames = log.ring();
        this.ring = log.ringWords();
        this.logHeader = log.headerWords();
        this.capacity = log.identity().capacity();
        this.chunkLength = capacity / CHUNKS;
        this.payloadOffset = log.identity().payloadOffset();
        this.timestamps = log.identity().timestamps();
        this.header = new FrameHeader(log.identity(), subscription);
        this.failures = failures;
        this.assembler = new FragmentAssembler(memory, FrameLayout.maxMessageLength(capacity));
    }

    /** Continues at a boundary. An incomplete message is dropped. */
    void moveTo(final Boundary boundary) {
        position = boundary.position();
        sequence = boundary.sequence();
        before = position == 0 ? Boundedness.BETWEEN_MESSAGES : Boundedness.UNKNOWN;
        outcome = ReadOutcome.PAUSED;
        doubtful = false;
        assembler.clear();
    }

    /** Sets whether frames are copied before they are checked and delivered. */
    void copying(final boolean copies) {
        copying = copies;
    }

    /** Sets the readable bytes: all, bounded by commit words, or those below a position. */
    void readable(final long newReadable) {
        readable = newReadable;
    }

    long position() {
        return position;
    }

    /** Sequence of the next frame. */
    long sequence() {
        return sequence;
    }

    /** Sequence of the first frame of the next undelivered message. */
    long undelivered() {
        return isReassembling() ? assembler.first() : sequence;
    }

    ReadOutcome outcome() {
        return outcome;
    }

    /** Whether a frame is committed at the reader's position; not checked. */
    boolean hasMore() {
        if (position >= readable) {
            return false;
        }
        final int offset = (int) position & (capacity - 1);
        final long word = ring.getLongAcquire(offset); // SYNC commit with LogWriter
        final int aligned = align(length(word));
        final boolean fits = aligned <= Math.min(chunkLength, capacity - offset);
        return word != 0 && (aligned <= readable - position || !fits); // not part of a frame
    }

    /** Whether a poll at the readable end delivers nothing: no reassembled message waits for a handler. */
    boolean isIdle() {
        return position == readable && !assembler.isWhole();
    }

    /** Whether nothing more is committed: a poll delivers nothing, and finds no lap. */
    boolean isAtEnd() {
        return ring.getLongAcquire((int) position & (capacity - 1)) == 0 && !assembler.isWhole()
                && !Horizon.isAbove(logHeader, position);
    }

    /** Drops a reassembled message that was not delivered. */
    void forget() {
        assembler.clear();
    }

    /** Whether a message of several frames is incomplete, or waits for the handler. */
    boolean isReassembling() {
        return assembler.isIncomplete() || assembler.isWhole();
    }

    /** The header that is passed to handlers. */
    FrameHeader header() {
        return header;
    }

    /** Continues after whole messages that were delivered by the owner of this reader. */
    void moveOver(final long newPosition, final long newSequence) {
        position = newPosition;
        sequence = newSequence;
    }

    /** Records that the publisher has overwritten bytes that were read in place: the last message is doubtful. */
    void lapped() {
        lapped(0, true);
    }

    /** Whether the last delivered message may have changed during its handler. */
    boolean isDoubtful() {
        return doubtful;
    }

    /** Returns the number of copies, since the last call, that were discarded because the horizon passed them. */
    long drainDiscardedCopies() {
        final long drained = discardedCopies;
        discardedCopies = 0;
        return drained;
    }

    /**
     * Delivers messages until the limit, the end of a batch, or an event: see {@link #outcome()}.
     *
     * @return the number of messages taken
     */
    int poll(final PollHandler handler, final int limit) {
        int count = takeWhole(handler);
        if (assembler.isWhole()) {
            outcome = ReadOutcome.PAUSED; // the message was not taken
            return count;
        }
        // Locals, because all fields, also final ones, are loaded again after each acquire.
        final OffHeapLongs ring = this.ring;
        final OffHeapLongs logHeader = this.logHeader;
        final int capacity = this.capacity;
        final int chunkLength = this.chunkLength;
        final int payloadOffset = this.payloadOffset;
        final long readable = this.readable;
        final boolean copying = this.copying;
        long at = position;
        long next = sequence;
        int offset = (int) at & (capacity - 1);
        final int end = (int) Math.min(Math.min(capacity, offset + capacity / BATCHES_PER_LAP), readable - at + offset);
        final long wanted = assembler.isIncomplete() ? NO_KIND : DATA_KIND;
        // The lowest position still to be compared with the horizon: the present frame, or one read in place before it.
        long lowest = at;
        outcome = ReadOutcome.PAUSED;
        while (count < limit && offset < end) {
            final long word = ring.getLongAcquire(offset); // SYNC commit with LogWriter: the release
            final int length = length(word);
            final int aligned = align(length);
            final boolean fits = aligned <= Math.min(chunkLength, capacity - offset);
            if (fits && aligned > readable - at) {
                outcome = ReadOutcome.DRAINED; // the rest of the frame has not arrived
                return count;
            }
            final boolean copied = copying && fits && kind(word) == wanted;
            if (copied && Horizon.isAbove(logHeader, lowest)) {
                return lapped(count, false); // without a useless copy
            }
            final OffHeapBuffer frame = copied ? copyOf(offset, length) : frames;
            final int frameOffset = copied ? 0 : offset;
            final long found = copied ? frame.getLong(SEQUENCE_OFFSET) : ring.getLong(offset + SEQUENCE_OFFSET);
            if (Horizon.isAbove(logHeader, lowest)) {
                discardedCopies += copied ? 1 : 0;
                return lapped(count, lowest < at);
            }
            lowest = at;
            if (word == 0) {
                outcome = nothing();
                break;
            }
            if (kind(word) != wanted || found != next || length < payloadOffset || !fits) {
                outcome = other(word, found, offset);
                lowest = position;
                break;
            }
            header.set(next, at + aligned);
            final Action action;
            try {
                action = deliver(handler, frame, frameOffset, length);
            } catch (final VirtualMachineError e) {
                checkDoubt(copying ? position : lowest);
                throw e;
            }
            if (action == Action.NOT_TAKEN) {
                break;
            }
            offset += aligned;
            at += aligned;
            next++;
            count++;
            position = at;
            sequence = next;
            lowest = copying ? at : lowest;
        }
        if (assembler.isWhole() && outcome == ReadOutcome.PAUSED) {
            return count + takeWhole(handler);
        }
        if (outcome == ReadOutcome.PAUSED && position == readable) {
            outcome = ReadOutcome.DRAINED;
        }
        if (outcome != ReadOutcome.LAPPED && Horizon.isAbove(logHeader, lowest)) {
            return lapped(count, lowest < position);
        }
        return count;
    }

    /**
     * Skips frames without delivery, to the end of the log or to a sequence.
     *
     * @param target sequence to stop at
     * @return true if the reader is at the target, or at the end of the log; false if it stopped for another reason
     */
    boolean seek(final long target) {
        outcome = ReadOutcome.PAUSED;
        while (sequence < target && outcome == ReadOutcome.PAUSED) {
            outcome = pass(false);
        }
        return outcome == ReadOutcome.PAUSED || outcome == ReadOutcome.DRAINED;
    }

    /**
     * Skips the rest of a message after its start was missed.
     *
     * @return true if the reader is at the start of a message; false if that is not known yet, or it stopped for
     *     another reason
     */
    boolean seekBeginning() {
        outcome = ReadOutcome.PAUSED;
        while (before != Boundedness.BETWEEN_MESSAGES && outcome == ReadOutcome.PAUSED) {
            outcome = pass(true);
        }
        return before == Boundedness.BETWEEN_MESSAGES;
    }

    /**
     * Skips frames to the end of the log, or up to a position, regardless of message boundaries.
     *
     * @param until position to stop at, or just above
     * @return false if the reader was lapped in between
     */
    boolean passTo(final long until) {
        outcome = ReadOutcome.PAUSED;
        begunAt = NOWHERE;
        while (position < until && outcome == ReadOutcome.PAUSED) {
            outcome = pass(false);
        }
        return outcome != ReadOutcome.LAPPED;
    }

    /** Whether {@link #passTo} has skipped the start of a message. */
    boolean hasPassedBeginning() {
        return begunAt != NOWHERE;
    }

    /** Moves back to the start of the last message that {@link #passTo} has skipped. */
    void returnToBeginning() {
        assert hasPassedBeginning() : "nothing to return to";
        position = begunAt;
        sequence = begunSequence;
        before = Boundedness.BETWEEN_MESSAGES;
        outcome = ReadOutcome.PAUSED;
    }

    /** Skips one frame, but not the first frame of a message if that is the target. */
    private ReadOutcome pass(final boolean untilBeginning) {
        if (position == readable) {
            return ReadOutcome.DRAINED;
        }
        final int offset = (int) position & (capacity - 1);
        final long word = ring.getLongAcquire(offset); // SYNC commit with LogWriter
        final int length = length(word);
        final int aligned = align(length);
        final long found = word == 0 ? 0 : ring.getLong(offset + SEQUENCE_OFFSET);
        if (Horizon.isAbove(logHeader, position)) {
            lapped(0, false);
            return ReadOutcome.LAPPED;
        }
        if (word == 0) {
            return nothing();
        }
        if (aligned > readable - position && aligned <= Math.min(chunkLength, capacity - offset)) {
            return ReadOutcome.DRAINED; // the rest of the frame has not arrived
        }
        if (!isPartOrWhole(word, found, offset)) {
            return other(word, found, offset);
        }
        if (isFirst(word) ? before == Boundedness.WITHIN_A_MESSAGE : before == Boundedness.BETWEEN_MESSAGES) {
            return ReadOutcome.CORRUPT;
        }
        if (untilBeginning && isFirst(word)) {
            before = Boundedness.BETWEEN_MESSAGES;
            return ReadOutcome.PAUSED;
        }
        if (isFirst(word)) {
            begunAt = position;
            begunSequence = sequence;
        }
        before = isLast(word) ? Boundedness.BETWEEN_MESSAGES : Boundedness.WITHIN_A_MESSAGE;
        position += aligned;
        sequence++;
        return ReadOutcome.PAUSED;
    }

    /** Delivers a frame that was checked. Its header is set. */
    Action deliver(final PollHandler handler, final OffHeapBuffer frame, final int frameOffset,
            final int length) {
        if (timestamps) {
            header.publishedNs(frame.getLong(frameOffset + TIMESTAMP_OFFSET));
        }
        return call(handler, frame, frameOffset + payloadOffset, length - payloadOffset);
    }

    private Action call(final PollHandler handler, final DirectBuffer buffer, final int offset, final int length) {
        try {
            return handler.onMessage(buffer, offset, length, header);
        } catch (final Throwable t) {
            return failed(t);
        }
    }

    /**
     * Handles an exception of a handler: its message counts as consumed. An error of the JVM, such as a lack of memory,
     * is thrown by poll, once the reader is past the message.
     */
    private Action failed(final Throwable thrown) {
        final long failed = header.sequence();
        if (thrown instanceof final VirtualMachineError error) {
            position = header.position();
            sequence = failed + header.frames();
            outcome = ReadOutcome.PAUSED;
            assembler.clear();
            header.set(sequence, position, 1);
            failures.failed(failed, error);
            throw error;
        }
        failures.failed(failed, thrown);
        return Action.TAKEN;
    }

    /** An empty commit word. It is an error if the readable end is known. */
    private ReadOutcome nothing() {
        return readable == UNBOUNDED ? ReadOutcome.DRAINED : ReadOutcome.CORRUPT;
    }

    /** Handles a frame that is not a whole message. PAUSED means that it is handled. */
    private ReadOutcome other(final long word, final long found, final int offset) {
        if (isPartOrWhole(word, found, offset) && kind(word) != DATA_KIND) {
            return takePart(word, offset);
        }
        // Padding must be shorter than the longest frame, so padding alone cannot fill the ring and loop a reader.
        if (kind(word) == PADDING_KIND && found == sequence && length(word) == capacity - offset
                && length(word) < chunkLength) {
            position += length(word);
            return ReadOutcome.PAUSED;
        }
        if (kind(word) == END_KIND && found == sequence && length(word) == HEADER_LENGTH
                && !assembler.isIncomplete() && before != Boundedness.WITHIN_A_MESSAGE) {
            return ReadOutcome.ENDED;
        }
        return ReadOutcome.CORRUPT;
    }

    private ReadOutcome takePart(final long word, final int offset) {
        final int length = length(word) - payloadOffset;
        final boolean fits;
        if (isFirst(word)) {
            fits = !assembler.isIncomplete() && assembler.begin(sequence, frames, offset + payloadOffset, length);
        } else {
            fits = assembler.isIncomplete() && assembler.append(frames, offset + payloadOffset, length, isLast(word));
        }
        if (timestamps) {
            header.publishedNs(ring.getLong(offset + TIMESTAMP_OFFSET));
        }
        if (Horizon.isAbove(logHeader, position)) {
            discardedCopies++;
            lapped(0, false);
            return ReadOutcome.LAPPED;
        }
        if (!fits) {
            return ReadOutcome.CORRUPT;
        }
        position += align(length(word));
        sequence++;
        if (!isLast(word)) {
            return ReadOutcome.PAUSED;
        }
        assembler.complete(); // after the horizon check: a reader lapped here has no whole message
        return assembler.isDropped() ? ReadOutcome.DROPPED : ReadOutcome.PAUSED;
    }

    /** Delivers a reassembled message; returns 1 if it was taken. */
    private int takeWhole(final PollHandler handler) {
        if (!assembler.isWhole()) {
            return 0;
        }
        header.set(assembler.first(), position, assembler.frames());
        final Action action = call(handler, assembler.buffer(), 0, assembler.length());
        header.set(sequence, position, 1);
        if (action == Action.NOT_TAKEN) {
            return 0;
        }
        assembler.clear();
        return 1;
    }

    private boolean isPartOrWhole(final long word, final long found, final int offset) {
        return isData(word) && found == sequence && length(word) >= payloadOffset
                && align(length(word)) <= Math.min(chunkLength, capacity - offset);
    }

    /** Checks the message of a handler that has failed with an error of the JVM; the reader is past it. */
    private void checkDoubt(final long lowest) {
        if (Horizon.isAbove(logHeader, lowest)) {
            lapped(0, lowest < position);
        }
    }

    /** Records that the reader was lapped, and whether the last frame read in place is unverified. */
    private int lapped(final int count, final boolean unverified) {
        outcome = ReadOutcome.LAPPED;
        doubtful = unverified;
        return count;
    }

    private OffHeapBuffer copyOf(final int offset, final int length) {
        if (length > copy.capacity()) {
            copy = OffHeapBuffer.allocate(BitUtil.findNextPositivePowerOfTwo(length));
        }
        copy.putBytes(0, frames, offset, length);
        return copy;
    }
}
