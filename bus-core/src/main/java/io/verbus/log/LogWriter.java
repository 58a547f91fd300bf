package io.verbus.log;

import static io.verbus.log.FrameLayout.DATA;
import static io.verbus.log.FrameLayout.END;
import static io.verbus.log.FrameLayout.HEADER_LENGTH;
import static io.verbus.log.FrameLayout.PADDING;
import static io.verbus.log.FrameLayout.SEQUENCE_OFFSET;
import static io.verbus.log.FrameLayout.TIMESTAMP_OFFSET;
import static io.verbus.log.FrameLayout.WHOLE;
import static io.verbus.log.FrameLayout.align;
import static io.verbus.log.FrameLayout.commitWord;
import static io.verbus.log.LogLayout.CHUNKS;

import io.verbus.os.OwnerThread;
import io.verbus.os.ProcessBarrier;
import io.verbus.os.Words;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.agrona.concurrent.NanoClock;

/**
 * The one writer of a log. Used by one thread, the owner; only {@link #position()}, {@link #sequence()},
 * {@link #awaited()}, {@link #refusedClaims()}, {@link #refuse()} and {@link #isVacant()} may be called by others.
 *
 * <p>A claim whose frame ends below {@link #limit} touches nothing that a reader may still want: it costs one
 * comparison. Others come to {@link #enterChunk}, twice a chunk. There the horizon moves, the chunk table is kept, and
 * the ring wraps; nothing of that is on the fast path.
 *
 * <p>The commit word behind a frame is cleared before the frame's own is set, so a reader that has taken the frame
 * finds there either nothing or the next frame, never what the last lap left. No more than that word is cleared: lines
 * that are touched further ahead are taken back by the reader's prefetcher before they are written
 * (docs/performance.md).
 *
 * <p>Another thread may close the log. The owner is inside from the moment that it stores {@link #claimEnd}, before it
 * reads the limit, until the position has reached that or the claim is aborted. The closer lowers the limit, so that
 * every later claim takes the slow path and is refused there, and touches the log only when it has found the owner
 * outside after that: see {@link ProcessBarrier}. The owner pays for it with the order of two accesses.
 */
public final class LogWriter {
    /** What {@link #claim} returns when a reader that the publisher waits for is a whole log behind. */
    public static final int BACK_PRESSURED = -1;
    /** What {@link #claim} returns after {@link #close()}. */
    public static final int CLOSED = -2;

    /** Bytes behind a frame that its commit may touch: the next commit word, and what it is aligned to. */
    private static final int RESERVE = FrameLayout.ALIGNMENT;

    /** Every claim comes to the slow path, which refuses it. */
    private static final long CLOSED_LIMIT = Long.MIN_VALUE;
    /** End of a claim that is inside whatever the position is. */
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
    private final Words ring;
    private final Holdback holdback;
    private final NanoClock clock;
    private final int capacity;
    private final long mask;
    private final int chunkLength;
    private final int payloadOffset;
    private final int maxPayloadLength;
    private final boolean timestamps;
    private final OwnerThread owner;

    /** Where the next frame begins, and its sequence. */
    private long position;
    private long sequence;
    /** Where the claimed frame ends, its alignment apart. Nothing is claimed when that is not above the position. */
    private long claimEnd;
    /** A frame that ends below needs no more checks. Lowered by the thread that closes. */
    private long limit;
    /** Bytes below may be touched: the horizon is far enough. A multiple of the chunk's length. */
    private long opened;
    /** End of the newest chunk that has its entry in the chunk table. */
    private long recorded;
    /** The horizon that a claim wants, 0 when none does. */
    private long awaited;
    private long refusedClaims;
    private long idleCalls;
    private volatile boolean closed;

    /**
     * For a new log.
     *
     * @param log to write, empty
     * @param holdback whom to wait for
     * @param clock for the timestamps
     */
    public LogWriter(final Log log, final Holdback holdback, final NanoClock clock) {
        this.log = log;
        this.ring = log.ringWords();
        this.holdback = holdback;
        this.clock = clock;
        this.capacity = log.identity().capacity();
        this.mask = capacity - 1L;
        this.chunkLength = capacity / CHUNKS;
        this.payloadOffset = log.identity().payloadOffset();
        this.maxPayloadLength = chunkLength - payloadOffset;
        this.timestamps = log.identity().timestamps();
        this.owner = new OwnerThread("the publication of stream " + log.identity().stream());
    }

