package io.verbus.internal.publisher;

import io.verbus.internal.shm.PeerPositions;

/**
 * A gating position.
 *
 * @param reader of the position
 * @param positions file of the reader
 * @param slot slot in the file
 * @param session of the slot; the position does not gate after the slot has left the session, even if it is reused
 */
record BlockingReader(LocalReader reader, PeerPositions positions, int slot, long session) {
    long position() {
        return positions.reads(slot, session) ? positions.position(slot) : Long.MAX_VALUE;
    }
}
