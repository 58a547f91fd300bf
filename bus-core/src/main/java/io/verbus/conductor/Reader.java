package io.verbus.conductor;

import io.verbus.Policy;
import io.verbus.peer.Subscriber;
import io.verbus.position.PeerPositions;
import io.verbus.position.SubscriptionIdentity;
import java.nio.file.Path;

/** A subscription that reads a publication's log. Used by the conductor. */
final class Reader {
    private static final int NOWHERE = -1;

    private final PeerPositions positions;
    private final Path path;
    private final long session;
    private int place = NOWHERE;
    private long acknowledgedJoin;
    private long lastPosition = -1;
    private long lastProgressNs;

    Reader(final PeerPositions positions, final Path path, final long session) {
        this.positions = positions;
        this.path = path;
        this.session = session;
    }

    SubscriptionIdentity identity() {
        return positions.identity();
    }

    Path path() {
        return path;
    }

    /** Looks where the subscription keeps its position in our session. */
    boolean isReading() {
        if (place == NOWHERE || !positions.reads(place, session)) {
            place = positions.find(session);
            acknowledgedJoin = 0;
        }
        return place != NOWHERE;
    }

    /** What it needs next; only for one that {@link #isReading()} has found. */
    long position() {
        return positions.position(place);
    }

    /** Its position as the publisher's thread may look at it, whatever becomes of this object meanwhile. */
    Held hold() {
        return new Held(this, positions, place, session);
    }

    /** Whether it asks to be waited for, by a join that has had no answer yet. */
    boolean asks() {
        return identity().policy() == Policy.BLOCK && positions.join(place) != acknowledgedJoin;
    }

    long join() {
        return positions.join(place);
    }

    void answered(final long join, final long nowNs) {
        acknowledgedJoin = join;
        lastProgressNs = nowNs;
    }

    /** How long it has stood still below a position that a claim waits for; 0 when no claim waits for it. */
    long stuckNs(final long awaited, final long nowNs) {
        final long position = position();
        if (position >= awaited || position > lastPosition) { // going back is no progress
            lastPosition = position;
            lastProgressNs = nowNs;
        }
        return nowNs - lastProgressNs;
    }

    Subscriber describe(final boolean acknowledged, final long end) {
        final SubscriptionIdentity who = identity();
        return new Subscriber(who.name(), who.id(), who.pid(), who.policy(), acknowledged, false,
                Math.max(0, end - position()));
    }

    void close() {
        positions.close();
    }
}
