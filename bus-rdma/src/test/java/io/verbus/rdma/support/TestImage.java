package io.verbus.rdma.support;

import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.spi.ImageEnd;
import io.verbus.spi.ImageLink;
import io.verbus.spi.Offer;
import io.verbus.spi.ReceivePoller;
import io.verbus.spi.Request;
import io.verbus.spi.SubscriptionIdentity;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;

/** A subscription that accepts offers and records the calls of its transport. */
public final class TestImage implements ImageEnd {
    private final String stream;
    private final ReceivePoller arrivals;
    public final List<UnsafeBuffer> memories = new ArrayList<>();
    public final List<ImageLink> links = new ArrayList<>();
    public final List<Offer> offers = new ArrayList<>();
    public final List<String> failures = new ArrayList<>();
    public RuntimeException refusal;
    public boolean history;

    public TestImage(final String stream, final ReceivePoller arrivals) {
        this.stream = stream;
        this.arrivals = arrivals;
    }

    public Request another(final Long... known) {
        return new Request(stream, new SubscriptionIdentity(5, "test", Policy.BLOCK, 1, 2),
                new Request.Another(Set.of(known), Start.oldest()), history);
    }

    @Override
    public String stream() {
        return stream;
    }

    @Override
    public ReceivePoller receivePoller() {
        return arrivals;
    }

    @Override
    public Request request(final long session) {
        if (refusal != null) {
            throw refusal;
        }
        return another();
    }

    @Override
    public UnsafeBuffer offered(final Request request, final Offer offer) {
        if (refusal != null) {
            throw refusal;
        }
        final int capacity = offer.identity().capacity();
        memories.add(new UnsafeBuffer(ByteBuffer.allocateDirect(capacity + 4096).alignedSlice(4096), 0, capacity));
        return memories.getLast();
    }

    @Override
    public void joined(final Request request, final Offer offer, final ImageLink link) {
        offers.add(offer);
        links.add(link);
    }

    @Override
    public void failed(final Request request, final Failure failure, final String cause) {
        failures.add(failure + ": " + cause);
    }
}
