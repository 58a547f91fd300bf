package io.verbus.tcp.connection;

import io.verbus.net.connection.RefusedConnections;
import io.verbus.spi.TransportContext;

/**
 * What all connections of a transport share.
 *
 * @param context services of the bus
 * @param links the epochs that have started
 * @param refused reports of refused connections
 */
record ConnectionContext(TransportContext context, Links links, RefusedConnections refused) {}
