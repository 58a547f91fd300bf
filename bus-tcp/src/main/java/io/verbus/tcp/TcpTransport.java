package io.verbus.tcp;

import io.verbus.BusException;
import io.verbus.spi.ImageEnd;
import io.verbus.spi.LogAcceptor;
import io.verbus.spi.LogConnector;
import io.verbus.spi.ReceivePoller;
import io.verbus.spi.Request;
import io.verbus.spi.Transport;
import io.verbus.spi.TransportContext;
import io.verbus.tcp.connection.Connections;
import io.verbus.tcp.connection.TcpAddress;
import io.verbus.tcp.link.TcpPoller;
import java.net.URI;

/** The TCP transport. */
final class TcpTransport implements Transport {
    private final TransportContext context;
    private final Connections connections;

    TcpTransport(final TransportContext context) {
        this.context = context;
        this.connections = new Connections(context);
    }

    @Override
    public void listen(final URI at, final LogAcceptor end) {
        connections.listen(TcpAddress.of(at), end);
    }

    @Override
    public void listen(final URI at, final ImageEnd end) {
        connections.listen(TcpAddress.of(at), end);
    }

    @Override
    public void connect(final URI to, final LogConnector end) {
        connections.connect(TcpAddress.of(to), end);
    }

    @Override
    public void connect(final URI to, final ImageEnd end, final Request request) {
        connections.connect(TcpAddress.of(to), end, request);
    }

    @Override
    public void forget(final LogAcceptor end) {
        connections.forget(end);
    }

    @Override
    public void forget(final ImageEnd end) {
        connections.forget(end);
    }

    @Override
    public ReceivePoller receivePoller(final int maxImages) {
        if (maxImages < 1) {
            throw new BusException("cannot poll " + maxImages + " images by one polling thread: use 1 or more");
        }
        return new TcpPoller(maxImages, context.clock());
    }

    @Override
    public int doWork(final long nowNs) {
        return connections.doWork(nowNs);
    }

    @Override
    public boolean isUrgent() {
        return connections.isUrgent();
    }

    @Override
    public void close() {
        connections.close();
    }
}
