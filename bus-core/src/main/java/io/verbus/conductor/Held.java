package io.verbus.conductor;

import io.verbus.position.PeerPositions;

/**
 * A place that holds the publisher back.
 *
 * @param reader whose place it is
 * @param positions that hold it
 * @param place index in them
 */
record Held(Reader reader, PeerPositions positions, int place) {
    long position() {
        return positions.position(place);
    }
}
