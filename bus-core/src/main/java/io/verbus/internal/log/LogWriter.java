package io.verbus.internal.log;

import static io.verbus.internal.log.FrameLayout.DATA;
import static io.verbus.internal.log.FrameLayout.END;
import static io.verbus.internal.log.FrameLayout.HEADER_LENGTH;
import static io.verbus.internal.log.FrameLayout.MISSING;
import static io.verbus.internal.log.FrameLayout.PADDING;
import static io.verbus.internal.log.FrameLayout.SEQUENCE_OFFSET;
import static io.verbus.internal.log.FrameLayout.TIMESTAMP_OFFSET;
import static io.verbus.internal.log.FrameLayout.WHOLE;
import static io.verbus.internal.log.FrameLayout.align;
import static io.verbus.internal.log.FrameLayout.commitWord;
import static io.verbus.internal.log.LogLayout.CHUNKS;

import io.verbus.internal.os.OffHeapLongs;
import io.verbus.internal.os.OwnerThread;
import io.verbus.internal.os.ProcessBarrier;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.agrona.concurrent.NanoClock;

/**
 * The single writer of a log. Used by one thread, the owner; only {@link #position()}, {@link #sequence()}, {@link
 * #awaited()}, {@link #refusedClaims()}, {@link #refuse()} and {@link #isVacant()} may be called by other threads.
 *
 * <p>A claim with a frame end below {@link #limit} touches nothing that a reader may need: it costs one comparison.
 * Other claims take {@link #enterChunk}, twice per chunk: it moves the horizon, records the chunk table, and wraps the
 * ring.
 *
 * <p>The commit word after a frame is cleared before the frame's own is set, so a reader of the frame finds there
 * either nothing or the next frame, never bytes of the last lap. Only that word is cleared: the readers' prefetcher
 * takes back lines that are touched further ahead before they are written (docs/decisions/0001-frame-layout.md).
 *
 * <p>Another thread may close the log. The owner is inside from its store of {@link #claimEnd}, before it reads the
 * limit, until the position has reached that or the claim is aborted. The closer lowers the limit, so that every later
 * claim takes the slow path and is refused, and touches the log only after it has then seen the owner outside: see
 * {@link ProcessBarrier}. The cost for the owner is the order of two accesses.
 */
public final class LogWriter {
    /** Returned by {@link #claim} if a blocking reader lags by a whole log. */
    public static final int BACK_PRESSURED = -1;
    /** Returned by {@link #claim} after {@link #close()}. */
    public static final int CLOSED = -2;

    /** Bytes after a frame that its commit may touch: the next commit word and its alignment. */
    private static final int RESERVE = FrameLayout.ALIGNMENT;

    /** Sends every claim to the slow path, which refuses it. */
    private static final long CLOSED_LIMIT = Long.MIN_VALUE;
    /** A claim end that is inside at every position. */
    private static final long INSIDE = Long.MAX_VALUE;

    private static final VarHandle POSITION;
    private static final VarHandle SEQUENCE;
    private static final VarHandle CLAIM_END;
    private static final VarHandle AWAITED;
    private static final VarHandle REFUSED_CLAIMS;
    private static final VarHandle IDLE_CALLS;