    /**
     * Reserves room for a frame. A claim that was neither committed nor aborted is given up.
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
            final int refusal = makeWay(frameLength);
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
     * @param length of the payload, at most what was claimed
     * @return its sequence
     * @throws IllegalStateException if nothing is claimed, or less
     */
    public long commit(final int length) {
        if (length < 0 || length > claimEnd - position - payloadOffset) {
            throw notClaimed(length);
        }
        claimEnd = position + payloadOffset + length;
        clearCommitWord(position + align(payloadOffset + length));
        return commitFrame(WHOLE, payloadOffset + length);
    }

    /**
     * Makes the claimed frame visible, whole.
     *
     * @return its sequence
     * @throws IllegalStateException if nothing is claimed
     */
    public long commit() {
        if (claimEnd <= position) {
            throw notClaimed(0);
        }
        return commitFrame(WHOLE, (int) (claimEnd - position));
    }

    /** Gives the claim up: nothing becomes visible, and no sequence is used. Without a claim, nothing happens. */
    public void abort() {
        CLAIM_END.setRelease(this, 0L);
    }

    /**
     * Marks the owner as inside, for work of several steps; {@link #abort()} ends it.
     *
     * @return false if the log is closed: it must not be touched
     */
    public boolean begin() {
        CLAIM_END.setOpaque(this, INSIDE);
        ProcessBarrier.keepOrder();
        return !closed;
    }

    /** The calling thread, which is the owner, will not use it again before another thread has become the owner. */
    public void handOver() {
        abort();
        owner.handOver();
        limit = 0; // the next claim takes the slow path, whose thread becomes the owner
    }

    /** {@return whether the calling thread is the owner, or becomes it because there is none; for assertions} */
    public boolean isMine() {
        return owner.isMine();
    }

    /** {@return the owner, for messages} */
    public String owner() {
        return owner.toString();
    }

    /** Refuses every claim that begins from now on. Any thread. */
    public void refuse() {
        closed = true;
        limit = CLOSED_LIMIT; // a claim in the slow path may raise it again: to be repeated until isVacant
    }

    /**
     * Whether the owner is outside, and stays there: the caller is the only one that writes from then on. A claim of
     * the calling thread, or of an owner that has ended, is given up. After {@link #refuse()}; any thread, one at a
     * time.
     *
     * @return false if a claim is under way
     */
    public boolean isVacant() {
        ProcessBarrier.run();
        final boolean inside = (long) CLAIM_END.getAcquire(this) > (long) POSITION.getAcquire(this);
        if (inside && !owner.isCurrent() && !owner.isDead()) {
            return false;
        }
        ProcessBarrier.run(); // all that the owner has stored before it was seen outside is seen too
        return true;
    }

    /**
     * Ends the session: a last frame that says how many messages there were. From the first try on, claims are refused.
     * By the owner, or by the thread that has found it outside.
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
            publish(END, WHOLE, HEADER_LENGTH);
        }
        return hasRoom;
    }

    /** Refuses claims from now on; the log may then be unmapped. */
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
     * {@return the position that readers must reach before the claim under way, or the one that was refused, can
     * succeed, or 0; any thread; who finds 0 sees the horizon of the claims before}
     */
    public long awaited() {
        return (long) AWAITED.getAcquire(this);
    }

    /** Counts that the owner runs, and has nothing to publish. */
    public void idle() {
        IDLE_CALLS.setOpaque(this, idleCalls + 1);
    }

    /** {@return how often {@link #idle()} was called; any thread} */
    public long idleCalls() {
        return (long) IDLE_CALLS.getOpaque(this);
    }

    /** {@return how often a claim was refused because of {@link #awaited()}; any thread} */
    public long refusedClaims() {
        return (long) REFUSED_CLAIMS.getOpaque(this);
    }

    /** {@return the longest payload of one frame in bytes} */
    public int maxPayloadLength() {
        return maxPayloadLength;
    }

