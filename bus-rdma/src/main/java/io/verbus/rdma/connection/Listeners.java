package io.verbus.rdma.connection;

import io.verbus.BusException;
import io.verbus.rdma.address.RdmaAddress;
import io.verbus.rdma.handshake.ConnectPrivateData.Part;
import io.verbus.rdma.handshake.ConnectPrivateData;
import io.verbus.rdma.verbs.ConnectionEvent;
import io.verbus.rdma.verbs.ConnectionId;
import io.verbus.spi.ImageEnd;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The listening addresses of this host. */
final class Listeners {
    private static final int BACKLOG = 128;
    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(250);

    private final ConnectionContext shared;
    private final List<Listener> listeners;
    private long attemptedNs;

    /** With the list of the transport. */
    Listeners(final ConnectionContext shared, final List<Listener> listeners) {
        this.shared = shared;
        this.listeners = listeners;
    }

    /** Listens at an address; a host name must be resolvable locally. */
    ConnectionId open(final RdmaAddress address) {
        final ConnectionId id = shared.events().newId();
        try {
            id.reuseAddress();
            if (address.route().trafficClass() >= 0) {
                id.trafficClass(address.route().trafficClass());
            }
            id.bind(InetAddress.getByName(address.host()).getHostAddress(), address.port());
            id.listen(BACKLOG);
            if (id.device() != null) { // null: at all addresses of the host
                shared.devices().watch(id.device());
            }
            return id;
        } catch (final UnknownHostException e) {
            id.close();
            throw new BusException("cannot listen at " + address + ": unknown host name", e);
        } catch (final BusException e) {
            id.close();
            throw e;
        }
    }

    /** Closes the identifier of a listener whose device is lost; returns whether it is one. */
    boolean lose(final ConnectionId id) {
        for (final Listener listener : listeners) {
            if (id != null && listener.id() == id) {
                id.close();
                listener.id(null);
                return true;
            }
        }
        return false;
    }

    /** One duty cycle: listens again at addresses whose device is back. */
    void conduct(final long nowNs) {
        if (nowNs - attemptedNs < RETRY_NS) {
            return;
        }
        attemptedNs = nowNs;
        for (final Listener listener : listeners) {
            if (listener.id() == null) {
                try {
                    listener.id(open(listener.address()));
                } catch (final BusException e) {
                    continue; // the loss was reported; the device is not back yet
                }
            }
        }
    }

    /** Handles a connection request; returns its handshake, or null if it is rejected. */
    VerbsHandshake take(final ConnectionEvent event) {
        final ConnectionId id = event.id();
        try {
            final String peer = id.peerAddress();
            final Listener listener = listeners.stream().filter(other -> other.id() == event.listener()).findFirst()
                    .orElseThrow(() -> new BusException("rejected " + peer + ": the listener has been closed"));
            return accept(listener, event, decode(event, id, peer));
        } catch (final BusException e) {
            id.close();
            shared.context().errorHandler().onError(e);
            return null;
        }
    }

    /** Decodes the private data of a peer; a peer of another version receives this version. */
    private ConnectPrivateData decode(final ConnectionEvent event, final ConnectionId id, final String peer) {
        try {
            return ConnectPrivateData.decode(event.privateData(), peer);
        } catch (final BusException e) {
            id.reject(ConnectPrivateData.of(shared.context().random(), Part.REFUSAL).encode());
            throw e;
        }
    }

    private VerbsHandshake accept(final Listener listener, final ConnectionEvent event,
            final ConnectPrivateData theirs) {
        final ConnectionId id = event.id();
        if (!listener.address().route().admits(id.device().name(), id.devicePort())) {
            id.reject(new byte[0]);
            throw new BusException(
                    "rejected " + id.peerAddress() + ": it connects over " + id.device().name() + " port "
                            + id.devicePort() + ", which " + listener.address().uri() + " excludes");
        }
        final VerbsHandshake handshake;
        if (theirs.part() == Part.SUBSCRIBER) {
            handshake = new VerbsPublisherHandshake(shared, listener.address(),
                    ConnectPrivateData.of(shared.context().random(), Part.PUBLISHER), id, listener.ends());
        } else {
            final Optional<ImageEnd> image = listener.ends().choose(theirs.stream());
            if (image.isEmpty()) {
                id.reject(ConnectPrivateData.of(shared.context().random(), Part.REFUSAL).encode());
                id.close();
                return null;
            }
            handshake = new VerbsSubscriberHandshake(shared, listener.address(),
                    ConnectPrivateData.of(shared.context().random(), Part.SUBSCRIBER), id, image.get());
        }
        handshake.accept(theirs, event.peerQueuePair());
        return handshake;
    }
}
