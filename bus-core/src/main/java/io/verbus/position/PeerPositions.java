package io.verbus.position;

import static io.verbus.position.PositionsLayout.HEARTBEAT_OFFSET;
import static io.verbus.position.PositionsLayout.JOIN_OFFSET;
import static io.verbus.position.PositionsLayout.LOOKED_OFFSET;
import static io.verbus.position.PositionsLayout.LOST_OFFSET;
import static io.verbus.position.PositionsLayout.MAX_SESSIONS;
import static io.verbus.position.PositionsLayout.POSITION_OFFSET;
import static io.verbus.position.PositionsLayout.SESSION_OFFSET;
import static io.verbus.position.PositionsLayout.place;

import io.verbus.os.MappedFile;
import java.nio.file.Path;
import org.agrona.concurrent.AtomicBuffer;

/** Another's subscription, as a publisher sees it: mapped read-only, nothing in it believed. */
public final class PeerPositions implements AutoCloseable {
    /** What stands for the time of the last look of a subscription that is about to close. */
    static final long CLOSING = Long.MAX_VALUE;

    private final MappedFile file;
    private final SubscriptionIdentity identity;
    private final AtomicBuffer words;

    private PeerPositions(final MappedFile file, final SubscriptionIdentity identity) {
        this.file = file.prefault();
        this.identity = identity;
        this.words = file.buffer(0, PositionsLayout.LENGTH);
    }

    /**
     * Maps the file of a subscription.
     *
     * @param path of the file
     * @return its positions
     * @throws io.verbus.BusException if the file is gone, or not one that this build can read
     */
    public static PeerPositions attach(final Path path) {
        final MappedFile file = MappedFile.openReadOnly(path);
        try {
            final int present = (int) Math.min(file.length(), PositionsLayout.LENGTH);
            return new PeerPositions(file, SubscriptionIdentity.decode(file.buffer(0, present), path));
        } catch (final RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /** {@return what the subscription says of itself} */
    public SubscriptionIdentity identity() {
        return identity;
    }

    /** {@return a word that changes as long as the subscription's conductor runs} */
    public long heartbeat() {
        return words.getLongAcquire(HEARTBEAT_OFFSET);
    }

    /**
     * Whether the subscription has found all sessions that there were at some time.
     *
     * @param sinceNs on the monotonic clock
     * @return true if it has looked later than that, or will not look any more
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
     * Where the subscription keeps its position in a session.
     *
     * @param session to look for
     * @return index of the place, or -1 if it does not read that session
     */
    public int find(final long session) {
        for (int index = 0; index < MAX_SESSIONS; index++) {
            if (reads(index, session)) {
                return index;
            }
        }
        return -1;
    }

    /**
     * Whether a place is still that of a session.
     *
     * @param index of the place
     * @param session to compare with
     * @return true if it is
     */
    public boolean reads(final int index, final long session) {
        return words.getLongAcquire(place(index) + SESSION_OFFSET) == session;
    }

    /**
     * Number of the latest join in a place.
     *
     * @param index of the place
     * @return 0 if there was none
     */
    public long join(final int index) {
        return words.getLongAcquire(place(index) + JOIN_OFFSET);
    }

    /**
     * Whether a session was lost in a place because its publisher had gone past the reader.
     *
     * @param index of the place
     * @param session that the place was of
     * @return true if so; false also if another session was lost there since
     */
    public boolean hasLost(final int index, final long session) {
        return words.getLongAcquire(place(index) + LOST_OFFSET) == session;
    }

    /**
     * Position in a place.
     *
     * @param index of the place
     * @return what the subscription needs next
     */
    public long position(final int index) {
        return words.getLongAcquire(place(index) + POSITION_OFFSET);
    }

    @Override
    public void close() {
        file.close();
    }
}