    /**
     * Makes sure that frames of so many bytes in all can be claimed without being refused. The owner is inside until it
     * aborts: the log is not closed between two of them.
     *
     * @return 0, or {@link #BACK_PRESSURED} or {@link #CLOSED}: then the owner is outside
     */
    int makeRoom(final int bytes) {
        owner.check();
        if (!begin()) {
            abort();
            return CLOSED;
        }
        // The end of the ring may have to be padded in front of one of them.
        if (!open(position + bytes + chunkLength + RESERVE)) {
            abort();
            return BACK_PRESSURED;
        }
        return 0;
    }

    /**
     * Claims a frame for which there is room.
     *
     * @param length of its payload in bytes
     * @return offset of its payload in the ring
     */
    int claimPart(final int length) {
        final int aligned = align(payloadOffset + length);
        if (position + aligned >= limit) {
            final boolean hasRoom = enterChunk(aligned);
            assert hasRoom : "there is no room, though it was made";
        }
        clearCommitWord(position + aligned);
        return (int) offset(position) + payloadOffset;
    }

    /** Makes the frame that was claimed last visible as a part of a message. */
    void commitPart(final int flags, final int length) {
        commitFrame(flags, payloadOffset + length);
    }

    private long commitFrame(final int flags, final int frameLength) {
        if (timestamps) {
            ring.putLong(offset(position) + TIMESTAMP_OFFSET, clock.nanoTime());
        }
        final long committed = sequence;
        publish(DATA, flags, frameLength);
        SEQUENCE.setOpaque(this, committed + 1);
        return committed;
    }

    private void publish(final int type, final int flags, final int frameLength) {
        final long offset = offset(position);
        ring.putLong(offset + SEQUENCE_OFFSET, sequence);
        ring.putLongRelease(offset, commitWord(type, flags, frameLength)); // SYNC commit: readers acquire
        POSITION.setRelease(this, position + align(frameLength)); // who pushes up to here, pushes what is written
    }

    /** Behind a frame that is about to be written: the last lap, or a longer claim, has left something there. */
    private void clearCommitWord(final long next) {
        assert next + RESERVE <= opened : "the next commit word is beyond what may be touched";
        ring.putLong(offset(next), 0L);
    }

    /** In the ring. Kept in 64 bits, as it is added to an address. */
    private long offset(final long at) {
        return at & mask;
    }

    /** What a claim does that comes to the limit. Gives 0 and leaves the owner inside, or a refusal. */
    private int makeWay(final int frameLength) {
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
            publish(PADDING, WHOLE, rest);
        }
        if (!open(position + aligned + RESERVE)) {
            return false;
        }
        recordChunk();
        limit = Math.min(recorded, opened - RESERVE);
        return true;
    }

    /** Moves the horizon until every byte below {@code end} may be touched. */
    private boolean open(final long end) {
        while (opened < end) {
            final long horizon = opened + chunkLength - capacity;
            if (horizon > 0) {
                // Said before the look, so that whoever is acknowledged meanwhile is either seen by us or sees this;
                // and before the horizon, which must not pass a reader that was promised its place.
                AWAITED.setRelease(this, horizon);
                VarHandle.fullFence(); // SYNC promise: pairs with the fence before isAwaitedOrGone in Readers
                if (holdback.lowest() < horizon) {
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

    /** Notes the frame that begins here, if it is the first in its chunk. */
    private void recordChunk() {
        if (position >= recorded) {
            final long chunk = position / chunkLength;
            ChunkTable.record(log.header(), (int) (chunk % CHUNKS), position, sequence);
            recorded = (chunk + 1) * chunkLength;
        }
    }

    private IllegalArgumentException outOfRange(final int length) {
        return new IllegalArgumentException("a claim of " + length + " bytes: this log of " + capacity
                + " bytes takes 0 to " + maxPayloadLength + "; use offer, or a larger capacity");
    }

    private IllegalStateException notClaimed(final int length) {
        return new IllegalStateException(claimEnd <= position
                ? "nothing is claimed"
                : "commit of " + length + " bytes where " + (claimEnd - position - payloadOffset) + " are claimed");
    }
}
