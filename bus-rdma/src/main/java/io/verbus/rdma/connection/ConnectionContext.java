package io.verbus.rdma.connection;

import io.verbus.net.connection.RefusedConnections;
import io.verbus.rdma.verbs.EventChannel;
import io.verbus.spi.TransportContext;

/**
 * Shared by all connections of a transport.
 *
 * @param context services of the bus
 * @param events of the connection manager
 * @param devices in use
 * @param links of started epochs
 * @param abandoned connection requests that are not answered
 * @param ignored settings
 * @param refused incoming connections
 */
record ConnectionContext(TransportContext context, EventChannel events, Devices devices, Links links,
        AbandonedRequests abandoned, IgnoredSettings ignored, RefusedConnections refused) {}
