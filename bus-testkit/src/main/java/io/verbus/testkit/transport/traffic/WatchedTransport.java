package io.verbus.testkit.transport.traffic;

import io.verbus.spi.ImageEnd;
import io.verbus.spi.LogAcceptor;
import io.verbus.spi.LogConnector;
import io.verbus.spi.ReceivePoller;
import io.verbus.spi.Request;
import io.verbus.spi.Transport;
import java.net.URI;
import java.util.IdentityHashMap;
import java.util.Map;

/** Records the attempts and links of a transport. */
final class WatchedTransport implements Transport {
    private final Transport transport;
    private final Traffic traffic;
    private final Map<LogAcceptor, WatchedLog> logs = new IdentityHashMap<>();
    private final Map<ImageEnd, WatchedImageEnd> images = new IdentityHashMap<>();

    WatchedTransport(final Transport transport, final Traffic traffic) {
        this.transport = transport;
        this.traffic = traffic;
    }

    private WatchedLog watched(final LogAcceptor end) {
        return logs.computeIfAbsent(end, _ -> new WatchedLog(end, traffic));
    }

    private WatchedImageEnd watched(final ImageEnd end) {
        return images.computeIfAbsent(end, _ -> new WatchedImageEnd(end, traffic));
    }

    @Override
    public void listen(final URI at, final LogAcceptor end) {
        transport.listen(at, watched(end));
    }

    @Override
    public void listen(final URI at, final ImageEnd end) {
        transport.listen(at, watched(end));
    }

    @Override
    public void connect(final URI to, final LogConnector end) {
        transport.connect(to, watched(end));
        traffic.start(watched(end), watched(end));
    }

    @Override
    public void connect(final URI to, final ImageEnd end, final Request request) {
        transport.connect(to, watched(end), request);
        traffic.start(request, watched(end));
    }

    @Override
    public void forget(final LogAcceptor end) {
        transport.forget(watched(end));
        traffic.forget(logs.remove(end));
    }

    @Override
    public void forget(final ImageEnd end) {
        transport.forget(watched(end));
        traffic.forget(images.remove(end));
    }

    @Override
    public ReceivePoller receivePoller(final int maxImages) {
        return transport.receivePoller(maxImages);
    }

    @Override
    public int doWork(final long nowNs) {
        return transport.doWork(nowNs);
    }

    @Override
    public boolean isUrgent() {
        return transport.isUrgent();
    }

    @Override
    public boolean pushesBySystemCall() {
        return transport.pushesBySystemCall();
    }

    @Override
    public void close() {
        transport.close();
    }
}
