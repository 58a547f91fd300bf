package io.verbus.image;

import io.verbus.Policy;
import io.verbus.log.Acknowledgements;
import io.verbus.log.Horizon;
import io.verbus.log.Log;
import io.verbus.position.Positions;

/**
 * Where an image tells its publisher how far it has read, and whether the publisher waits for it. Used by one thread at
 * a time.
 *
 * <pre>
 *   ASKING ──▶ WAITED_FOR ──▶ EVICTED: asks again, and is WAITED_FOR when it is acknowledged
 * </pre>
 */
final class Place {
    private final Log log;
    private final Positions positions;
    private final int index;
    private final boolean blocking;
    private long joins;
    private long published;
    private boolean waitedFor;
    /** The publisher has waited for us, and does not any more because we stood still. */
    private boolean evicted;
    private boolean left;
    /** Where in the log's header the acknowledgement was last found. */
    private int acknowledgement;

    Place(final Log log, final Positions positions) {
        this.log = log;
        this.positions = positions;
        this.index = positions.take(log.identity().session());
        this.blocking = positions.identity().policy() == Policy.BLOCK;
    }

    /** Asks the publisher to wait from here on; the caller then checks the horizon. */
    void ask(final long position) {
        waitedFor = false;
        positions.join(index, ++joins, position);
        published = position;
    }

    /**
     * Whether the publisher overwrites nothing at or above a position, from now on and until it evicts us. Who is
     * evicted asks again at once.
     */
    boolean isWaitedFor(final long position) {
        if (blocking) {
            final boolean acknowledged = isAcknowledged();
            if (acknowledged && !waitedFor) {
                waitedFor = !Horizon.isAbove(log.header(), position);
                evicted &= !waitedFor;
            } else if (!acknowledged && (waitedFor || isMarked())) {
                evicted = true;
                ask(position);
            }
        }
        return waitedFor;
    }

    /** Whether it was an eviction that let the publisher go past us: one that is waited for is not lapped. */
    boolean isEvicted() {
        evicted |= waitedFor || blocking && isMarked();
        return evicted;
    }

    void advance(final long position) {
        if (position != published) {
            positions.advance(index, position);
            published = position;
        }
    }

    /** What was published last; any thread. */
    long position() {
        return positions.position(index);
    }

    boolean isLeft() {
        return left;
    }

    /** Gives the place back, once: another image may have it after that. */
    void leave() {
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
