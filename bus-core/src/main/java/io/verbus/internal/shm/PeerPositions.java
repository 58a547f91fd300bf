package io.verbus.internal.shm;

import static io.verbus.internal.shm.PositionsLayout.HEARTBEAT_OFFSET;
import static io.verbus.internal.shm.PositionsLayout.JOIN_OFFSET;
import static io.verbus.internal.shm.PositionsLayout.LOOKED_OFFSET;
import static io.verbus.internal.shm.PositionsLayout.LOST_OFFSET;
import static io.verbus.internal.shm.PositionsLayout.POSITION_OFFSET;
import static io.verbus.internal.shm.PositionsLayout.SESSION_OFFSET;
import static io.verbus.internal.shm.PositionsLayout.slot;

import io.verbus.internal.os.MappedFile;
import io.verbus.spi.SubscriptionIdentity;
import java.nio.file.Path;
import org.agrona.concurrent.AtomicBuffer;

/** The positions of another process's subscription, as read by a publisher: mapped read-only, every value unchecked. */
public final class PeerPositions implements AutoCloseable {
    /** Value of the last look for sessions when the subscription is about to close. */
    static final long CLOSING = Long.MAX_VALUE;

    private final MappedFile file;
    private final SubscriptionIdentity identity;
    private final AtomicBuffer words;
    private final int places;

    private PeerPositions(final MappedFile file, final SubscriptionIdentity identity) {
        this.file = file.prefault();
        this.identity = identity;
        this.places = PositionsHeader.places(file.buffer(0, PositionsLayout.PLACES_OFFSET));
        this.words = file.buffer(0, PositionsLayout.length(places));
    }

    /**
     * Maps the file of a subscription.
     *
     * @param path of the file
     * @return its positions
     * @throws io.verbus.BusException if the file does not exist, or this build can't read it
     */
    public static PeerPositions attach(final Path path) {
        final MappedFile file = MappedFile.openReadOnly(path);
        try {
            final int present = (int) Math.min(file.length(), PositionsLayout.length(PositionsLayout.MAX_PLACES));
            return new PeerPositions(file, PositionsHeader.decode(file.buffer(0, present), path));
        } catch (final RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /** {@return the identity of the subscription, from its header} */
    public SubscriptionIdentity identity() {
        return identity;
    }

    /** {@return a word that changes as long as the subscription's conductor runs} */
    public long heartbeat() {
        return words.getLongAcquire(HEARTBEAT_OFFSET);
    }

    /**
     * Whether the subscription has found all sessions that existed at a time.
     *
     * @param sinceNs on the monotonic clock
     * @return true if it has looked for sessions later than that, or will not look any more
     */
    public boolean hasLooked(final long sinceNs) {
        return words.getLongAcquire(LOOKED_OFFSET) > sinceNs;
    }

    /** {@return when the subscription last looked for sessions, on the monotonic clock} */
    public long lookedNs() {
        return words.getLongAcquire(LOOKED_OFFSET);
    }

    /** {@return whether the subscription is about to close} */
    public boolean isClosing() {
        return words.getLongAcquire(LOOKED_OFFSET) == CLOSING;
    }

    /**
     * The slot of the subscription's position in a session.
     *
     * @param session to look for
     * @return index of the slot, or -1 if the subscription does not read this session
     */
    public int find(final long session) {
        for (int index = 0; index < places; index++) {
            if (reads(index, session)) {
                return index;
            }
        }
        return -1;
    }

    /**
     * Whether a slot still belongs to a session.
     *
     * @param index of the slot
     * @param session to compare with
     * @return true if it does
     */
    public boolean reads(final int index, final long session) {
        return words.getLongAcquire(slot(index) + SESSION_OFFSET) == session; // SYNC start with Positions
    }

    /**
     * Number of the latest join in a slot.
     *
     * @param index of the slot
     * @return 0 if there was no join
     */
    public long join(final int index) {
        return words.getLongAcquire(slot(index) + JOIN_OFFSET);
    }

    /**
     * Whether the reader in a slot has lost a session because its publisher lapped the reader.
     *
     * @param index of the slot
     * @param session of the slot
     * @return true if so; false also if a later session was lost in the same slot
     */
    public boolean hasLost(final int index, final long session) {
        return words.getLongAcquire(slot(index) + LOST_OFFSET) == session;
    }

    /**
     * Position in a slot.
     *
     * @param index of the slot
     * @return the position that the subscription needs next
     */
    public long position(final int index) {
        return words.getLongAcquire(slot(index) + POSITION_OFFSET);
    }

    @Override
    public void close() {
        file.close();
    }
}
