package io.verbus.internal.image;

import static io.verbus.internal.log.FrameLayout.DATA;
import static io.verbus.internal.log.FrameLayout.END;
import static io.verbus.internal.log.FrameLayout.HEADER_LENGTH;
import static io.verbus.internal.log.FrameLayout.PADDING;
import static io.verbus.internal.log.FrameLayout.SEQUENCE_OFFSET;
import static io.verbus.internal.log.FrameLayout.TIMESTAMP_OFFSET;
import static io.verbus.internal.log.FrameLayout.align;
import static io.verbus.internal.log.FrameLayout.isFirst;
import static io.verbus.internal.log.FrameLayout.isLast;
import static io.verbus.internal.log.FrameLayout.kind;
import static io.verbus.internal.log.FrameLayout.kindOf;
import static io.verbus.internal.log.FrameLayout.length;

import io.verbus.Action;
import io.verbus.MutableHeader;
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
 * Delivers the messages of a log. Used by one thread.
 *
 * <p>A frame is read in place if this reader gates the publisher, else from a copy. In both cases it is delivered only
 * if the horizon, read after the frame, is not above it.
 */
final class FrameReader extends FrameSkipper {
    /** A batch ends after this share of the ring, so that the publisher sees the progress. */
    static final int BATCHES_PER_LAP = 8;
    private static final int FIRST_COPY_CAPACITY = 4096;
    private static final long DATA_KIND = kindOf(DATA);
    private static final long PADDING_KIND = kindOf(PADDING);
    private static final long END_KIND = kindOf(END);
    /** The kind of no frame. */
    private static final long NO_KIND = -1;
    private final OffHeapBuffer frames;
    private final boolean timestamps;
    private final MutableHeader header;
    private final HandlerFailures failures;
    private final FragmentAssembler assembler;
    /** Whether each frame of a message of several frames is delivered by itself. */
    private final boolean framewise;

    private OffHeapBuffer copy = OffHeapBuffer.allocate(FIRST_COPY_CAPACITY);
    private boolean copying;
    private long discardedCopies;

    FrameReader(final Log log, final String subscription, final ReassemblyMemory memory,
            final HandlerFailures failures) {
        super(log);
        this.frames = log.ring();
        this.timestamps = log.identity().timestamps();
        this.header = new MutableHeader(log.identity().session(), log.identity().stream(), subscription,
                log.identity().clockOffsetNs());
        this.failures = failures;
        this.assembler = new FragmentAssembler(memory, FrameLayout.maxMessageLength(capacity));
        this.framewise = memory == ReassemblyMemory.NONE;
    }

    /** Continues at a boundary. An incomplete message is dropped. */
    @Override
    void moveTo(final Boundary boundary) {
        super.moveTo(boundary);
        assembler.clear();
    }

    /** Sets whether frames are copied before they are checked and delivered. */
    void copying(final boolean copies) {
        copying = copies;
    }

    @Override
    long undelivered() {
        return outcome == ReadOutcome.MISSING ? missingFrom() : isReassembling() ? assembler.first() : sequence;
    }

    @Override
    void passMissing(final long word, final long found) {
        super.passMissing(word, found);
        assembler.clear();
    }

    /** Whether a poll at the readable end delivers nothing: no reassembled message waits for a handler. */
    boolean isIdle() {
        return position == readable && !assembler.isWhole();
    }

