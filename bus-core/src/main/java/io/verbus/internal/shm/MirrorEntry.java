package io.verbus.internal.shm;

import static io.verbus.internal.shm.MirrorEntryLayout.BOUNDARIES_OFFSET;
import static io.verbus.internal.shm.MirrorEntryLayout.BOUNDARY_LENGTH;
import static io.verbus.internal.shm.MirrorEntryLayout.CAUSE_OFFSET;
import static io.verbus.internal.shm.MirrorEntryLayout.CUTS_OFFSET;
import static io.verbus.internal.shm.MirrorEntryLayout.ENDPOINT_OFFSET;
import static io.verbus.internal.shm.MirrorEntryLayout.JOINS_OFFSET;
import static io.verbus.internal.shm.MirrorEntryLayout.JUMPS_OFFSET;
import static io.verbus.internal.shm.MirrorEntryLayout.JUMP_CAUSE_OFFSET;
import static io.verbus.internal.shm.MirrorEntryLayout.JUMP_LENGTH;
import static io.verbus.internal.shm.MirrorEntryLayout.JUMP_POSITION_OFFSET;
import static io.verbus.internal.shm.MirrorEntryLayout.JUMP_SEQUENCE_OFFSET;
import static io.verbus.internal.shm.MirrorEntryLayout.LAST_BOUNDARIES_OFFSET;
import static io.verbus.internal.shm.MirrorEntryLayout.LAST_JUMPS_OFFSET;
import static io.verbus.internal.shm.MirrorLayout.MAX_MEMBERS;
import static io.verbus.internal.shm.MirrorEntryLayout.PEER_LENGTH;
import static io.verbus.internal.shm.MirrorEntryLayout.PEER_OFFSET;
import static io.verbus.internal.shm.MirrorEntryLayout.PLACES_OFFSET;
import static io.verbus.internal.shm.MirrorEntryLayout.PLACE_LENGTH;
import static io.verbus.internal.shm.MirrorEntryLayout.READABLE_OFFSET;
import static io.verbus.internal.shm.MirrorEntryLayout.SEEN_OFFSET;
import static io.verbus.internal.shm.MirrorEntryLayout.SESSION_OFFSET;
import static io.verbus.internal.shm.MirrorEntryLayout.START_OFFSET;
import static io.verbus.internal.shm.MirrorEntryLayout.STATE_OFFSET;
import static io.verbus.internal.shm.MirrorEntryLayout.WANTED_OFFSET;

import io.verbus.GapCause;
import io.verbus.LossCause;
import io.verbus.internal.log.Boundary;
import io.verbus.internal.os.HeaderFields;
import java.lang.invoke.VarHandle;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One session of a host mirror, in its table. The owner stores; the other members store only their place: the position
 * that they have consumed.
 */
public final class MirrorEntry {
    /** The place of a member that does not gate the mirror. */
    public static final long NOWHERE = -1;

    private static final long OPEN = 1;
    private static final long CLOSED = 2;

    private final UnsafeBuffer words;

    MirrorEntry(final UnsafeBuffer words) {
        this.words = words;
    }

    /**
     * A jump of the publisher: nothing between its end and its position is in the image.
     *
     * @param number of the jump, from 1
     * @param end of the bytes before it
     * @param to where the publisher continues
     * @param cause of the missing range
     */
    public record SharedJump(long number, long end, Boundary to, GapCause cause) {}

    /**
     * A frame boundary at which others may join.
     *
     * @param at the boundary
     * @param isBetweenMessages whether it is known that a message begins there
     */
    public record JoinBoundary(Boundary at, boolean isBetweenMessages) {}

    /** {@return id of the session; 0 for a free entry} */
    public long session() {
        return words.getLongAcquire(SESSION_OFFSET);
    }

    /** {@return whether the owner may still write to its image} */
    public boolean isOpen() {
        return words.getLongAcquire(STATE_OFFSET) == OPEN;
    }

    /** {@return whether nothing more is written to its image} */
    public boolean isClosed() {
        return words.getLongAcquire(STATE_OFFSET) == CLOSED;
    }

    /** {@return number of the endpoint that the session was joined by} */
    public int endpoint() {
        return (int) words.getLong(ENDPOINT_OFFSET);
    }

    /** {@return sequence of the first message that the first owner wanted} */
    public long wanted() {
        return words.getLong(WANTED_OFFSET);
    }

    /** {@return the first boundary of the image} */
    public Boundary start() {
        return new Boundary(words.getLong(START_OFFSET), words.getLong(START_OFFSET + Long.BYTES));
    }

