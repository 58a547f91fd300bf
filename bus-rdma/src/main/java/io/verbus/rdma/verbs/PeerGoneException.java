package io.verbus.rdma.verbs;

import io.verbus.BusException;

/** The peer has given up its connection request before it was accepted; it may retry. */
public final class PeerGoneException extends BusException {
    private static final long serialVersionUID = 1L;

    PeerGoneException(final String peer) {
        super(peer + " gave up before it was accepted: it may retry");
    }
}
