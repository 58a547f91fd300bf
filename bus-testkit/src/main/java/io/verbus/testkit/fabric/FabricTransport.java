package io.verbus.testkit.fabric;

import io.verbus.BusException;
import io.verbus.spi.ReceivePoller;
import io.verbus.spi.ImageEnd;
import io.verbus.spi.LogAcceptor;
import io.verbus.spi.LogConnector;
import io.verbus.spi.Request;
import io.verbus.spi.Transport;
import io.verbus.testkit.fabric.link.FabricReceivePoller;
import io.verbus.testkit.fabric.link.Guard;
import io.verbus.testkit.fabric.link.Station;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The transport of one process on a fabric. */
final class FabricTransport implements Transport {
    private final Fabric fabric;
    private final Station station;
    private final Guard guard;
    private final List<Listening<LogAcceptor>> logs = new ArrayList<>();
    private final List<Listening<ImageEnd>> images = new ArrayList<>();
    private boolean dead;

    /**
     * A listening end.
     *
     * @param port of the host
     * @param end created by the core
     */
    private record Listening<T>(int port, T end) {}

    FabricTransport(final Fabric fabric, final Station station) {
        this.fabric = fabric;
        this.station = station;
        this.guard = new Guard(fabric.contract(), "transport of " + station.name());
    }

    Station station() {
        return station;
    }

    @Override
    public void listen(final URI at, final LogAcceptor end) {
        guard.checkOpen("listen");
        fabric.bind(own(at), at.getPort(), this);
        logs.add(new Listening<>(at.getPort(), end));
    }

    @Override
    public void listen(final URI at, final ImageEnd end) {
        guard.checkOpen("listen");
        fabric.bind(own(at), at.getPort(), this);
        images.add(new Listening<>(at.getPort(), end));
    }

    @Override
    public void connect(final URI to, final LogConnector end) {
        guard.checkOpen("connect");
        fabric.add(FabricHandshake.byLog(fabric, this, check(to), end));
    }

    @Override
    public void connect(final URI to, final ImageEnd end, final Request request) {
        guard.checkOpen("connect");
        fabric.add(FabricHandshake.byImage(fabric, this, check(to), end, request));
    }

    @Override
    public void forget(final LogAcceptor end) {
        guard.checkOpen("forget");
        logs.removeIf(listening -> listening.end() == end);
        fabric.handshakesOf(this).forEach(handshake -> handshake.forget(end));
        unbind();
    }

    @Override
    public void forget(final ImageEnd end) {
        guard.checkOpen("forget");
        images.removeIf(listening -> listening.end() == end);
        fabric.handshakesOf(this).forEach(handshake -> handshake.forget(end));
        unbind();
    }

    @Override
    public ReceivePoller receivePoller(final int maxImages) {
        guard.checkOpen("arrivals");
        return new FabricReceivePoller(station, maxImages);
    }

    @Override
    public int doWork(final long nowNs) {
        guard.checkOpen("doWork");
        fabric.drive(nowNs);
        int work = 0;
        for (final FabricHandshake handshake : fabric.handshakesOf(this)) {
            work += handshake.doWork(this, nowNs) ? 1 : 0;
        }
        return work;
    }

    @Override
    public void close() {
        guard.close();
        logs.clear();
        images.clear();
        unbind();
        fabric.leave(this, dead);
    }

    /** Its process is killed: the kernel closes its connections. */
    void die() {
        dead = true;
        logs.clear();
        images.clear();
        unbind();
        fabric.leave(this, true);
    }

    /** Logs of a stream that listen on a port. */
    List<LogAcceptor> logs(final int port, final String stream) {
        return ends(logs, port).filter(end -> end.identity().stream().equals(stream)).toList();
    }

    /** Subscriptions to a stream that listen on a port. */
    List<ImageEnd> images(final int port, final String stream) {
        return ends(images, port).filter(end -> end.stream().equals(stream)).toList();
    }

    private static <T> Stream<T> ends(final List<Listening<T>> listening, final int port) {
        return listening.stream().filter(one -> one.port() == port).map(Listening::end);
    }

    private void unbind() {
        fabric.unbind(this,
                port -> ends(logs, port).findAny().isPresent() || ends(images, port).findAny().isPresent());
    }

    /** A host has its name, and others that begin with it: {@code host-a-2} leads there by another path. */
    private String own(final URI at) {
        final String host = check(at).getHost();
        if (!host.equals(station.host()) && !host.startsWith(station.host() + "-")) {
            throw new BusException("cannot listen at " + at + ": the local host is " + station.host());
        }
        return host;
    }

    private static URI check(final URI uri) {
        if (!FabricProvider.SCHEME.equals(uri.getScheme()) || uri.getQuery() != null || uri.getPort() <= 0) {
            throw new BusException("the address " + uri + ": expected the form sim://host-a:1");
        }
        return uri;
    }
}
