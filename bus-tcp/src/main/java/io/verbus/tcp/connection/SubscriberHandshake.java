package io.verbus.tcp.connection;

import io.verbus.BusException;
import io.verbus.net.handshake.AnnounceMessage;
import io.verbus.net.handshake.ImageMessage;
import io.verbus.net.handshake.Message;
import io.verbus.net.handshake.OfferMessage;
import io.verbus.net.handshake.RemoteMemory;
import io.verbus.net.handshake.SubscribeMessage;
import io.verbus.spi.ImageEnd.Failure;
import io.verbus.spi.ImageEnd;
import io.verbus.spi.Offer;
import io.verbus.spi.Request;
import io.verbus.tcp.connection.Hello.Part;
import io.verbus.tcp.link.TcpImageLink;
import io.verbus.tcp.link.TcpPoller;
import org.agrona.concurrent.UnsafeBuffer;

/** A subscriber's handshake: (receives an announcement), sends a request, receives an offer, confirms the image. */
final class SubscriberHandshake extends Handshake {
    private final ImageEnd end;
    private final TcpPoller poller;
    private Request request;

    /** Connecting side. */
    SubscriberHandshake(final ConnectionContext shared, final TcpAddress address, final ImageEnd end,
            final Request request) {
        super(shared, address, Hello.of(shared.context().random(), Part.SUBSCRIBER));
        this.end = end;
        this.poller = (TcpPoller) end.receivePoller();
        this.request = request;
    }

    /** Accepting side. */
    SubscriberHandshake(final ConnectionContext shared, final TcpAddress address, final Wire wire, final Hello theirs,
            final ImageEnd end) {
        super(shared, address, Part.SUBSCRIBER, wire, theirs);
        this.end = end;
        this.poller = (TcpPoller) end.receivePoller();
    }

    ImageEnd end() {
        return end;
    }

    @Override
    void opened() {
        if (connector) {
            send(new SubscribeMessage(request));
        }
    }

    @Override
    void take(final Message message) {
        if (message instanceof AnnounceMessage announced && !connector && request == null) {
            announced(announced);
        } else if (message instanceof OfferMessage offered && request != null) {
            offered(offered);
        } else {
            throw new BusException("violates the protocol: unexpected " + message.type());
        }
    }

    private void announced(final AnnounceMessage announced) {
        if (!announced.stream().equals(end.stream())) {
            throw new BusException("violates the protocol: it announces another stream than in its hello");
        }
        try {
            request = end.request(announced.session());
            send(new SubscribeMessage(request));
        } catch (final BusException e) {
            refuse(Failure.REFUSED, e.getMessage());
        }
    }

    private void offered(final OfferMessage message) {
        final Offer offer = message.offer();
        if (!request.target().admits(offer.identity().session())
                || !offer.identity().stream().equals(request.stream())) {
            throw new BusException("violates the protocol: it offers another stream or session than requested");
        }
        final UnsafeBuffer memory;
        try {
            poller.requireRoom();
            memory = end.offered(request, offer);
        } catch (final BusException e) {
            refuse(Failure.REFUSED, e.getMessage());
            return;
        }
        try {
            send(new ImageMessage(RemoteMemory.NONE, 1, RemoteMemory.NONE));
        } catch (final BusException e) {
            fail(Failure.UNREACHABLE, e.getMessage());
            return;
        }
        final TcpImageLink link = new TcpImageLink(join(), poller, memory, offer.position(),
                message.history().isGiven());
        poller.add(link);
        shared.links().add(link);
        end.joined(request, offer, link);
    }

    @Override
    String awaited() {
        return request == null ? "announcement" : "offer";
    }

    @Override
    void failed(final Failure failure, final String cause) {
        if (request != null) {
            end.failed(request, failure, cause);
        } else {
            shared.refused().report(peerHost(), cause);
        }
    }
}
