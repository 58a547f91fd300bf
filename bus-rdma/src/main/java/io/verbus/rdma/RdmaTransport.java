package io.verbus.rdma;

import io.verbus.BusException;
import io.verbus.rdma.address.RdmaAddress;
import io.verbus.rdma.connection.Connections;
import io.verbus.rdma.link.CompletionPoller;
import io.verbus.spi.ReceivePoller;
import io.verbus.spi.ImageEnd;
import io.verbus.spi.LogAcceptor;
import io.verbus.spi.LogConnector;
import io.verbus.spi.Request;
import io.verbus.spi.Transport;
import io.verbus.spi.TransportContext;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** The RDMA transport. */
final class RdmaTransport implements Transport {
    /** Images that the index in a completion id has bits for. */
    private static final int MAX_IMAGES = 1 << 15;

    private final TransportContext context;
    private final Connections connections;
    private final List<CompletionPoller> arrivals = new ArrayList<>();
    private boolean closed;

    RdmaTransport(final TransportContext context) {
        this.context = context;
        this.connections = new Connections(context, () -> arrivals.forEach(CompletionPoller::dropFailed));
    }

    @Override
    public void listen(final URI at, final LogAcceptor end) {
        connections.listen(RdmaAddress.of(at), end);
    }

    @Override
    public void listen(final URI at, final ImageEnd end) {
        connections.listen(RdmaAddress.of(at), end);
    }

    @Override
    public void connect(final URI to, final LogConnector end) {
        connections.connect(RdmaAddress.of(to), end);
    }

    @Override
    public void connect(final URI to, final ImageEnd end, final Request request) {
        connections.connect(RdmaAddress.of(to), end, request);
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
        if (maxImages < 1 || maxImages > MAX_IMAGES) {
            throw new BusException("cannot poll " + maxImages + " images by one polling thread: use 1 to "
                    + MAX_IMAGES);
        }
        final CompletionPoller poller = new CompletionPoller(maxImages, context.clock());
        arrivals.add(poller);
        return poller;
    }

    @Override
    public int doWork(final long nowNs) {
        arrivals.forEach(CompletionPoller::closeDropped);
        return connections.doWork(nowNs);
    }

    @Override
    public boolean isUrgent() {
        return connections.isExchanging();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            connections.close(arrivals);
        }
    }
}
