package io.verbus.rdma.connection;

import io.verbus.net.connection.HandshakeServices;
import io.verbus.rdma.verbs.EventChannel;
import io.verbus.spi.TransportContext;

/**
 * Shared by all connections of a transport.
 *
 * @param services of its handshakes
 * @param events of the connection manager
 * @param devices in use
 * @param links of started epochs
 * @param abandoned connection requests that are not answered
 * @param ignored settings
 */
record ConnectionContext(HandshakeServices services, EventChannel events, Devices devices, Links links,
        AbandonedRequests abandoned, IgnoredSettings ignored) {
    /** Services of the bus. */
    TransportContext context() {
        return services.context();
    }
}
