package io.verbus.image;

import io.verbus.Policy;
import io.verbus.log.Acknowledgements;
import io.verbus.log.BlockRefusals;
import io.verbus.log.Horizon;
import io.verbus.log.Log;
import io.verbus.peer.Refusal;
import io.verbus.position.Positions;

/**
 * A place in the subscription's file: where an image tells a publisher on this host how far it has read, and whether
 * the publisher waits for it. Used by one thread at a time.
 *
 * <pre>
 *   ASKING ──▶ WAITED_FOR ──▶ EVICTED: asks again, and is WAITED_FOR when it is acknowledged
 * </pre>
 */
final class SharedPlace implements Place {
    private static final String LAPPED = "the subscription fell a whole log behind its publisher";
    private static final String CONFLATED = LAPPED + ", and went on with the newest message";
    private static final String LOST = LAPPED + ", and lost the session: its policy is EVICT";
    private static final String EVICTED = "the subscription was evicted, and fell a whole log behind: it held up its"
            + " publisher and did not read for the time-out";

    private final Log log;
    private final Positions positions;
    private final int index;
    private final Policy policy;
    private final boolean blocking;
    private long joins;
    private long published;
    private boolean waitedFor;
    /** The publisher has waited for us, and does not any more because we stood still. */
    private boolean evicted;
    private boolean left;
    /** Where in the log's header the acknowledgement was last found. */
    private int acknowledgement;

    SharedPlace(final Log log, final Positions positions) {
        this.log = log;
        this.positions = positions;
        this.index = positions.prepare();
        this.policy = positions.identity().policy();
        this.blocking = policy == Policy.BLOCK;
    }

    /** Lets the publisher see the place, after the start is chosen: a reader that it sees is ready. */
    void show() {
        positions.show(index, log.identity().session());
    }

    /** Asks the publisher to wait from here on; the caller then checks the horizon. */
    void ask(final long position) {
        waitedFor = false;
        positions.join(index, ++joins, position);
        published = position;
    }

    /** Not to be told: to look for a message first, and to prepare for it then, delays what has come. */
    @Override
    public boolean isIdle(final long position) {
        return false;
    }

    /** Who is evicted asks again at once. */
    @Override
    public boolean isWaitedFor(final long position) {
        if (blocking) {
            final boolean acknowledged = isAcknowledged();
            if (acknowledged && !waitedFor) {
                waitedFor = !Horizon.isAbove(log.headerWords(), position);
                evicted &= !waitedFor;
            } else if (!acknowledged && (waitedFor || isMarked())) {
                evicted = true;
                ask(position);
            }
        }
        return waitedFor;
    }

    @Override
    public Refusal refusal() {
        return blocking ? BlockRefusals.of(log.header(), positions.identity().id()) : Refusal.NONE;
    }

    /** One that is waited for is not lapped, except after an eviction. */
    @Override
    public String lapCause() {
        return switch (policy) {
            case BLOCK -> isEvicted() ? EVICTED : LAPPED;
            case SKIP -> LAPPED;
            case CONFLATE -> CONFLATED;
            case EVICT -> LOST;
        };
    }

    @Override
    public boolean isLostByLap() {
        return policy == Policy.EVICT;
    }

    /** Whether a subscription that was lapped goes on with the newest message. */
    boolean isConflating() {
        return policy == Policy.CONFLATE;
    }

    @Override
    public void evicted() {
        positions.lost(index, log.identity().session());
    }

    private boolean isEvicted() {
        evicted |= waitedFor || blocking && isMarked();
        return evicted;
    }

    /** Commit words tell what is there. */
    @Override
    public long readable() {
        return FrameReader.UNBOUNDED;
    }

    /** The publisher only ever goes on behind what it has written last. */
    @Override
    public Detour detour(final long position, final long sequence) {
        return null;
    }

    @Override
    public void advance(final long position) {
        if (position != published) {
            positions.advance(index, position);
            published = position;
        }
    }

    @Override
    public long position() {
        return positions.position(index);
    }

    @Override
    public boolean isLeft() {
        return left;
    }

    /** Another image may have the place after that. */
    @Override
    public void leave() {
        assert !left : "left twice";
        left = true;
        positions.leave(index);
    }

    private boolean isAcknowledged() {
        return Acknowledgements.isAcknowledged(log.header(), find(), joins);
    }

    /** Whether the publisher has written down that it has evicted us since we asked last. */
    private boolean isMarked() {
        return Acknowledgements.isEvicted(log.header(), find(), joins);
    }

    private int find() {
        acknowledgement = Acknowledgements.find(log.header(), positions.identity().id(), acknowledgement);
        return acknowledgement;
    }
}