    /** {@return the publisher's address} */
    public String peer() {
        return HeaderFields.text(words, PEER_OFFSET, PEER_LENGTH);
    }

    /**
     * Opens a free entry. Conductor of the owner.
     *
     * @param session its id
     * @param endpoint number of the endpoint
     * @param wanted first wanted sequence
     * @param start of the image
     */
    void open(final long session, final int endpoint, final long wanted, final Boundary start) {
        words.setMemory(0, PLACES_OFFSET, (byte) 0);
        words.putLong(ENDPOINT_OFFSET, endpoint);
        words.putLong(WANTED_OFFSET, wanted);
        words.putLong(START_OFFSET, start.position());
        words.putLong(START_OFFSET + Long.BYTES, start.sequence());
        words.putLong(READABLE_OFFSET, start.position());
        boundary(start, false);
        words.putLongRelease(SESSION_OFFSET, session);
        words.putLongRelease(STATE_OFFSET, OPEN);
    }

    /**
     * Sets the publisher's address.
     *
     * @param peer its address
     */
    public void peer(final String peer) {
        HeaderFields.putText(words, PEER_OFFSET, peer, PEER_LENGTH);
    }

    /**
     * Ends the entry: nothing more is written to the image.
     *
     * @param cause of the loss; null if the session has ended
     */
    public void close(final LossCause cause) {
        words.putLong(CAUSE_OFFSET, cause == null ? 0 : cause.ordinal() + 1L);
        words.putLongRelease(STATE_OFFSET, CLOSED);
    }

    /** {@return why the closed session is lost; null if it has ended} */
    public LossCause cause() {
        final long cause = words.getLong(CAUSE_OFFSET);
        return cause == 0 ? null : LossCause.values()[(int) cause - 1];
    }

    /** Frees the entry. */
    void free() {
        words.putLongRelease(STATE_OFFSET, 0);
        words.putLongRelease(SESSION_OFFSET, 0);
    }

    /** {@return the position below which everything was written, as published by the owner} */
    public long readable() {
        return words.getLongAcquire(READABLE_OFFSET); // SYNC mirror with MirrorEntry: the release in readable
    }

    /**
     * Publishes the readable bytes. Owner.
     *
     * @param position below which everything was written
     */
    public void readable(final long position) {
        words.putLongRelease(READABLE_OFFSET, position); // SYNC mirror with MirrorEntry: the acquire in readable
    }

    /** {@return number of cuts so far; before {@link #readable()} is loaded} */
    public long cuts() {
        return words.getLongAcquire(CUTS_OFFSET);
    }

    /**
     * Takes back the bytes of a partial frame: they will be written again. Owner.
     *
     * @param position of the partial frame, or the readable end
     */
    public void cut(final long position) {
        words.putLongRelease(READABLE_OFFSET, position);
        words.putLongRelease(CUTS_OFFSET, words.getLong(CUTS_OFFSET) + 1);
    }

    /** {@return number of jumps so far; after {@link #readable()} is loaded} */
    public long jumps() {
        return words.getLongAcquire(JUMPS_OFFSET);
    }

    /** {@return end of the bytes before the last jump} */
    public long jumpEnd() {
        return words.getLongOpaque(slot(jumps()));
    }

    /** {@return where the publisher continued after the last jump; 0 without one} */
    public long jumpPosition() {
        return words.getLongOpaque(slot(jumps()) + JUMP_POSITION_OFFSET);
    }

    /** {@return the last jump; null if there is none} */
    public SharedJump jump() {
        while (true) {
            final long number = jumps();
            final int slot = slot(number);
            final long end = words.getLongOpaque(slot);
            final long position = words.getLongOpaque(slot + JUMP_POSITION_OFFSET);
            final long sequence = words.getLongOpaque(slot + JUMP_SEQUENCE_OFFSET);
            final int cause = (int) words.getLongOpaque(slot + JUMP_CAUSE_OFFSET);
            VarHandle.acquireFence();
            if (words.getLongOpaque(JUMPS_OFFSET) == number) {
                return number == 0
                        ? null
                        : new SharedJump(number, end, new Boundary(position, sequence), GapCause.values()[cause]);
            }
            Thread.onSpinWait();
        }
    }

