package io.verbus.testkit.transport.traffic;

import io.verbus.spi.ImageEnd;
import io.verbus.spi.ImageLink;
import io.verbus.spi.Offer;
import io.verbus.spi.ReceivePoller;
import io.verbus.spi.Request;
import org.agrona.concurrent.UnsafeBuffer;

/** A subscription, as its transport sees it. */
final class WatchedImageEnd implements ImageEnd {
    private final ImageEnd end;
    private final Traffic traffic;

    WatchedImageEnd(final ImageEnd end, final Traffic traffic) {
        this.end = end;
        this.traffic = traffic;
    }

    @Override
    public String stream() {
        return end.stream();
    }

    @Override
    public ReceivePoller receivePoller() {
        return end.receivePoller();
    }

    @Override
    public Request request(final long session) {
        return end.request(session);
    }

    @Override
    public UnsafeBuffer offered(final Request request, final Offer offer) {
        return end.offered(request, offer);
    }

    @Override
    public void joined(final Request request, final Offer offer, final ImageLink link) {
        final WatchedImageLink watched = new WatchedImageLink(link, receivePoller(), offer.position(),
                traffic);
        traffic.ends(new WatchedRoute(offer.identity().session(), request.subscriber().id())).image(watched);
        traffic.finish(request);
        end.joined(request, offer, watched);
    }

    @Override
    public void failed(final Request request, final Failure failure, final String cause) {
        traffic.finish(request);
        end.failed(request, failure, cause);
    }
}
