package io.verbus.rdma.connection;

import io.verbus.BusException;
import io.verbus.net.connection.ConnectedTransport;
import io.verbus.net.connection.HandshakeServices;
import io.verbus.rdma.address.RdmaAddress;
import io.verbus.rdma.handshake.ConnectPrivateData.Part;
import io.verbus.rdma.handshake.ConnectPrivateData;
import io.verbus.rdma.link.CloseHelper;
import io.verbus.rdma.link.CompletionPoller;
import io.verbus.rdma.verbs.ConnectionEvent;
import io.verbus.rdma.verbs.Device;
import io.verbus.rdma.verbs.EventChannel;
import io.verbus.spi.ImageEnd;
import io.verbus.spi.LogAcceptor;
import io.verbus.spi.LogConnector;
import io.verbus.spi.ReceivePoller;
import io.verbus.spi.Request;
import io.verbus.spi.TransportContext;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The RDMA transport: all connections, from the first attempt until closed. Conductor only. */
public final class RdmaTransport extends ConnectedTransport<RdmaAddress, Listener, VerbsHandshake> {
    /** Images that the index in a completion id has bits for. */
    private static final int MAX_IMAGES = 1 << 15;
    /** Bound of events per duty cycle. */
    private static final int MAX_EVENTS = 64;

    private final ConnectionContext shared;
    private final Listeners listeners;
    private final List<CompletionPoller> arrivals = new ArrayList<>();
    private boolean closed;

    /**
     * Without connections.
     *
     * @param context services of the bus
     * @throws BusException if verbs are not available
     */
    public RdmaTransport(final TransportContext context) {
        this.shared = new ConnectionContext(new HandshakeServices(context), EventChannel.open(), new Devices(),
                new Links(), new AbandonedRequests(context.errorHandler()::onError),
                new IgnoredSettings(context.errorHandler()));
        this.listeners = new Listeners(shared, listeners());
    }

    @Override
    protected RdmaAddress address(final URI uri) {
        return RdmaAddress.of(uri);
    }

    @Override
    protected Listener open(final RdmaAddress at) {
        return new Listener(at, listeners.open(at));
    }

    @Override
    protected VerbsHandshake begin(final RdmaAddress to, final LogConnector end) {
        return new VerbsPublisherHandshake(shared, to, ConnectPrivateData.of(shared.context().random(), Part.PUBLISHER)
                .forStream(end.identity().session(), end.identity().stream()), end);
    }

    @Override
    protected VerbsHandshake begin(final RdmaAddress to, final ImageEnd end, final Request request) {
        return new VerbsSubscriberHandshake(shared, to,
                ConnectPrivateData.of(shared.context().random(), Part.SUBSCRIBER), end, request);
    }

    @Override
    public void forget(final LogAcceptor end) {
        super.forget(end);
        shared.devices().forget(end);
    }

    @Override
    public ReceivePoller receivePoller(final int maxImages) {
        if (maxImages < 1 || maxImages > MAX_IMAGES) {
            throw new BusException("cannot poll " + maxImages + " images by one polling thread: use 1 to "
                    + MAX_IMAGES);
        }
        final CompletionPoller poller = new CompletionPoller(maxImages, shared.context().clock());
        arrivals.add(poller);
        return poller;
    }

    @Override
    public int doWork(final long nowNs) {
        arrivals.forEach(CompletionPoller::closeDropped);
        int work = 0;
        ConnectionEvent event = shared.events().poll();
        while (event != null) {
            take(event, nowNs);
            event = ++work < MAX_EVENTS ? shared.events().poll() : null;
        }
        work += shared.devices().poll(this::take, this::lost);
        listeners.conduct(nowNs);
        work += conductHandshakes(nowNs);
        shared.services().refused().conduct(nowNs);
        shared.links().conduct(nowNs);
        shared.abandoned().conduct();
        return work;
    }

    /** {@return whether handshake messages are in progress; they last as long as both sides take to poll} */
    @Override
    public boolean isUrgent() {
        return handshakes().stream().anyMatch(handshake -> handshake.step() == VerbsHandshake.Step.EXCHANGING);
    }

    private void lost(final Device device) {
        shared.context().errorHandler().onError(new BusException("lost the RDMA device " + device.name()
                + ": it was removed or reset; its connections end, and it is used again when it is back"));
        shared.links().lose(device);
        handshakes().forEach(handshake -> handshake.lose(device));
        arrivals.forEach(CompletionPoller::dropFailed);
    }

    private void take(final Device device, final Device.Event event) {
        if (event.fatal()) {
            shared.links().take(device, event);
            handshakes().forEach(handshake -> handshake.take(device, event));
        }
    }

    private void take(final ConnectionEvent event, final long nowNs) {
        if (event.id() == null || event.type() == ConnectionEvent.Type.DEVICE_REMOVAL && listeners.lose(event.id())) {
            return;
        }
        if (event.type() == ConnectionEvent.Type.CONNECT_REQUEST) {
            final VerbsHandshake handshake = listeners.take(event);
            if (handshake != null) {
                handshakes().add(handshake);
            }
            return;
        }
        for (int i = 0; i < handshakes().size(); i++) {
            if (handshakes().get(i).id() == event.id() && handshakes().get(i).step() != VerbsHandshake.Step.DONE) {
                handshakes().get(i).take(event);
                return;
            }
        }
        shared.links().take(event, nowNs);
    }

    /**
     * Ends and closes all connections and listeners, then the pollers. If connection requests are unanswered on iWARP,
     * the resources of these requests are closed after their answer or timeout, by a thread of their own.
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        final Deque<AutoCloseable> all = new ArrayDeque<>();
        handshakes().forEach(handshake -> all.add(handshake::release));
        all.add(shared.links());
        all.addAll(listeners());
        final Deque<AutoCloseable> rest = new ArrayDeque<>(List.of(shared.devices(), shared.events()));
        rest.addAll(arrivals);
        all.add(() -> shared.abandoned().finish(() -> CloseHelper.closeAll(rest)));
        CloseHelper.closeAll(all);
    }
}
