package io.verbus.internal.image;

import io.verbus.GapCause;
import io.verbus.Policy;
import io.verbus.Refusal;
import io.verbus.internal.log.Acknowledgements;
import io.verbus.internal.log.BlockRefusals;
import io.verbus.internal.log.Horizon;
import io.verbus.internal.log.Log;
import io.verbus.internal.os.OffHeapLongs;
import io.verbus.internal.shm.Positions;

/**
 * A slot in the subscription's position file: shows the consumed position of an image to a publisher on this host. Used
 * by one thread at a time.
 *
 * <pre>
 *   REQUESTED ──▶ GATING ──▶ EVICTED: requests again, and is GATING when acknowledged
 * </pre>
 */
final class LocalSubscriberPosition implements SubscriberPosition {
    private final Log log;
    private final OffHeapLongs logHeader;
    private final Positions positions;
    private final long subscription;
    private final int index;
    private final Policy policy;
    private final boolean blocking;
    private long joins;
    private long published;
    private boolean gating;
    /** The image gated the publisher, and was evicted because it made no progress. */
    private boolean evicted;
    private boolean left;
    /** Offset of the acknowledgement in the log's header when it was found last. */
    private int acknowledgement;
    /** The same, as found by the conductor. */
    private int foundByConductor;

    LocalSubscriberPosition(final Log log, final Positions positions) {
        this.log = log;
        this.logHeader = log.headerWords();
        this.positions = positions;
        this.subscription = positions.identity().id();
        this.index = positions.prepare();
        this.policy = positions.identity().policy();
        this.blocking = policy == Policy.BLOCK;
    }

    /** Makes the slot visible to the publisher, after the start is chosen: a visible reader is ready. */
    void show() {
        positions.show(index, log.identity().session());
    }

    /** Requests that the publisher waits from this position on; the caller then checks the horizon. */
    void request(final long position) {
        gating = false;
        positions.join(index, ++joins, position);
        published = position;
    }

    /**
     * Whether the publisher overwrites nothing at or above a position until it is consumed. An evicted image requests
     * again at once.
     */
    boolean isGating(final long position) {
        if (blocking) {
            final boolean acknowledged = isAcknowledged();
            if (acknowledged && !gating) {
                gating = !Horizon.isAbove(logHeader, position);
                evicted &= !gating;
            } else if (!acknowledged && (gating || isMarked())) {
                evicted = true;
                request(position);
            }
        }
        return gating;
    }

    /** Whether the publisher waits, as it was known at the last check or request. */
    boolean isGating() {
        return gating;
    }

    /** Id of the subscription. */
    long subscription() {
        return subscription;
    }

    /** Offset of the acknowledgement in the log's header, while the publisher waits for this reader. */
    int acknowledgement() {
        return acknowledgement;
    }

    /** Number of the last request. */
    long join() {
        return joins;
    }

    /** An acknowledged reader is not refused: its acknowledgement is one cache line, the refusals are eight. */
    @Override
    public Refusal refusal() {
        if (!blocking || Acknowledgements.isCurrent(logHeader, foundByConductor, subscription)) {
            return Refusal.NONE;
        }
        final Refusal refusal = BlockRefusals.of(log.header(), subscription);
        if (refusal == Refusal.NONE) {
            foundByConductor = Acknowledgements.find(log.header(), subscription, foundByConductor);
        }
        return refusal;
    }

    /** An image that gates the publisher is lapped only after an eviction. */
    @Override
    public GapCause lapCause() {
        return switch (policy) {
            case BLOCK -> isEvicted() ? GapCause.EVICTED : GapCause.LAPPED;
            case SKIP, EVICT -> GapCause.LAPPED;
            case CONFLATE -> GapCause.CONFLATED;
        };
    }

    /** Whether a lap ends the session for this subscription. */
    boolean isLostByLap() {
        return policy == Policy.EVICT;
    }

    /** Whether the policy asks the publisher to wait. */
    boolean isBlocking() {
        return blocking;
    }

    /** Whether a lapped subscription resumes at the newest message. */
    boolean isConflating() {
        return policy == Policy.CONFLATE;
    }

    /** Notifies the publisher that the session is lost because of a lap. */
    void evicted() {
        positions.lost(index, log.identity().session());
    }

    private boolean isEvicted() {
        evicted |= gating || blocking && isMarked();
        return evicted;
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

    /** Releases the slot for another image. */
    @Override
    public void leave() {
        assert !left : "left twice";
        left = true;
        positions.leave(index);
    }

    private boolean isAcknowledged() {
        return Acknowledgements.isAcknowledged(log.header(), find(), joins);
    }

    /** Whether the publisher has recorded an eviction since the last request. */
    private boolean isMarked() {
        return Acknowledgements.isEvicted(log.header(), find(), joins);
    }

    private int find() {
        acknowledgement = Acknowledgements.find(log.header(), subscription, acknowledgement);
        return acknowledgement;
    }
}
