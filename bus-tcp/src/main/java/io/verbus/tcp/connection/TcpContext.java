package io.verbus.tcp.connection;

import io.verbus.net.connection.HandshakeServices;
import io.verbus.tcp.link.TcpLink;
import java.util.List;

/**
 * Shared by all connections of a transport.
 *
 * @param services of its handshakes
 * @param links of the epochs that have started and are not closed
 */
record TcpContext(HandshakeServices services, List<TcpLink> links) {}
