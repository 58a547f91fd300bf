package io.verbus.internal.publisher;

import io.verbus.Policy;
import io.verbus.Refusal;
import io.verbus.Subscriber;
import io.verbus.internal.conductor.HeartbeatMonitor;
import io.verbus.internal.shm.PeerPositions;
import io.verbus.spi.SubscriptionIdentity;
import java.nio.file.Path;

/** A local subscription that reads a publication's log. Used by the conductor. */
final class LocalReader extends PublicationReader {
    /** The state of a reader as last reported to the publication's listener. */
    enum Standing {
        UNKNOWN, JOINED, EVICTED
    }

    private static final int NO_SLOT = -1;

    private final PeerPositions positions;
    private final Path path;
    private final long session;
    private final HeartbeatMonitor signOfLife;
    /** It has left the session after a lap under EVICT. */
    private boolean lapped;
    private Standing standing = Standing.UNKNOWN;
    private boolean silent;
    private boolean reportedSilent;
    private int slot = NO_SLOT;
    private long acknowledgedJoin;

    LocalReader(final PeerPositions positions, final Path path, final long session, final HeartbeatMonitor signOfLife,
            final ReaderSettings settings) {
        super(positions.identity(), settings);
        this.positions = positions;
        this.path = path;
        this.session = session;
        this.signOfLife = signOfLife;
    }

    boolean isBlocking() {
        return identity().policy() == Policy.BLOCK;
    }

    Path path() {
        return path;
    }

    Standing standing() {
        return standing;
    }

    void standing(final Standing newStanding) {
        standing = newStanding;
        reportedSilent &= newStanding != Standing.UNKNOWN;
    }

    boolean isSilent() {
        return silent;
    }

    void silent(final boolean isSilent) {
        silent = isSilent;
    }

    /** Whether a change of its silence is to be reported; clears the change. */
    boolean takeSilenceChange() {
        final boolean changed = silent != reportedSilent;
        reportedSilent = silent;
        return changed;
    }

    /** Whether its process has had no heartbeat for the timeout; called in each duty cycle. */
    boolean isMissing(final long nowNs) {
        return signOfLife.isMissing(positions.heartbeat(), slot == NO_SLOT ? 0 : position(), nowNs);
    }

    /** Whether its heartbeat is late enough to check if its process lives. */
    boolean isQuiet(final long nowNs) {
        return signOfLife.isQuiet(nowNs);
    }

    /** Whether it has found all sessions that existed at a given time. */
    boolean hasLooked(final long sinceNs) {
        return positions.hasLooked(sinceNs);
    }

    boolean isClosing() {
        return positions.isClosing();
    }

    /** Finds the subscription's slot for this session. */
    boolean isReading() {
        if (slot == NO_SLOT || !positions.reads(slot, session)) {
            lapped |= slot != NO_SLOT && positions.hasLost(slot, session);
            slot = positions.find(session);
            acknowledgedJoin = 0;
            refusal(Refusal.NONE);
        }
        return slot != NO_SLOT;
    }

    /** Whether it has reported, before it left, that it lost the session by a lap. */
    boolean isLapped() {
        return lapped;
    }

    /** Its subscriber position; only if {@link #isReading()} is true. */
    long position() {
        return positions.position(slot);
    }

    /** Its gating position, which the publisher's thread may read, independent of later changes here. */
    BlockingReader hold() {
        return new BlockingReader(this, positions, slot, session);
    }

    /** Whether a join under BLOCK is not acknowledged yet. */
    boolean isRequesting() {
        return isBlocking() && positions.join(slot) != acknowledgedJoin;
    }

    long join() {
        return positions.join(slot);
    }

    void acknowledged(final long join) {
        acknowledgedJoin = join;
    }

    Subscriber describe(final boolean acknowledged, final long end) {
        final SubscriptionIdentity subscription = identity();
        final long lagBytes = slot == NO_SLOT ? 0 : end - Math.clamp(position(), 0, end);
        return new Subscriber(subscription.name(), subscription.id(), subscription.pid(), subscription.policy(),
                acknowledged, silent, lagBytes,
                backPressure().claims(), backPressure().ns(), Subscriber.THIS_HOST, refusal());
    }

    void close() {
        backPressure().close();
        positions.close();
    }
}
