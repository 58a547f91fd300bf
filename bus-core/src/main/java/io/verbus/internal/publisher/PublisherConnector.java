package io.verbus.internal.publisher;

import io.verbus.BusException;
import io.verbus.internal.conductor.DistinctErrorReporter;
import io.verbus.internal.duty.IntervalTimer;
import io.verbus.internal.peer.PeerTimes;
import io.verbus.spi.LogConnector;
import io.verbus.spi.LogIdentity;
import io.verbus.spi.LogLink;
import io.verbus.spi.Offer;
import io.verbus.spi.Request;
import io.verbus.spi.Transport;
import java.net.URI;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Connects a publication to a listening subscription, repeatedly, while there is no link, nor one of an earlier
 * endpoint to the same subscription.
 */
final class PublisherConnector implements LogConnector {
    private final RemoteReaders readers;
    private final Transport transport;
    private final URI to;
    private final DistinctErrorReporter errorReporter;
    private final int endpoint;
    private final IntervalTimer timer;
    private boolean pending;
    private LogLink link;
    /** The subscription at the address, once it has sent a request. */
    private long subscription;
    /** Whether the last request came from a subscription that an earlier endpoint has a connection to. */
    private boolean isSuperfluous;

    PublisherConnector(final RemoteReaders readers, final Transport transport, final URI to, final int endpoint,
            final ErrorHandler errorHandler) {
        this.readers = readers;
        this.transport = transport;
        this.to = to;
        this.endpoint = endpoint;
        this.timer = new IntervalTimer(
                IntervalTimer.scattered(PeerTimes.RECONNECT_NS, readers.identity().session()));
        this.errorReporter = new DistinctErrorReporter(to, errorHandler);
    }

    void doWork(final long nowNs) {
        if (link != null && link.endedBy() != null) {
            link = null;
            if (readers.leadsElsewhere(subscription, endpoint)) {
                // The subscription may have ended the link for an earlier endpoint, which then connects first.
                timer.restart(nowNs);
            }
        }
        if (link == null && !pending && timer.isDue(nowNs) && !readers.isConnected(subscription, endpoint)) {
            pending = true;
            isSuperfluous = false;
            try {
                transport.connect(to, this);
            } catch (final BusException e) {
                failed(to, e.getMessage());
            }
        }
    }

    /** Whether a subscription was found at the address. */
    boolean leadsTo(final long toSubscription) {
        return subscription == toSubscription;
    }

    /** Whether it has a connection to a subscription. */
    boolean isConnected(final long toSubscription) {
        return link != null && link.endedBy() == null && leadsTo(toSubscription);
    }

    void close() {
        pending = true;
        transport.forget(this);
    }

    @Override
    public LogIdentity identity() {
        return readers.identity();
    }

    @Override
    public UnsafeBuffer ring() {
        return readers.ring();
    }

    @Override
    public UnsafeBuffer file() {
        return readers.file();
    }

    @Override
    public Offer offer(final Request request) {
        subscription = request.subscriber().id();
        isSuperfluous = readers.isConnected(subscription, endpoint);
        if (isSuperfluous) {
            throw new BusException("an earlier endpoint of the publication has a connection to the subscription");
        }
        return readers.offer(request);
    }

    @Override
    public void joined(final Request request, final LogLink newLink) {
        pending = false;
        link = newLink;
        errorReporter.clear();
        readers.joined(request, newLink);
    }

    @Override
    public void dropped(final Request request, final String cause) {
        readers.dropped(request, cause);
    }

    @Override
    public void failed(final URI uri, final String cause) {
        pending = false;
        if (!isSuperfluous) {
            errorReporter.report(cause);
        }
    }
}
