package io.verbus.net.connection;

import io.verbus.spi.TransportContext;

/**
 * What all handshakes of a transport use.
 *
 * @param context services of the bus
 * @param refused reports of refused connections
 */
public record HandshakeServices(TransportContext context, RefusedConnections refused) {
    /**
     * For a transport.
     *
     * @param context services of the bus
     */
    public HandshakeServices(final TransportContext context) {
        this(context, new RefusedConnections(context.errorHandler(), context.clock()));
    }
}
