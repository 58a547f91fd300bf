package io.verbus.tcp.connection;

import io.verbus.BusException;
import io.verbus.net.connection.ConnectedTransport;
import io.verbus.net.connection.HandshakeServices;
import io.verbus.spi.ImageEnd;
import io.verbus.spi.LogConnector;
import io.verbus.spi.ReceivePoller;
import io.verbus.spi.Request;
import io.verbus.spi.TransportContext;
import io.verbus.tcp.link.TcpLink;
import io.verbus.tcp.link.TcpPoller;
import java.net.URI;
import java.util.ArrayList;

/** The TCP transport. By the conductor. */
public final class TcpTransport extends ConnectedTransport<TcpAddress, TcpListener, TcpHandshake> {
    private final TcpContext shared;

    /**
     * Without connections.
     *
     * @param context services of the bus
     */
    public TcpTransport(final TransportContext context) {
        this.shared = new TcpContext(new HandshakeServices(context), new ArrayList<>());
    }

    @Override
    protected TcpAddress address(final URI uri) {
        return TcpAddress.of(uri);
    }

    @Override
    protected TcpListener open(final TcpAddress at) {
        return new TcpListener(shared, at);
    }

    @Override
    protected TcpHandshake begin(final TcpAddress to, final LogConnector end) {
        return new TcpHandshake(shared, to, end);
    }

    @Override
    protected TcpHandshake begin(final TcpAddress to, final ImageEnd end, final Request request) {
        return new TcpHandshake(shared, to, end, request);
    }

    @Override
    public ReceivePoller receivePoller(final int maxImages) {
        if (maxImages < 1) {
            throw new BusException("cannot poll " + maxImages + " images by one polling thread: use 1 or more");
        }
        return new TcpPoller(maxImages, shared.services().context().clock());
    }

    @Override
    public int doWork(final long nowNs) {
        int work = 0;
        for (int i = 0; i < listeners().size(); i++) {
            work += listeners().get(i).conduct(nowNs, handshakes());
        }
        work += conductHandshakes(nowNs);
        shared.services().refused().conduct(nowNs);
        for (int i = 0; i < shared.links().size(); i++) {
            shared.links().get(i).conduct(nowNs);
        }
        shared.links().removeIf(TcpLink::isClosed);
        return work;
    }

    /** {@return whether a peer waits for the next duty cycle} */
    @Override
    public boolean isUrgent() {
        return !handshakes().isEmpty() || listeners().stream().anyMatch(TcpListener::isGreeting)
                || shared.links().stream().anyMatch(TcpLink::isUrgent);
    }

    @Override
    public boolean pushesBySystemCall() {
        return true;
    }

    @Override
    public void close() {
        handshakes().forEach(TcpHandshake::release);
        handshakes().clear();
        shared.links().forEach(TcpLink::close);
        shared.links().clear();
        listeners().forEach(TcpListener::close);
        listeners().clear();
    }
}
