package io.verbus.testkit.fabric;

import io.verbus.GapCause;
import io.verbus.Policy;
import io.verbus.Refusal;
import io.verbus.Start;
import io.verbus.internal.log.LogLayout;
import io.verbus.spi.ReceivePoller;
import io.verbus.spi.ImageEnd;
import io.verbus.spi.ImageLink;
import io.verbus.spi.LogConnector;
import io.verbus.spi.LogIdentity;
import io.verbus.spi.LogLink;
import io.verbus.spi.Offer;
import io.verbus.spi.Request;
import io.verbus.spi.SubscriptionIdentity;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;

/** A minimal publication and subscription, and the notifications they received. */
final class Ends implements LogConnector, ImageEnd {
    static final int CAPACITY = 1 << 16;

    private final LogIdentity identity = new LogIdentity("s", 7, "publisher", CAPACITY, false, 1, 1, 0, 0, "test");
    private final SubscriptionIdentity subscriber = new SubscriptionIdentity(5, "reader", Policy.SKIP, 2, 2);
    final UnsafeBuffer file = new UnsafeBuffer(new byte[LogLayout.length(CAPACITY)]);
    final UnsafeBuffer ring = new UnsafeBuffer(file, LogLayout.ringOffset(identity.session()), CAPACITY);
    final UnsafeBuffer image = new UnsafeBuffer(new byte[CAPACITY]);
    final List<String> notifications = new ArrayList<>();
    ReceivePoller receivePoller;
    LogLink logLink;
    ImageLink imageLink;

    Request another() {
        return request(0);
    }

    @Override
    public LogIdentity identity() {
        return identity;
    }

    @Override
    public UnsafeBuffer ring() {
        return ring;
    }

    @Override
    public UnsafeBuffer file() {
        return file;
    }

    @Override
    public Offer offer(final Request request) {
        return new Offer(identity, 0, 0, 0, GapCause.TOO_OLD, Refusal.NONE);
    }

    @Override
    public void joined(final Request request, final LogLink link) {
        notifications.add("log joined");
        logLink = link;
    }

    @Override
    public void dropped(final Request request, final String cause) {
        notifications.add("dropped: " + cause);
    }

    @Override
    public void failed(final URI to, final String cause) {
        notifications.add("log failed: " + cause);
    }

    @Override
    public String stream() {
        return "s";
    }

    @Override
    public ReceivePoller receivePoller() {
        return receivePoller;
    }

    @Override
    public Request request(final long session) {
        return new Request("s", subscriber, new Request.Another(Set.of(), Start.live()));
    }

    @Override
    public UnsafeBuffer offered(final Request request, final Offer offer) {
        return image;
    }

    @Override
    public void joined(final Request request, final Offer offer, final ImageLink link) {
        notifications.add("image joined");
        imageLink = link;
    }

    @Override
    public void failed(final Request request, final Failure failure, final String cause) {
        notifications.add(failure + ": " + cause);
    }
}