    /**
     * Publishes a jump. Owner, after every member that gates the mirror has read all bytes before it. Two are kept, as
     * of boundaries.
     *
     * @param end of the bytes before it
     * @param to where the publisher continues
     * @param cause of the missing range
     */
    public void jump(final long end, final Boundary to, final GapCause cause) {
        final long next = words.getLong(JUMPS_OFFSET) + 1;
        final int slot = slot(next);
        words.putLongOpaque(slot, end);
        words.putLongOpaque(slot + JUMP_POSITION_OFFSET, to.position());
        words.putLongOpaque(slot + JUMP_SEQUENCE_OFFSET, to.sequence());
        words.putLongOpaque(slot + JUMP_CAUSE_OFFSET, cause.ordinal());
        words.putLongRelease(JUMPS_OFFSET, next);
        VarHandle.storeStoreFence(); // before the next one overwrites the other
    }

    /**
     * Publishes a frame boundary at which others may join. Owner. Two are kept, so a reader finds a whole one also if
     * the owner dies in between.
     *
     * @param at the boundary
     * @param isBetweenMessages whether a message begins there
     */
    public void boundary(final Boundary at, final boolean isBetweenMessages) {
        boundary(at.position(), at.sequence(), isBetweenMessages);
    }

    /** The same, without allocation. */
    public void boundary(final long position, final long sequence, final boolean isBetweenMessages) {
        final long next = words.getLong(BOUNDARIES_OFFSET) + 1;
        final int offset = LAST_BOUNDARIES_OFFSET + (int) (next & 1) * BOUNDARY_LENGTH;
        words.putLongOpaque(offset, position);
        words.putLongOpaque(offset + Long.BYTES, sequence << 1 | (isBetweenMessages ? 1 : 0));
        words.putLongRelease(BOUNDARIES_OFFSET, next);
        VarHandle.storeStoreFence(); // before the next one overwrites the other
    }

    /** {@return the last boundary} */
    public JoinBoundary boundary() {
        while (true) {
            final long number = words.getLongAcquire(BOUNDARIES_OFFSET);
            final int offset = LAST_BOUNDARIES_OFFSET + (int) (number & 1) * BOUNDARY_LENGTH;
            final long position = words.getLongOpaque(offset);
            final long sequence = words.getLongOpaque(offset + Long.BYTES);
            VarHandle.acquireFence();
            if (words.getLongOpaque(BOUNDARIES_OFFSET) == number) {
                return new JoinBoundary(new Boundary(position, sequence >>> 1), (sequence & 1) != 0);
            }
            Thread.onSpinWait();
        }
    }

    /**
     * The position that a member has consumed.
     *
     * @param member its number
     * @return the position; {@link #NOWHERE} if it does not read the session
     */
    public long position(final int member) {
        return words.getLongAcquire(place(member)) - 1;
    }

    /**
     * Stores the consumed position of a member.
     *
     * @param member its number
     * @param position of the next frame that it reads
     */
    public void position(final int member, final long position) {
        words.putLongRelease(place(member), position + 1);
    }

    /**
     * Gates the mirror at a position. The caller then checks the horizon.
     *
     * @param member its number
     * @param position of the next frame that it reads
     */
    public void join(final int member, final long position) {
        final int place = place(member);
        words.putLong(place + SEEN_OFFSET, cuts());
        words.putLong(place + JOINS_OFFSET, words.getLong(place + JOINS_OFFSET) + 1);
        words.putLongRelease(place, position + 1);
        VarHandle.fullFence(); // SYNC joining with MirrorOwner: the fence of the horizon
    }

    /**
     * Releases the place of a member.
     *
     * @param member its number
     */
    public void leave(final int member) {
        words.putLongRelease(place(member), 0);
    }

    /**
     * How often a member has joined.
     *
     * @param member its number
     * @return number of {@link #join}
     */
    public long joins(final int member) {
        return words.getLongAcquire(place(member) + JOINS_OFFSET);
    }

    /**
     * The cuts that a member has seen.
     *
     * @param member its number
     * @return number of them
     */
    public long seen(final int member) {
        return words.getLongAcquire(place(member) + SEEN_OFFSET);
    }

    /**
     * Acknowledges cuts: the member reads no byte above the readable end since.
     *
     * @param member its number
     * @param cuts number of them
     */
    public void seen(final int member, final long cuts) {
        words.putLongRelease(place(member) + SEEN_OFFSET, cuts);
    }

    /** Whether no member reads it. */
    boolean isUnused() {
        for (int i = 0; i < MAX_MEMBERS; i++) {
            if (position(i) != NOWHERE) {
                return false;
            }
        }
        return true;
    }

    private static int slot(final long jump) {
        return LAST_JUMPS_OFFSET + (int) (jump & 1) * JUMP_LENGTH;
    }

    private static int place(final int member) {
        return PLACES_OFFSET + member * PLACE_LENGTH;
    }
}
