package io.verbus.testkit.transport.traffic;

import io.verbus.spi.LogAcceptor;
import io.verbus.spi.LogConnector;
import io.verbus.spi.LogIdentity;
import io.verbus.spi.LogLink;
import io.verbus.spi.Offer;
import io.verbus.spi.Request;
import java.net.URI;
import org.agrona.concurrent.UnsafeBuffer;

/** A publication, as its transport sees it. */
final class WatchedLog implements LogConnector {
    private final LogAcceptor end;
    private final Traffic traffic;

    WatchedLog(final LogAcceptor end, final Traffic traffic) {
        this.end = end;
        this.traffic = traffic;
    }

    @Override
    public LogIdentity identity() {
        return end.identity();
    }

    @Override
    public UnsafeBuffer ring() {
        return end.ring();
    }

    @Override
    public UnsafeBuffer file() {
        return end.file();
    }

    @Override
    public Offer offer(final Request request) {
        final Offer offer = end.offer(request);
        traffic.start(request, this);
        return offer;
    }

    @Override
    public void joined(final Request request, final LogLink link) {
        final WatchedLogLink watched = new WatchedLogLink(link, ring().capacity(), traffic);
        traffic.ends(new WatchedRoute(identity().session(), request.subscriber().id())).log(watched);
        traffic.finish(request);
        traffic.finish(this);
        end.joined(request, watched);
    }

    @Override
    public void dropped(final Request request, final String cause) {
        traffic.finish(request);
        end.dropped(request, cause);
    }

    @Override
    public void failed(final URI to, final String cause) {
        traffic.finish(this);
        ((LogConnector) end).failed(to, cause);
    }

    @Override
    public String toString() {
        return "log of " + identity().stream();
    }
}
