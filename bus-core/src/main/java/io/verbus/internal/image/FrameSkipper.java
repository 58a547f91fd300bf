package io.verbus.internal.image;

import static io.verbus.internal.log.FrameLayout.HEADER_LENGTH;
import static io.verbus.internal.log.FrameLayout.MISSING;
import static io.verbus.internal.log.FrameLayout.SEQUENCE_OFFSET;
import static io.verbus.internal.log.FrameLayout.align;
import static io.verbus.internal.log.FrameLayout.isData;
import static io.verbus.internal.log.FrameLayout.isFirst;
import static io.verbus.internal.log.FrameLayout.isLast;
import static io.verbus.internal.log.FrameLayout.kind;
import static io.verbus.internal.log.FrameLayout.kindOf;
import static io.verbus.internal.log.FrameLayout.length;
import static io.verbus.internal.log.LogLayout.CHUNKS;

import io.verbus.internal.log.Boundary;
import io.verbus.internal.log.FrameLayout;
import io.verbus.internal.log.Horizon;
import io.verbus.internal.log.Log;
import io.verbus.internal.os.OffHeapLongs;

/**
 * Moves over the frames of a log one by one without trusting them: each header word is read once, checked, then used.
 * Used by one thread.
 */
abstract class FrameSkipper {
    /** The commit words bound the readable bytes. */
    static final long UNBOUNDED = Long.MAX_VALUE;
    /** Arithmetic on lower sequences does not overflow. */
    private static final long MAX_SEQUENCE = 1L << 62;

    private static final long NOWHERE = -1;
    private static final long MISSING_KIND = kindOf(MISSING);

    final OffHeapLongs ring;
    final OffHeapLongs logHeader;
    final int capacity;
    final int mask;
    final int payloadOffset;
    final int chunkLength;

    /** Bytes at or above this position are not read. */
    long readable = UNBOUNDED;
    long position;
    long sequence;
    ReadOutcome outcome = ReadOutcome.PAUSED;
    private Boundedness before = Boundedness.UNKNOWN;
    private boolean doubtful;
    /** Start of the last message that was skipped. */
    private long begunAt = NOWHERE;
    private long begunSequence;
    /** The last range of messages that a relay did not get: the first one, and the one after the last. */
    private long missingFrom;
    private long missingTo;
    /** Where the frames in its place begin, and where the last of them ends. */
    private Boundary missingAt;
    private long missingEnd = NOWHERE;

    /** Whether the reader's position is a boundary of messages. */
    private enum Boundedness {
        UNKNOWN, BETWEEN_MESSAGES, WITHIN_A_MESSAGE
    }

    FrameSkipper(final Log log) {
        this.ring = log.ringWords();
        this.logHeader = log.headerWords();
        this.capacity = log.identity().capacity();
        this.mask = capacity - 1;
        this.chunkLength = capacity / CHUNKS;
        this.payloadOffset = FrameLayout.payloadOffset(log.identity());
    }

    /** Sequence of the first frame of the next undelivered message. */
    abstract long undelivered();

    /** Handles a frame that is not a whole message. PAUSED means that it is handled. */
    abstract ReadOutcome other(long word, long found, int offset);

