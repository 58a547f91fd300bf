package io.verbus.rdma.verbs;

import io.verbus.BusException;

/** A peer that asked for a connection has given up before it was answered; it may ask again. */
public final class PeerGoneException extends BusException {
    private static final long serialVersionUID = 1L;

    PeerGoneException(final String peer) {
        super(peer + " gave up before it was accepted; it may try again");
    }
}
