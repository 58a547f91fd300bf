package io.verbus.net.connection;

import io.verbus.BusException;
import io.verbus.net.handshake.Message;
import io.verbus.spi.ImageEnd.Failure;

/** One side's part in the messages of a handshake. By the conductor. */
public abstract class Exchange {
    final Handshake handshake;

    Exchange(final Handshake handshake) {
        this.handshake = handshake;
    }

    /** The connection is established: a connecting side begins. */
    public abstract void opened();

    /** Handles a message of the peer; its fields are within bounds. */
    abstract void take(Message message);

    /** {@return the awaited message, for error texts} */
    public abstract String awaited();

    /** The handshake has failed. */
    abstract void failed(Failure failure, String cause);

    /** The log or the subscription; null while it is not known. */
    abstract Object end();

    static BusException unexpected(final Message message) {
        return new BusException("violates the protocol: unexpected " + message.type());
    }
}
