package io.verbus.internal.shm;

import static io.verbus.internal.shm.PositionsLayout.HEARTBEAT_OFFSET;
import static io.verbus.internal.shm.PositionsLayout.JOIN_OFFSET;
import static io.verbus.internal.shm.PositionsLayout.LOOKED_OFFSET;
import static io.verbus.internal.shm.PositionsLayout.LOST_OFFSET;
import static io.verbus.internal.shm.PositionsLayout.POSITION_OFFSET;
import static io.verbus.internal.shm.PositionsLayout.SESSION_OFFSET;
import static io.verbus.internal.shm.PositionsLayout.slot;

import io.verbus.BusException;
import io.verbus.internal.os.FileAccess;
import io.verbus.internal.os.MappedFile;
import io.verbus.internal.os.OffHeapLongs;
import io.verbus.internal.os.TransientException;
import io.verbus.spi.SubscriptionIdentity;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;

/**
 * The writing side of a subscription's file. The conductor writes the heartbeat and takes places; the polling thread
 * releases them; the thread that currently owns the image stores the position in its slot.
 */
public final class Positions implements AutoCloseable {
    private final MappedFile file;
    private final SubscriptionIdentity identity;
    private final OffHeapLongs words;
    private final int places;

    private Positions(final MappedFile file, final SubscriptionIdentity identity, final int places) {
        this.file = file.prefault();
        this.identity = identity;
        this.places = places;
        this.words = new OffHeapLongs(file.buffer(0, PositionsLayout.length(places)));
    }

    /**
     * Creates the file of a subscription. It appears under its name only when it is complete.
     *
     * @param path of the file
     * @param identity of the subscription
     * @param places maximum number of sessions that the subscription reads at once, 1 to
     *     {@link PositionsLayout#MAX_PLACES}
     * @return the positions, without a slot in use
     * @throws BusException if the file can't be created
     */
    public static Positions create(final Path path, final SubscriptionIdentity identity, final int places) {
        return create(path, identity, places, FileAccess.PRIVATE);
    }

    /** The same, for a file that publishers of other users may read. */
    static Positions create(final Path path, final SubscriptionIdentity identity, final int places,
            final FileAccess access) {
        final int length = PositionsLayout.length(places);
        return new Positions(MappedFile.create(path, identity.process(), length, access,
                file -> PositionsHeader.encode(identity, places, file.buffer(0, length))), identity, places);
    }

    /** {@return the identity of the subscription} */
    public SubscriptionIdentity identity() {
        return identity;
    }

    /** {@return the maximum number of sessions} */
    public int places() {
        return places;
    }

    /**
     * Stores the heartbeat of the subscription's process.
     *
     * @param nowNs on the monotonic clock
     */
    public void storeHeartbeat(final long nowNs) {
        words.putLongRelease(HEARTBEAT_OFFSET, nowNs);
    }

    /**
     * Records that all sessions that existed at a time are joined.
     *
     * @param atNs on the monotonic clock
     */
    public void looked(final long atNs) {
        words.putLongRelease(LOOKED_OFFSET, atNs);
    }

    /** Records that no further session will be joined: the subscription is about to close. */
    public void closing() {
        words.putLongRelease(LOOKED_OFFSET, PeerPositions.CLOSING);
    }

    /**
     * Prepares a free slot, which publishers ignore until {@link #show}. Its position is 0, and its join is 0 until
     * {@link #join}. The slot stays free until then: prepare one at a time.
     *
     * @return index of the slot
     * @throws TransientException if the subscription already reads {@link #places} sessions
     */
    public int prepare() {
        for (int index = 0; index < places; index++) {
            if (words.getLongAcquire(slot(index) + SESSION_OFFSET) == 0) {
                words.putLong(slot(index) + JOIN_OFFSET, 0);
                words.putLong(slot(index) + POSITION_OFFSET, 0);
                return index;
            }
        }
        throw new TransientException("subscription " + identity.name() + " reads " + places
                + " sessions, its maximum: raise it (SubscriptionSettings.withSessionLimit), or shard the stream");
    }

    /**
     * Makes a slot visible to the publisher of its session. The reader's start is chosen: the publisher counts it as
     * ready from now on.
     *
     * @param index of the slot
     * @param session of the slot, not 0
     */
    public void show(final int index, final long session) {
        words.putLongRelease(slot(index) + SESSION_OFFSET, session); // SYNC start with PeerPositions
    }

    /**
     * Requests that the publisher waits for this reader from a position on. A horizon that the caller loads after this
     * call determines whether the position was still in the log.
     *
     * @param index of the slot
     * @param join number of this attempt, above 0, increasing
     * @param position that is needed
     */
    public void join(final int index, final long join, final long position) {
        words.putLongRelease(slot(index) + POSITION_OFFSET, position);
        words.putLongRelease(slot(index) + JOIN_OFFSET, join);
        VarHandle.fullFence(); // SYNC promise with LogWriter: the caller loads the horizon next
    }

    /**
     * Releases everything below a position as consumed.
     *
     * @param index of the slot
     * @param position that is needed next
     */
    public void advance(final int index, final long position) {
        words.putLongRelease(slot(index) + POSITION_OFFSET, position);
    }

    /**
     * Records, before the slot is released, that the reader has lost the session because the publisher lapped it.
     *
     * @param index of the slot
     * @param session of the slot
     */
    public void lost(final int index, final long session) {
        words.putLongRelease(slot(index) + LOST_OFFSET, session);
    }

    /**
     * The position of the reader in a slot.
     *
     * @param index of the slot
     * @return the position that it stored last; any thread
     */
    public long position(final int index) {
        return words.getLongAcquire(slot(index) + POSITION_OFFSET);
    }

    /**
     * Releases a slot. No publisher waits for it any more.
     *
     * @param index of the slot
     */
    public void leave(final int index) {
        words.putLongRelease(slot(index) + POSITION_OFFSET, Long.MAX_VALUE);
        words.putLongRelease(slot(index) + SESSION_OFFSET, 0);
    }

    /** Unmaps and removes the file: the subscription has left. */
    @Override
    public void close() {
        file.unlink();
        file.close();
    }
}
