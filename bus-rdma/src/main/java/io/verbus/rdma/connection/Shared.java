package io.verbus.rdma.connection;

import io.verbus.rdma.verbs.EventChannel;
import io.verbus.transport.TransportContext;

/**
 * What all connections of a transport share.
 *
 * @param context what the bus gives
 * @param events of the connection manager
 * @param devices that are used
 * @param links that have begun
 */
record Shared(TransportContext context, EventChannel events, Devices devices, Links links) {}
