package io.verbus.tcp.connection;

import io.verbus.BusException;
import io.verbus.net.connection.ListeningEnds.NoSuchLog;
import io.verbus.net.connection.ListeningEnds;
import io.verbus.net.handshake.AnnounceMessage;
import io.verbus.net.handshake.ImageMessage;
import io.verbus.net.handshake.Message;
import io.verbus.net.handshake.OfferMessage;
import io.verbus.net.handshake.RemoteMemory;
import io.verbus.net.handshake.SubscribeMessage;
import io.verbus.spi.ImageEnd.Failure;
import io.verbus.spi.LogAcceptor;
import io.verbus.spi.LogConnector;
import io.verbus.spi.Offer;
import io.verbus.spi.Request;
import io.verbus.tcp.connection.Hello.Part;
import io.verbus.tcp.link.TcpLogLink;

/** A publisher's handshake: (announces its session), receives a request, sends an offer, receives the image. */
final class PublisherHandshake extends Handshake {
    /** The file is read by requests on the connection, not by an address. */
    private static final RemoteMemory ON_REQUEST = new RemoteMemory(1, 0);

    /** The connecting log; null on the accepting side. */
    private final LogConnector attempting;
    /** Where the subscriber has connected; null on the connecting side. */
    private final ListeningEnds listening;
    private LogAcceptor end;
    private Request request;
    private Offer offer;

    /** Connecting side, for one log. */
    PublisherHandshake(final ConnectionContext shared, final TcpAddress address, final LogConnector end) {
        super(shared, address, Hello.ofPublisher(shared.context().random(), end.identity().session(),
                end.identity().stream()));
        this.attempting = end;
        this.listening = null;
        this.end = end;
    }

    /** Accepting side, for the requested log. */
    PublisherHandshake(final ConnectionContext shared, final TcpAddress address, final Wire wire, final Hello theirs,
            final ListeningEnds listening) {
        super(shared, address, Part.PUBLISHER, wire, theirs);
        this.attempting = null;
        this.listening = listening;
    }

    /** The log; null while it is not known. */
    LogAcceptor end() {
        return end;
    }

    @Override
    void opened() {
        if (connector) {
            send(new AnnounceMessage(end.identity().stream(), end.identity().session()));
        }
    }

    @Override
    void take(final Message message) {
        if (message instanceof SubscribeMessage(Request requested) && request == null) {
            subscribed(isStranger() ? requested.ofStranger() : requested);
        } else if (message instanceof ImageMessage && offer != null) {
            joined();
        } else {
            throw new BusException("violates the protocol: unexpected " + message.type());
        }
    }

    /** Whether the peer has chosen this connection, and has proven no secret. */
    private boolean isStranger() {
        return !connector && address.secret().isEmpty();
    }

    private void subscribed(final Request requested) {
        try {
            end = choose(requested);
            offer = end.offer(requested);
            request = requested;
            send(new OfferMessage(offer, RemoteMemory.NONE, requested.history() ? ON_REQUEST : RemoteMemory.NONE));
        } catch (final NoSuchLog e) {
            refuse(e.kind(), e.getMessage());
        } catch (final BusException e) {
            refuse(Failure.REFUSED, e.getMessage());
        }
    }

    private LogAcceptor choose(final Request requested) {
        if (!connector) {
            return listening.choose(requested);
        }
        if (!requested.target().admits(end.identity().session())
                || !requested.stream().equals(end.identity().stream())) {
            throw new BusException("violates the protocol: it requests another stream or session than announced");
        }
        return end;
    }

    private void joined() {
        final TcpLogLink link = new TcpLogLink(join(), end.ring(), end.file(), offer.position(), request.history());
        shared.links().add(link);
        if (listening != null) {
            listening.joined(link, request.stream());
        }
        end.joined(request, link);
    }

    @Override
    String awaited() {
        return request == null ? "request" : "image";
    }

    @Override
    void failed(final Failure failure, final String cause) {
        if (request != null) {
            end.dropped(request, cause);
        }
        if (attempting != null) {
            attempting.failed(address.uri(), cause);
        } else if (request == null && end == null && failure != Failure.NO_SESSION && failure != Failure.GONE) {
            shared.refused().report(peerHost(), cause);
        }
    }
}
