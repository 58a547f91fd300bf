package io.verbus.conductor;

import io.verbus.position.PeerPositions;

/**
 * A place that holds the publisher back.
 *
 * @param reader whose place it is
 * @param positions that hold it
 * @param place index in them
 * @param session that it is a place in; who has left it holds nobody back, even when the place is used again
 */
record Held(Reader reader, PeerPositions positions, int place, long session) {
    long position() {
        return positions.reads(place, session) ? positions.position(place) : Long.MAX_VALUE;
    }
}
