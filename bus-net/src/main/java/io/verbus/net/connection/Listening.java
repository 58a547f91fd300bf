package io.verbus.net.connection;

import io.verbus.net.address.PeerAddress;

/** A local address where peers connect, for any number of logs and subscriptions. By the conductor. */
public interface Listening extends AutoCloseable {
    /** {@return the address} */
    PeerAddress address();

    /** {@return the publications and subscriptions that listen there} */
    ListeningEnds ends();

    @Override
    void close();
}
