package io.verbus.image;

import io.verbus.log.Acknowledgements;
import io.verbus.log.Log;
import io.verbus.position.Positions;

/**
 * Where an image tells its publisher how far it has read, and whether the publisher waits for it. Used by one thread at
 * a time.
 */
final class Place {
    private final Log log;
    private final Positions positions;
    private final int index;
    private long joins;
    private long published;
    private boolean left;
    /** Where in the log's header the acknowledgement was last found. */
    private int acknowledgement;

    Place(final Log log, final Positions positions) {
        this.log = log;
        this.positions = positions;
        this.index = positions.take(log.identity().session());
    }

    /** Asks the publisher to wait from here on; the caller then checks the horizon. */
    void join(final long position) {
        positions.join(index, ++joins, position);
        published = position;
    }

    boolean isAcknowledged() {
        acknowledgement = Acknowledgements.find(log.header(), positions.identity().id(), acknowledgement);
        return Acknowledgements.isAcknowledged(log.header(), acknowledgement, joins);
    }

    /** Whether the publisher has waited for us, since we asked for it last, and does not any more. */
    boolean isEvicted() {
        acknowledgement = Acknowledgements.find(log.header(), positions.identity().id(), acknowledgement);
        return Acknowledgements.isEvicted(log.header(), acknowledgement, joins);
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
}