    /** Continues at a boundary. */
    void moveTo(final Boundary boundary) {
        position = boundary.position();
        sequence = boundary.sequence();
        before = position == 0 ? Boundedness.BETWEEN_MESSAGES : Boundedness.UNKNOWN;
        outcome = ReadOutcome.PAUSED;
        doubtful = false;
        missingEnd = NOWHERE; // another source may have the messages of the range that ended there
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

    ReadOutcome outcome() {
        return outcome;
    }

    /** Records that the publisher has overwritten bytes that were read in place: the last message is doubtful. */
    void lapped() {
        lapped(0, true);
    }

    /** Whether the last delivered message may have changed during its handler. */
    boolean isDoubtful() {
        return doubtful;
    }

    /** Whether a frame is committed at the reader's position; not checked. */
    boolean hasMore() {
        if (position >= readable) {
            return false;
        }
        final int offset = (int) position & mask;
        final long word = ring.getLongAcquire(offset); // SYNC commit with LogWriter
        return word != 0 && (hasArrived(offset, length(word)) || !fits(offset, length(word))); // not part of a frame
    }

    /**
     * Skips frames without delivery, to the end of the log or to a sequence.
     *
     * @param target sequence to stop at
     * @return true if the reader is at the target, at the end of the log, or after a range with the target that a relay
     *     did not get; false if it stopped for another reason
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
        final int offset = (int) position & mask;
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
        if (!hasArrived(offset, length) && fits(offset, length)) {
            return ReadOutcome.DRAINED; // the rest of the frame has not arrived
        }
        if (isMissing(word, found, offset)) {
            passMissing(word, found);
            return ReadOutcome.PAUSED;
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

    /** Whether the frames before the position are known to end inside a message. */
    boolean isWithinMessage() {
        return before == Boundedness.WITHIN_A_MESSAGE;
    }

    /** Whether all bytes of a frame are readable, if it fits at its offset. */
    boolean hasArrived(final int offset, final int length) {
        return align(length) <= readable - position && fits(offset, length);
    }

    /** Whether a frame of this length can be at an offset. */
    boolean fits(final int offset, final int length) {
        return align(length) <= Math.min(chunkLength, capacity - offset);
    }

    /** An empty commit word. It is an error if the readable end is known. */
    ReadOutcome nothing() {
        return readable == UNBOUNDED ? ReadOutcome.DRAINED : ReadOutcome.CORRUPT;
    }

    /**
     * Whether a frame is in place of frames that a relay did not get. Such frames may all have one sequence, so they
     * must not fill the ring and loop a reader: a frame of the next lap is not written before the horizon has passed
     * this one.
     */
    boolean isMissing(final long word, final long found, final int offset) {
        return kind(word) == MISSING_KIND && found >= sequence && found <= MAX_SEQUENCE
                && length(word) >= HEADER_LENGTH && fits(offset, length(word))
                && (readable != UNBOUNDED || Horizon.isAbove(logHeader, position - capacity));
    }

    /** Moves over such a frame. Where the range ends, a message begins, or a part of one that was not seen to begin. */
    void passMissing(final long word, final long found) {
        if (position != missingEnd) {
            // After a jump into the range, the messages at this position are not known.
            missingAt = new Boundary(position, found == sequence ? missingFrom : sequence);
        }
        if (found > sequence) {
            missingFrom = undelivered();
            missingTo = found;
            before = Boundedness.UNKNOWN;
        }
        position += align(length(word));
        sequence = found;
        missingEnd = position;
    }

    /**
     * Position of the frame at which another source continues. That is before the last frames that this reader has
     * passed, if they are in place of missing ones: another source may have those, and has other frames there.
     */
    long resumePosition() {
        return position == missingEnd ? missingAt.position() : position;
    }

    /** Sequence of that frame. */
    long resumeSequence() {
        return position == missingEnd ? missingAt.sequence() : sequence;
    }

    /** Moves back to that frame. */
    void returnToMissing() {
        if (position == missingEnd) {
            moveTo(missingAt);
        }
    }

    /** The first message of the last range that a relay did not get. */
    long missingFrom() {
        return missingFrom;
    }

    /** Whether a message is in the last range that a relay did not get. */
    boolean isMissing(final long message) {
        return message >= missingFrom && message < missingTo;
    }

    boolean isPartOrWhole(final long word, final long found, final int offset) {
        return isData(word) && found == sequence && length(word) >= payloadOffset
                && fits(offset, length(word));
    }

    /** Records that the reader was lapped, and whether the last frame read in place is unverified. */
    int lapped(final int count, final boolean unverified) {
        outcome = ReadOutcome.LAPPED;
        doubtful = unverified;
        return count;
    }
}
