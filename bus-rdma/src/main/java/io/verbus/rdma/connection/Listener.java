package io.verbus.rdma.connection;

import io.verbus.net.connection.Listening;
import io.verbus.net.connection.ListeningEnds;
import io.verbus.rdma.address.RdmaAddress;
import io.verbus.rdma.verbs.ConnectionId;

/** A local address where peers connect, for any number of logs and subscriptions. */
final class Listener implements Listening {
    private final RdmaAddress address;
    private ConnectionId id;
    private final ListeningEnds ends = new ListeningEnds();

    Listener(final RdmaAddress address, final ConnectionId id) {
        this.address = address;
        this.id = id;
    }

    @Override
    public RdmaAddress address() {
        return address;
    }

    /** Its identifier; null while its device is lost. */
    ConnectionId id() {
        return id;
    }

    /** Its device is lost, or is back. */
    void id(final ConnectionId newId) {
        id = newId;
    }

    @Override
    public ListeningEnds ends() {
        return ends;
    }

    @Override
    public void close() {
        if (id != null) {
            id.close();
        }
    }
}
