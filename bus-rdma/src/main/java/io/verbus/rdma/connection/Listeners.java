package io.verbus.rdma.connection;

import io.verbus.BusException;
import io.verbus.rdma.address.RdmaAddress;
import io.verbus.rdma.handshake.Hello.Part;
import io.verbus.rdma.handshake.Hello;
import io.verbus.rdma.verbs.ConnectionEvent;
import io.verbus.rdma.verbs.ConnectionId;
import io.verbus.transport.ImageEnd;
import io.verbus.transport.LogEnd;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/** Where this host listens. */
final class Listeners implements AutoCloseable {
    private static final int BACKLOG = 128;

    private final Shared shared;
    private final List<Listener> listeners = new ArrayList<>();

    Listeners(final Shared shared) {
        this.shared = shared;
    }

    /** The listener at an address; a name has to be one that this host knows by itself. */
    Listener at(final RdmaAddress address) {
        for (final Listener listener : listeners) {
            if (listener.address().toString().equals(address.toString())) {
                if (!listener.address().uri().equals(address.uri())) {
                    throw new BusException(address + " is listened at with other settings (" + listener.address().uri()
                            + "): give all that listen there the same");
                }
                return listener;
            }
        }
        final ConnectionId id = shared.events().newId();
        try {
            id.reuseAddress();
            if (address.route().trafficClass() >= 0) {
                id.trafficClass(address.route().trafficClass());
            }
            id.bind(InetAddress.getByName(address.host()).getHostAddress(), address.port());
            id.listen(BACKLOG);
        } catch (final UnknownHostException e) {
            id.close();
            throw new BusException("can't listen at " + address + ": the name is not known", e);
        } catch (final BusException e) {
            id.close();
            throw e;
        }
        final Listener listener = new Listener(address, id);
        listeners.add(listener);
        return listener;
    }

    void forget(final LogEnd end) {
        listeners.forEach(listener -> listener.remove(end));
        closeEmpty();
    }

    void forget(final ImageEnd end) {
        listeners.forEach(listener -> listener.remove(end));
        closeEmpty();
    }

    private void closeEmpty() {
        listeners.stream().filter(Listener::isEmpty).toList().forEach(listener -> {
            listeners.remove(listener);
            listener.close();
        });
    }

    /** Somebody wants to connect; gives the handshake that comes of it, null if none does. */
    Handshake take(final ConnectionEvent event) {
        final ConnectionId id = event.id();
        try {
            final String peer = id.peerAddress();
            final Listener listener = listeners.stream().filter(other -> other.id() == event.listener()).findFirst()
                    .orElseThrow(() -> new BusException(peer + " has connected where nobody listens any more"));
            return accept(listener, event, decode(event, id, peer));
        } catch (final BusException e) {
            id.close();
            shared.context().errorHandler().onError(e);
            return null;
        }
    }

    /** Who is refused for its version learns ours. */
    private Hello decode(final ConnectionEvent event, final ConnectionId id, final String peer) {
        try {
            return Hello.decode(event.privateData(), peer);
        } catch (final BusException e) {
            id.reject(Hello.of(shared.context().random(), Part.REFUSAL).encode());
            throw e;
        }
    }

    private Handshake accept(final Listener listener, final ConnectionEvent event, final Hello theirs) {
        final ConnectionId id = event.id();
        if (!listener.address().route().admits(id.device().name(), id.devicePort())) {
            id.reject(new byte[0]);
            throw new BusException(id.peerAddress() + " has connected over " + id.device().name() + " port "
                    + id.devicePort() + ", where " + listener.address().uri() + " does not listen");
        }
        final Handshake handshake;
        if (theirs.part() == Part.SUBSCRIBER) {
            handshake = new PublisherHandshake(shared, listener.address(),
                    Hello.of(shared.context().random(), Part.PUBLISHER), id, listener);
        } else {
            final ImageEnd image = listener.choose(theirs);
            if (image == null) {
                id.reject(Hello.of(shared.context().random(), Part.REFUSAL).encode());
                id.close();
                return null;
            }
            handshake = new SubscriberHandshake(shared, listener.address(),
                    Hello.of(shared.context().random(), Part.SUBSCRIBER), id, image);
        }
        handshake.accept(theirs, event.peerQueuePair());
        return handshake;
    }

    @Override
    public void close() {
        listeners.forEach(Listener::close);
        listeners.clear();
    }
}
