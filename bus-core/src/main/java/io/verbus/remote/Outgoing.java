package io.verbus.remote;

import io.verbus.BusException;
import io.verbus.log.LogIdentity;
import io.verbus.transport.LogEnd;
import io.verbus.transport.LogLink;
import io.verbus.transport.Offer;
import io.verbus.transport.Request;
import io.verbus.transport.Transport;
import io.verbus.watch.Pulse;
import java.net.URI;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.UnsafeBuffer;

/** Connects a publication to a listening subscription, repeatedly, while there is no link. */
final class Outgoing implements LogEnd {
    private final RemoteReaders readers;
    private final Transport transport;
    private final URI to;
    private final Complaint complaint;
    private final Pulse pulse = new Pulse(Incoming.RETRY_NS);
    private boolean pending;
    private LogLink link;

    Outgoing(final RemoteReaders readers, final Transport transport, final URI to, final ErrorHandler errorHandler) {
        this.readers = readers;
        this.transport = transport;
        this.to = to;
        this.complaint = new Complaint(to, errorHandler);
    }

    void doWork(final long nowNs) {
        if (link != null && link.endedBy() != null) {
            link = null;
        }
        if (link == null && !pending && pulse.isDue(nowNs)) {
            pending = true;
            try {
                transport.connect(to, this);
            } catch (final BusException e) {
                failed(to, e.getMessage());
            }
        }
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
        return readers.offer(request);
    }

    @Override
    public void joined(final Request request, final LogLink newLink) {
        pending = false;
        link = newLink;
        complaint.clear();
        readers.joined(request, newLink);
    }

    @Override
    public void dropped(final Request request, final String cause) {
        readers.dropped(request, cause);
    }

    @Override
    public void failed(final URI uri, final String cause) {
        pending = false;
        complaint.report(cause);
    }
}