    static {
        try {
            final MethodHandles.Lookup lookup = MethodHandles.lookup();
            POSITION = lookup.findVarHandle(LogWriter.class, "position", long.class);
            SEQUENCE = lookup.findVarHandle(LogWriter.class, "sequence", long.class);
            CLAIM_END = lookup.findVarHandle(LogWriter.class, "claimEnd", long.class);
            AWAITED = lookup.findVarHandle(LogWriter.class, "awaited", long.class);
            REFUSED_CLAIMS = lookup.findVarHandle(LogWriter.class, "refusedClaims", long.class);
            IDLE_CALLS = lookup.findVarHandle(LogWriter.class, "idleCalls", long.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Log log;
    private final OffHeapLongs ring;
    private final GatingPositions gatingPositions;
    private final NanoClock clock;
    private final int capacity;
    private final long mask;
    private final int chunkLength;
    private final int payloadOffset;
    private final int maxPayloadLength;
    private final boolean timestamps;
    private final OwnerThread owner;
    /** Position at which the log begins: 0, except in a log of a relay. */
    private final long start;

    /** Position and sequence of the next frame. */
    private long position;
    private long sequence;
    /** End of the claimed frame, without alignment. Nothing is claimed if it is not above the position. */
    private long claimEnd;
    /** A frame that ends below needs no more checks. Lowered by the closing thread. */
    private long limit;
    /** The horizon allows writes below this position, a multiple of the chunk length. */
    private long opened;
    /** End of the newest chunk with an entry in the chunk table. */
    private long recorded;
    /** The horizon that a claim needs, or 0. */
    private long awaited;
    private long refusedClaims;
    private long idleCalls;
    private volatile boolean closed;

    /**
     * Creates the writer of a new log.
     *
     * @param log to write, empty; it begins at the only boundary in its chunk table
     * @param gatingPositions gating positions
     * @param clock for the timestamps
     */
    public LogWriter(final Log log, final GatingPositions gatingPositions, final NanoClock clock) {
        this.log = log;
        this.ring = log.ringWords();
        this.gatingPositions = gatingPositions;
        this.clock = clock;
        this.capacity = log.identity().capacity();
        this.mask = capacity - 1L;
        this.chunkLength = capacity / CHUNKS;
        this.payloadOffset = FrameLayout.payloadOffset(log.identity());
        this.maxPayloadLength = chunkLength - payloadOffset;
        this.timestamps = log.identity().timestamps();
        this.owner = new OwnerThread("publication of stream " + log.identity().stream());
        final Boundary first = ChunkTable.newest(log);
        this.start = first.position();
        this.position = start;
        this.sequence = first.sequence();
        this.opened = start / chunkLength * chunkLength;
        this.recorded = opened + chunkLength;
    }

    /**
     * Reserves space for a frame. A claim that was neither committed nor aborted is aborted.
     *
     * @param length of the payload in bytes, 0 to {@link #maxPayloadLength()}
     * @return offset of the payload in the ring, or {@link #BACK_PRESSURED} or {@link #CLOSED}
     * @throws IllegalArgumentException if the length is out of range
     */
    public int claim(final int length) {
        if (length < 0 || length > maxPayloadLength) {
            throw outOfRange(length);
        }
        final int payload = payloadOffset;
        final int frameLength = payload + length;
        final int aligned = align(frameLength);
        long at = position;
        CLAIM_END.setOpaque(this, at + frameLength); // before the limit is read, see isVacant
        ProcessBarrier.keepOrder();
        if (at + aligned >= limit) {
            final int refusal = claimSlowly(frameLength);
            if (refusal < 0) {
                return refusal;
            }
            at = position;
        }
        clearCommitWord(at + aligned);
        return (int) offset(at) + payload;
    }

    /**
     * Makes the claimed frame visible.
     *
     * @param length of the payload, at most the claimed length
     * @return its sequence
     * @throws IllegalStateException if nothing is claimed, or the claim is shorter
     */
    public long commit(final int length) {
        final long at = position;
        if (length < 0 || length > claimEnd - at - payloadOffset) {
            throw notClaimed(length);
        }
        final int frameLength = payloadOffset + length;
        claimEnd = at + frameLength;
        clearCommitWord(at + align(frameLength));
        return commitFrame(at, WHOLE, frameLength);
    }

    /**
     * Makes the claimed frame visible, whole.
     *
     * @return its sequence
     * @throws IllegalStateException if nothing is claimed
     */
    public long commit() {
        final long at = position;
        final long frameLength = claimEnd - at;
        if (frameLength <= 0) {
            throw notClaimed(0);
        }
        return commitFrame(at, WHOLE, (int) frameLength);
    }

    /** Aborts the claim: nothing becomes visible, and no sequence is used. Does nothing without a claim. */
    public void abort() {
        CLAIM_END.setRelease(this, 0L);
    }

    /**
     * Marks the owner as inside, for work of several steps, until {@link #abort()}.
     *
     * @return false if the log is closed: it must not be touched
     */
    public boolean begin() {
        CLAIM_END.setOpaque(this, INSIDE);
        ProcessBarrier.keepOrder();
        return !closed;
    }

    /**
     * Releases ownership, by the owner: it must not use the writer again before another thread has become the owner.
     */
    public void handOver() {
        abort();
        owner.handOver();
        limit = 0; // the next claim takes the slow path; its thread becomes the owner
    }

    /** {@return whether the calling thread is or becomes the owner; for assertions} */
    public boolean isMine() {
        return owner.isMine();
    }

    /** {@return a description of the owner, for messages} */
    public String owner() {
        return owner.toString();
    }

    /** Refuses every later claim. Any thread. */
    public void refuse() {
        closed = true;
        limit = CLOSED_LIMIT; // a claim in the slow path may raise it again: repeat until isVacant
    }

    /**
     * Whether the owner is outside for good: then the caller is the only writer. A claim of the calling thread, or of
     * an owner that has ended, is aborted. After {@link #refuse()}; any thread, one at a time.
     *
     * @return false if a claim is in progress, or was during {@link #refuse()}: refuse again
     */
    public boolean isVacant() {
        ProcessBarrier.run();
        final boolean inside = (long) CLAIM_END.getAcquire(this) > (long) POSITION.getAcquire(this);
        if (inside && !owner.isCurrent() && !owner.isDead()) {
            return false;
        }
        if (limit != CLOSED_LIMIT) { // raised by a claim that was in the slow path: the next one would succeed
            return false;
        }
        ProcessBarrier.run(); // makes all stores of the owner before its exit visible
        return true;
    }

    /**
     * Ends the session with an end frame that carries the number of messages. Claims after the first attempt are
     * refused. By the owner, or by the thread that has found it outside.
     *
     * @return false if back-pressured; try again
     */
    public boolean end() {
        abort();
        closed = true;
        final boolean hasRoom = enterChunk(FrameLayout.ALIGNMENT);
        limit = CLOSED_LIMIT;
        if (hasRoom) {
            clearCommitWord(position + align(HEADER_LENGTH));
            store(position, sequence, commitWord(END, WHOLE, HEADER_LENGTH));
            passTo(position + align(HEADER_LENGTH));
        }
        return hasRoom;
    }

    /** Refuses later claims; the log may then be unmapped. */
    public void close() {
        abort();
        closed = true;
        limit = CLOSED_LIMIT;
    }

    /** {@return position of the log's end; any thread} */
    public long position() {
        return (long) POSITION.getAcquire(this);
    }

    /** {@return sequence of the next message, which is the number of messages so far; any thread} */
    public long sequence() {
        return (long) SEQUENCE.getOpaque(this);
    }

    /**
     * {@return the position that readers must reach before the present or refused claim can succeed, or 0; any thread;
     * a reader of 0 sees the horizon of all earlier claims}
     */
    public long awaited() {
        return (long) AWAITED.getAcquire(this);
    }

    /** Counts a call of an owner without messages to publish. */
    public void idle() {
        IDLE_CALLS.setOpaque(this, idleCalls + 1);
    }

    /** {@return the number of calls of {@link #idle()}; any thread} */
    public long idleCalls() {
        return (long) IDLE_CALLS.getOpaque(this);
    }

    /** {@return the number of claims refused because of {@link #awaited()}; any thread} */
    public long refusedClaims() {
        return (long) REFUSED_CLAIMS.getOpaque(this);
    }

    /** {@return the longest payload of one frame in bytes} */
    public int maxPayloadLength() {
        return maxPayloadLength;
    }

    /**
     * Makes room for frames of a total length; their claims then succeed. The owner is inside until it aborts: the log
     * is not closed between the frames.
     *
     * @return 0, or {@link #BACK_PRESSURED} or {@link #CLOSED}: then the owner is outside
     */
    int makeRoom(final int bytes) {
        return makeRoomTo(position + bytes + chunkLength); // the ring's end may need padding before one of the frames
    }

    /** Makes room for frames up to a position, in the same way. */
    int makeRoomTo(final long end) {
        owner.check();
        if (!begin()) {
            abort();
            return CLOSED;
        }
        if (!open(end + RESERVE)) {
            abort();
            return BACK_PRESSURED;
        }
        return 0;
    }

    /**
     * Claims a frame after {@link #makeRoom}.
     *
     * @param length of its payload in bytes
     * @return offset of its payload in the ring
     */
    int claimPart(final int length) {
        final int aligned = align(payloadOffset + length);
        if (position + aligned >= limit) {
            final boolean hasRoom = enterChunk(aligned);
            assert hasRoom : "no room after makeRoom";
        }
        clearCommitWord(position + aligned);
        return (int) offset(position) + payloadOffset;
    }

    /** Makes the last claimed frame visible as part of a message. */
    void commitPart(final int flags, final int length) {
        commitFrame(position, flags, payloadOffset + length);
    }

    /** Makes the last claimed frame visible; all of it but sequence and commit word is copied from another log. */
    void commitCopy(final int flags, final int frameLength) {
        final long at = position;
        final long committed = sequence;
        store(at, committed, commitWord(DATA, flags, frameLength));
        passTo(at + align(frameLength), committed + 1);
    }

    /**
     * Fills the log up to a position with one frame, or a part of that range with the longest: padding at the end of
     * the ring, if no message is missing.
     *
     * @param to position, above the present one
     * @param next sequence of the next message
     * @return 0, or {@link #BACK_PRESSURED} or {@link #CLOSED}
     */
    int skip(final long to, final long next) {
        final long at = position;
        final int rest = capacity - (int) offset(at);
        final int length = (int) Math.min(Math.min(rest, chunkLength), to - at);
        final int refusal = makeRoomTo(at + length);
        if (refusal == 0) {
            final boolean isPadding = next == sequence && length == rest && length < chunkLength;
            recordChunk();
            clearCommitWord(at + length);
            store(at, next, commitWord(isPadding ? PADDING : MISSING, WHOLE, length));
            passTo(at + length, next);
            abort();
        }
        return refusal;
    }

    private long commitFrame(final long at, final int flags, final int frameLength) {
        if (timestamps) {
            ring.putLong(offset(at) + TIMESTAMP_OFFSET, clock.nanoTime());
        }
        final long committed = sequence;
        store(at, committed, commitWord(DATA, flags, frameLength));
        SEQUENCE.setOpaque(this, committed + 1);
        passTo(at + align(frameLength));
        return committed;
    }

    /** Its arguments are locals of the callers, because all fields are loaded again after a store with release. */
    private void store(final long at, final long number, final long word) {
        final long offset = offset(at);
        ring.putLong(offset + SEQUENCE_OFFSET, number);
        ring.putLongRelease(offset, word); // SYNC commit with InPlaceReader, CopyingReader, FrameReader, FrameSkipper
    }

    /** The last stores of a frame of another log. */
    private void passTo(final long end, final long next) {
        SEQUENCE.setOpaque(this, next);
        passTo(end);
    }

    /** The last store of a commit: the owner is then outside, and the closing thread may use all other fields. */
    private void passTo(final long end) {
        POSITION.setRelease(this, end); // a push up to here sees all bytes below
    }

    /** Clears the next commit word, which the last lap or a longer claim may have written. */
    private void clearCommitWord(final long next) {
        assert next + RESERVE <= opened : "the next commit word is beyond the opened bytes";
        ring.putLong(offset(next), 0L);
    }

    /** Offset in the ring; 64 bits, because it is added to an address. */
    private long offset(final long at) {
        return at & mask;
    }

    /** The slow path of a claim. Returns 0 and leaves the owner inside, or returns a refusal. */
    private int claimSlowly(final int frameLength) {
        owner.check();
        if (!begin()) {
            abort();
            return CLOSED;
        }
        if (!enterChunk(align(frameLength))) {
            abort();
            return BACK_PRESSURED;
        }
        CLAIM_END.setRelease(this, position + frameLength);
        return 0;
    }

    private boolean enterChunk(final int aligned) {
        final int rest = capacity - (int) offset(position);
        if (aligned > rest) {
            if (!open(position + rest + RESERVE)) {
                return false;
            }
            recordChunk();
            clearCommitWord(position + rest);
            store(position, sequence, commitWord(PADDING, WHOLE, rest));
            passTo(position + rest);
        }
        if (!open(position + aligned + RESERVE)) {
            return false;
        }
        recordChunk();
        limit = Math.min(recorded, opened - RESERVE);
        return true;
    }

    /** Moves the horizon until every byte below {@code end} may be written. */
    private boolean open(final long end) {
        while (opened < end) {
            final long horizon = opened + chunkLength - capacity;
            if (horizon > start) {
                // Stored before the check, so that a reader acknowledged in between is either seen here or sees this;
                // and before the horizon, which must not pass an acknowledged reader.
                AWAITED.setRelease(this, horizon);
                VarHandle.fullFence(); // SYNC promise with LocalReaders, RemoteReader, Cursor, Positions
                if (gatingPositions.lowest() < horizon) {
                    REFUSED_CLAIMS.setOpaque(this, refusedClaims + 1);
                    return false;
                }
                Horizon.advance(log.header(), horizon);
                AWAITED.setRelease(this, 0L);
            }
            opened += chunkLength;
        }
        return true;
    }

    /** Records the frame at this position if it is the first in its chunk. */
    private void recordChunk() {
        if (position >= recorded) {
            final long chunk = position / chunkLength;
            ChunkTable.record(log.header(), (int) (chunk % CHUNKS), position, sequence);
            recorded = (chunk + 1) * chunkLength;
        }
    }

    private IllegalArgumentException outOfRange(final int length) {
        return new IllegalArgumentException(
                "claim length " + length + " outside 0 to " + maxPayloadLength + " of a log of " + capacity
                        + " bytes: use offer() or a larger capacity");
    }

    private IllegalStateException notClaimed(final int length) {
        return new IllegalStateException(claimEnd <= position
                ? "nothing is claimed"
                : "commit length " + length + " exceeds claim length " + (claimEnd - position - payloadOffset));
    }
}