    /** Whether nothing more is committed: a poll delivers nothing, and finds no lap. */
    boolean isAtEnd() {
        return ring.getLongAcquire((int) position & mask) == 0 && !assembler.isWhole()
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
    MutableHeader header() {
        return header;
    }

    /** Continues after whole messages that were delivered by the owner of this reader. */
    void moveOver(final long newPosition, final long newSequence) {
        position = newPosition;
        sequence = newSequence;
    }

    /** Counts a copy that was discarded by the owner of this reader. */
    void discardCopy() {
        discardedCopies++;
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
        final int taken = takeWhole(handler);
        outcome = ReadOutcome.PAUSED;
        return assembler.isWhole() // the message was not taken
                ? taken
                : read(handler, limit, taken);
    }

    /**
     * Delivers messages of one frame. Every other frame is left to {@link #readOther}, so that this loop is small
     * enough for the JIT compiler to inline it: at most 325 bytecodes.
     */
    private int read(final PollHandler handler, final int limit, final int taken) {
        // Locals, because all fields, also final ones, are loaded again after each acquire.
        final OffHeapLongs ring = this.ring;
        final OffHeapLongs logHeader = this.logHeader;
        final boolean copying = this.copying;
        final long end = endOfBatch();
        final long wanted = assembler.isIncomplete() ? NO_KIND : DATA_KIND;
        int count = taken;
        // The lowest position still to be compared with the horizon: the present frame, or one read in place before it.
        long lowest = position;
        while (count < limit && position < end) {
            final int offset = (int) position & mask;
            final long word = ring.getLongAcquire(offset); // SYNC commit with LogWriter: the release
            final int length = length(word);
            if (kind(word) != wanted || !hasArrived(offset, length)) {
                return readOther(handler, count, word, lowest);
            }
            if (copying && Horizon.isAbove(logHeader, lowest)) {
                return lapped(count, false); // without a useless copy
            }
            final OffHeapBuffer frame = copying ? copyOf(offset, length) : frames;
            final long found = copying ? frame.getLong(SEQUENCE_OFFSET) : ring.getLong(offset + SEQUENCE_OFFSET);
            if (Horizon.isAbove(logHeader, lowest)) {
                discardedCopies += copying ? 1 : 0;
                return lapped(count, lowest < position);
            }
            lowest = position;
            if (!take(handler, frame, copying ? 0 : offset, length, found)) {
                break;
            }
            count++;
            lowest = copying ? position : lowest;
        }
        return finish(handler, count, lowest);
    }

    /** Delivers a message of one frame if the frame is valid; returns whether it was taken. */
    private boolean take(final PollHandler handler, final OffHeapBuffer frame, final int frameOffset, final int length,
            final long found) {
        if (found != sequence || length < payloadOffset) {
            outcome = ReadOutcome.CORRUPT;
            return false;
        }
        final long after = position + align(length);
        header.set(found, after);
        final long start = position;
        try {
            if (deliver(handler, frame, frameOffset, length) == Action.NOT_TAKEN) {
                return false;
            }
        } catch (final VirtualMachineError e) { // the reader is past the message
            checkDoubt(frame == frames ? start : position);
            throw e;
        }
        position = after;
        sequence = found + 1;
        return true;
    }

    /** The position at which a batch that starts here ends, if there are so many bytes. */
    private long endOfBatch() {
        final int offset = (int) position & mask;
        return Math.min(position - offset + Math.min(capacity, offset + capacity / BATCHES_PER_LAP), readable);
    }

    /** Handles a frame that is not a whole message, or none. */
    private int readOther(final PollHandler handler, final int count, final long word, final long lowest) {
        final int offset = (int) position & mask;
        if (!hasArrived(offset, length(word)) && fits(offset, length(word))) {
            outcome = ReadOutcome.DRAINED; // the rest of the frame has not arrived
            return count;
        }
        final long found = ring.getLong(offset + SEQUENCE_OFFSET);
        if (Horizon.isAbove(logHeader, lowest)) {
            return lapped(count, lowest < position);
        }
        if (framewise && isPartOrWhole(word, found, offset)) {
            return take(handler, frames, offset, length(word), found) ? count + 1 : count;
        }
        outcome = word == 0 ? nothing() : other(word, found, offset);
        return finish(handler, count, position);
    }

    /** Ends a poll: delivers a message that is complete now, and checks the frames that were read in place. */
    private int finish(final PollHandler handler, final int count, final long lowest) {
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

    /** Handles a frame that is not a whole message. PAUSED means that it is handled. */
    @Override
    ReadOutcome other(final long word, final long found, final int offset) {
        if (isMissing(word, found, offset)) {
            final boolean isEmpty = found == sequence; // the rest of a longer range
            passMissing(word, found);
            return isEmpty ? ReadOutcome.PAUSED : ReadOutcome.MISSING;
        }
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
                && !assembler.isIncomplete() && !isWithinMessage()) {
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

    /** Checks the message of a handler that has failed with an error of the JVM; the reader is past it. */
    private void checkDoubt(final long lowest) {
        if (Horizon.isAbove(logHeader, lowest)) {
            lapped(0, lowest < position);
        }
    }

    private OffHeapBuffer copyOf(final int offset, final int length) {
        if (length > copy.capacity()) {
            copy = OffHeapBuffer.allocate(BitUtil.findNextPositivePowerOfTwo(length));
        }
        copy.putBytes(0, frames, offset, length);
        return copy;
    }
}
