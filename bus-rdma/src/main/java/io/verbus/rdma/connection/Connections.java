package io.verbus.rdma.connection;

import io.verbus.BusException;
import io.verbus.net.connection.RefusedConnections;
import io.verbus.rdma.address.RdmaAddress;
import io.verbus.rdma.handshake.ConnectPrivateData.Part;
import io.verbus.rdma.handshake.ConnectPrivateData;
import io.verbus.rdma.link.CloseHelper;
import io.verbus.rdma.verbs.ConnectionEvent;
import io.verbus.rdma.verbs.Device;
import io.verbus.rdma.verbs.EventChannel;
import io.verbus.spi.ImageEnd;
import io.verbus.spi.LogAcceptor;
import io.verbus.spi.LogConnector;
import io.verbus.spi.Request;
import io.verbus.spi.TransportContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;

/** All connections of a transport, from the first attempt until closed. Conductor only. */
public final class Connections {
    /** Bound of events per duty cycle. */
    private static final int MAX_EVENTS = 64;

    private final ConnectionContext shared;
    private final Listeners listeners;
    private final Runnable loss;
    private final List<Handshake> handshakes = new ArrayList<>();

    /**
     * Initially none.
     *
     * @param context services of the bus
     * @param loss called when a device is lost
     * @throws BusException if verbs are not available
     */
    public Connections(final TransportContext context, final Runnable loss) {
        this.loss = loss;
        this.shared = new ConnectionContext(context, EventChannel.open(), new Devices(), new Links(),
                new AbandonedRequests(context.errorHandler()::onError), new IgnoredSettings(context.errorHandler()),
                new RefusedConnections(context.errorHandler(), context.clock()));
        this.listeners = new Listeners(shared);
    }

    /**
     * Accepts subscribers of a log.
     *
     * @param at local address
     * @param end the log
     */
    public void listen(final RdmaAddress at, final LogAcceptor end) {
        listeners.at(at).ends().add(end);
    }

    /**
     * Accepts publishers for a subscription.
     *
     * @param at local address
     * @param end the subscription
     */
    public void listen(final RdmaAddress at, final ImageEnd end) {
        listeners.at(at).ends().add(end);
    }

    /**
     * Attempts once to connect a log to a remote subscription.
     *
     * @param to address of the subscriber
     * @param end the log
     */
    public void connect(final RdmaAddress to, final LogConnector end) {
        handshakes
                .add(new PublisherHandshake(shared, to, ConnectPrivateData.of(shared.context().random(), Part.PUBLISHER)
                        .forStream(end.identity().session(), end.identity().stream()), end));
    }

    /**
     * Attempts once to connect a subscription to a remote log.
     *
     * @param to address of the publisher
     * @param end the subscription
     * @param request to send
     */
    public void connect(final RdmaAddress to, final ImageEnd end, final Request request) {
        handshakes.add(new SubscriberHandshake(shared, to,
                ConnectPrivateData.of(shared.context().random(), Part.SUBSCRIBER), end,
                request));
    }

    /**
     * Ends all attempts and listeners of a log.
     *
     * @param end that has listened or connected
     */
    public void forget(final LogAcceptor end) {
        listeners.forget(end);
        abandon(handshake -> handshake instanceof PublisherHandshake publisher && publisher.end() == end);
        shared.devices().forget(end);
    }

    /**
     * Ends all attempts and listeners of a subscription.
     *
     * @param end that has listened or connected
     */
    public void forget(final ImageEnd end) {
        listeners.forget(end);
        abandon(handshake -> handshake instanceof SubscriberHandshake subscriber && subscriber.end() == end);
    }

    private void abandon(final Predicate<Handshake> which) {
        handshakes.stream().filter(which).forEach(Handshake::release);
        handshakes.removeIf(which);
    }

    /**
     * One duty cycle.
     *
     * @param nowNs on the monotonic clock
     * @return amount of work done
     */
    public int doWork(final long nowNs) {
        int work = 0;
        ConnectionEvent event = shared.events().poll();
        while (event != null) {
            take(event, nowNs);
            event = ++work < MAX_EVENTS ? shared.events().poll() : null;
        }
        work += shared.devices().poll(this::take, this::lost);
        listeners.conduct(nowNs);
        for (int i = 0; i < handshakes.size(); i++) { // the end of one may start another
            work += handshakes.get(i).conduct(nowNs);
        }
        handshakes.removeIf(handshake -> handshake.step() == Handshake.Step.DONE);
        shared.refused().conduct(nowNs);
        shared.links().conduct(nowNs);
        shared.abandoned().conduct();
        return work;
    }

    /** {@return whether handshake messages are in progress; they last as long as both sides take to poll} */
    public boolean isExchanging() {
        return handshakes.stream().anyMatch(handshake -> handshake.step() == Handshake.Step.EXCHANGING);
    }

    private void lost(final Device device) {
        shared.context().errorHandler().onError(new BusException("lost the RDMA device " + device.name()
                + ": it was removed or reset; its connections end, and it is used again when it is back"));
        shared.links().lose(device);
        handshakes.forEach(handshake -> handshake.lose(device));
        loss.run();
    }

    private void take(final Device device, final Device.Event event) {
        if (event.fatal()) {
            shared.links().take(device, event);
            handshakes.forEach(handshake -> handshake.take(device, event));
        }
    }

    private void take(final ConnectionEvent event, final long nowNs) {
        if (event.id() == null || event.type() == ConnectionEvent.Type.DEVICE_REMOVAL && listeners.lose(event.id())) {
            return;
        }
        if (event.type() == ConnectionEvent.Type.CONNECT_REQUEST) {
            final Handshake handshake = listeners.take(event);
            if (handshake != null) {
                handshakes.add(handshake);
            }
            return;
        }
        for (int i = 0; i < handshakes.size(); i++) {
            if (handshakes.get(i).id() == event.id() && handshakes.get(i).step() != Handshake.Step.DONE) {
                handshakes.get(i).take(event);
                return;
            }
        }
        shared.links().take(event, nowNs);
    }

    /**
     * Ends and closes all connections and listeners. If connection requests are unanswered on iWARP, the resources of
     * these requests are closed after their answer or timeout, by a thread of their own.
     *
     * @param pollers closed after the last connection
     */
    public void close(final List<? extends AutoCloseable> pollers) {
        final Deque<AutoCloseable> all = new ArrayDeque<>();
        handshakes.forEach(handshake -> all.add(handshake::release));
        all.addAll(List.of(shared.links(), listeners));
        final Deque<AutoCloseable> rest = new ArrayDeque<>(List.of(shared.devices(), shared.events()));
        rest.addAll(pollers);
        all.add(() -> shared.abandoned().finish(() -> CloseHelper.closeAll(rest)));
        CloseHelper.closeAll(all);
    }
}
