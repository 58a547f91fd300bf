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

    void advance(final long position) {
        if (position != published) {
            positions.advance(index, position);
            published = position;
        }
    }

    void leave() {
        positions.leave(index);
    }
}
