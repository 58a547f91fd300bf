package io.verbus.position;

import static io.verbus.position.PositionsLayout.HEARTBEAT_OFFSET;
import static io.verbus.position.PositionsLayout.JOIN_OFFSET;
import static io.verbus.position.PositionsLayout.LOOKED_OFFSET;
import static io.verbus.position.PositionsLayout.LOST_OFFSET;
import static io.verbus.position.PositionsLayout.MAX_SESSIONS;
import static io.verbus.position.PositionsLayout.POSITION_OFFSET;
import static io.verbus.position.PositionsLayout.SESSION_OFFSET;
import static io.verbus.position.PositionsLayout.place;

import io.verbus.BusException;
import io.verbus.os.MappedFile;
import io.verbus.os.PassingException;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A subscription's own side of its file. The heartbeat is the conductor's. Places are taken by the conductor and
 * given back by the polling thread; the position in a place is stored by the thread that owns its image at the time.
 */
public final class Positions implements AutoCloseable {
    private final MappedFile file;
    private final SubscriptionIdentity identity;
    private final UnsafeBuffer words;

    private Positions(final MappedFile file, final SubscriptionIdentity identity) {
        this.file = file.prefault();
        this.identity = identity;
        this.words = file.buffer(0, PositionsLayout.LENGTH);
    }

    /**
     * Makes the file of a subscription. It appears under its name only when it is complete.
     *
     * @param path of the file
     * @param identity what it says of itself
     * @return the positions, none of them in use
     * @throws BusException if the file can't be made
     */
    public static Positions create(final Path path, final SubscriptionIdentity identity) {
        return new Positions(MappedFile.create(path, identity.process(), PositionsLayout.LENGTH,
                file -> identity.encode(file.buffer(0, PositionsLayout.LENGTH))), identity);
    }

    /** {@return what the subscription says of itself} */
    public SubscriptionIdentity identity() {
        return identity;
    }

    /**
     * Says that the subscription's process runs.
     *
     * @param nowNs on the monotonic clock
     */
    public void beat(final long nowNs) {
        words.putLongRelease(HEARTBEAT_OFFSET, nowNs);
    }

    /**
     * Says that the sessions that there were at some time are joined.
     *
     * @param atNs on the monotonic clock
     */
    public void looked(final long atNs) {
        words.putLongRelease(LOOKED_OFFSET, atNs);
    }

    /** Says that no session will be joined any more: the subscription is about to close. */
    public void closing() {
        words.putLongRelease(LOOKED_OFFSET, PeerPositions.CLOSING);
    }

    /**
     * Prepares a free place, which publishers do not see before {@link #show}. Its position is 0 and its join 0 until
     * {@link #join}. The place stays free until it is shown: prepare one at a time.
     *
     * @return index of the place
     * @throws PassingException if the subscription reads {@link PositionsLayout#MAX_SESSIONS} already
     */
    public int prepare() {
        for (int index = 0; index < MAX_SESSIONS; index++) {
            if (words.getLongAcquire(place(index) + SESSION_OFFSET) == 0) {
                words.putLong(place(index) + JOIN_OFFSET, 0);
                words.putLong(place(index) + POSITION_OFFSET, 0);
                return index;
            }
        }
        throw new PassingException("subscription " + identity.name() + " reads " + MAX_SESSIONS
                + " sessions already, which is the most it can: shard the stream");
    }

    /**
     * Shows a place to the publisher of its session. The start of the reader is chosen: the publisher counts it as
     * ready from now on.
     *
     * @param index of the place
     * @param session to be read, not 0
     */
    public void show(final int index, final long session) {
        words.putLongRelease(place(index) + SESSION_OFFSET, session); // SYNC start: pairs with PeerPositions.reads
    }

    /**
     * Asks the publisher to wait for this reader from a position on. After this call, what the caller reads of the
     * horizon tells whether the position was still in the log.
     *
     * @param index of the place
     * @param join number of this attempt, above 0, growing
     * @param position that is needed
     */
    public void join(final int index, final long join, final long position) {
        words.putLongRelease(place(index) + POSITION_OFFSET, position);
        words.putLongRelease(place(index) + JOIN_OFFSET, join);
        VarHandle.fullFence(); // the horizon is read after this store is seen, see Readers
    }

    /**
     * Says that everything below a position is consumed.
     *
     * @param index of the place
     * @param position that is needed next
     */
    public void advance(final int index, final long position) {
        words.putLongRelease(place(index) + POSITION_OFFSET, position);
    }

    /**
     * Says, before the place is given back, that the publisher has gone past the reader, which has lost the session for
     * that.
     *
     * @param index of the place
     * @param session that it is the place of
     */
    public void lost(final int index, final long session) {
        words.putLongRelease(place(index) + LOST_OFFSET, session);
    }

    /**
     * Where the reader in a place stands.
     *
     * @param index of the place
     * @return the position that it stored last; any thread
     */
    public long position(final int index) {
        return words.getLongAcquire(place(index) + POSITION_OFFSET);
    }

    /**
     * Gives a place back. Nobody has to wait for it any more.
     *
     * @param index of the place
     */
    public void leave(final int index) {
        words.putLongRelease(place(index) + POSITION_OFFSET, Long.MAX_VALUE);
        words.putLongRelease(place(index) + SESSION_OFFSET, 0);
    }

    /** Unmaps and removes the file: the subscription has left. */
    @Override
    public void close() {
        file.unlink();
        file.close();
    }
}
