package io.verbus.rdma.verbs;

import io.verbus.BusException;

/** Where the connection manager tells what became of connections. One thread at a time: the conductor's. */
public final class EventChannel implements AutoCloseable {
    private EventChannel() {
    }

    /**
     * A new one.
     *
     * @return the event channel
     * @throws BusException if verbs are not available, or the system refuses
     */
    public static EventChannel open() {
        throw new UnsupportedOperationException();
    }

    /**
     * A new identifier, of nothing yet: to listen with, or to connect.
     *
     * @return the identifier, closed by the caller
     * @throws BusException if the system refuses
     */
    public ConnectionId newId() {
        throw new UnsupportedOperationException();
    }

    /**
     * The next event, if there is one. Never waits; a system call of 2 µs. The event is acknowledged already.
     *
     * @return the event, valid until the next call; null if there is none
     * @throws BusException if the event channel is broken
     */
    public ConnectionEvent poll() {
        throw new UnsupportedOperationException();
    }

    /** Closes it; its identifiers have to be closed before. Idempotent. */
    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
