package io.verbus.tcp.connection;

import io.verbus.net.connection.HandshakeServices;

/**
 * Shared by all connections of a transport.
 *
 * @param services of its handshakes
 * @param links the epochs that have started
 */
record TcpContext(HandshakeServices services, TcpLinks links) {}
