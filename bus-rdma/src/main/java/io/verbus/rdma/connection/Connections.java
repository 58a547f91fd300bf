package io.verbus.rdma.connection;

import io.verbus.BusException;
import io.verbus.rdma.address.RdmaAddress;
import io.verbus.rdma.handshake.Hello.Part;
import io.verbus.rdma.handshake.Hello;
import io.verbus.rdma.verbs.ConnectionEvent;
import io.verbus.rdma.verbs.EventChannel;
import io.verbus.transport.ImageEnd;
import io.verbus.transport.LogEnd;
import io.verbus.transport.Request;
import io.verbus.transport.TransportContext;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** All connections of a transport, from the first attempt to the last word. By the conductor. */
public final class Connections implements AutoCloseable {
    /** Events of one turn, so that it comes back. */
    private static final int MAX_EVENTS = 64;

    private final Shared shared;
    private final Listeners listeners;
    private final List<Handshake> handshakes = new ArrayList<>();

    /**
     * None yet.
     *
     * @param context what the bus gives
     * @throws BusException if verbs are not available
     */
    public Connections(final TransportContext context) {
        this.shared = new Shared(context, EventChannel.open(), new Devices(), new Links());
        this.listeners = new Listeners(shared);
    }

    /**
     * Accepts subscribers for a log.
     *
     * @param at where
     * @param end whose log it is
     */
    public void listen(final RdmaAddress at, final LogEnd end) {
        listeners.at(at).add(end);
    }

    /**
     * Accepts publishers for a subscription.
     *
     * @param at where
     * @param end whose subscription it is
     */
    public void listen(final RdmaAddress at, final ImageEnd end) {
        listeners.at(at).add(end);
    }

    /**
     * Makes an attempt to bring a log to a subscription.
     *
     * @param to where
     * @param end whose log it is
     */
    public void connect(final RdmaAddress to, final LogEnd end) {
        handshakes.add(new PublisherHandshake(shared, to, Hello.of(shared.context().random(), Part.PUBLISHER)
                .about(end.identity().session(), end.identity().stream()), end));
    }

    /**
     * Makes an attempt to get a log.
     *
     * @param to where
     * @param end whose subscription it is
     * @param request what to ask for
     */
    public void connect(final RdmaAddress to, final ImageEnd end, final Request request) {
        handshakes.add(new SubscriberHandshake(shared, to, Hello.of(shared.context().random(), Part.SUBSCRIBER), end,
                request));
    }

    /**
     * Makes and accepts no more for a log.
     *
     * @param end that has listened or connected
     */
    public void forget(final LogEnd end) {
        listeners.forget(end);
        abandon(handshake -> handshake instanceof PublisherHandshake publisher && publisher.end() == end);
        shared.devices().forget(end);
    }

    /**
     * Makes and accepts no more for a subscription.
     *
     * @param end that has listened or connected
     */
    public void forget(final ImageEnd end) {
        listeners.forget(end);
        abandon(handshake -> handshake instanceof SubscriberHandshake subscriber && subscriber.end() == end);
    }

    private void abandon(final Predicate<Handshake> which) {
        handshakes.stream().filter(which).forEach(Handshake::over);
        handshakes.removeIf(which);
    }

    /**
     * One turn.
     *
     * @param nowNs on the monotonic clock
     * @return how much was done
     */
    public int doWork(final long nowNs) {
        int work = 0;
        ConnectionEvent event = shared.events().poll();
        while (event != null) {
            take(event, nowNs);
            event = ++work < MAX_EVENTS ? shared.events().poll() : null;
        }
        work += shared.devices().poll(shared.links()::take);
        for (int i = 0; i < handshakes.size(); i++) { // an end may begin another
            work += handshakes.get(i).conduct(nowNs);
        }
        handshakes.removeIf(handshake -> handshake.step() == Handshake.Step.OVER);
        shared.links().conduct(nowNs);
        return work;
    }

    /** {@return whether messages go to and fro, which takes as long as two ends take to look for them} */
    public boolean areTalking() {
        return handshakes.stream().anyMatch(handshake -> handshake.step() == Handshake.Step.TALKING);
    }

    private void take(final ConnectionEvent event, final long nowNs) {
        if (event.type() == ConnectionEvent.Type.CONNECT_REQUEST) {
            final Handshake handshake = listeners.take(event);
            if (handshake != null) {
                handshakes.add(handshake);
            }
            return;
        }
        for (int i = 0; i < handshakes.size(); i++) {
            if (handshakes.get(i).id() == event.id() && handshakes.get(i).step() != Handshake.Step.OVER) {
                handshakes.get(i).take(event);
                return;
            }
        }
        shared.links().take(event, nowNs);
    }

    /** Ends and closes all. */
    @Override
    public void close() {
        handshakes.forEach(Handshake::over);
        shared.links().close();
        listeners.close();
        shared.devices().close();
        shared.events().close();
    }
}
