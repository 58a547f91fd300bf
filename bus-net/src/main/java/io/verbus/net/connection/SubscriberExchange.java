package io.verbus.net.connection;

import io.verbus.BusException;
import io.verbus.net.handshake.AnnounceMessage;
import io.verbus.net.handshake.Message;
import io.verbus.net.handshake.OfferMessage;
import io.verbus.net.handshake.SubscribeMessage;
import io.verbus.spi.ImageEnd.Failure;
import io.verbus.spi.ImageEnd;
import io.verbus.spi.ImageLink;
import io.verbus.spi.Offer;
import io.verbus.spi.Request;
import org.agrona.concurrent.UnsafeBuffer;

/** A subscriber's part: (receives an announcement), sends a request, receives an offer, sends the image. */
public final class SubscriberExchange extends Exchange {
    private final Carrier carrier;
    private final ImageEnd end;
    private Request request;

    /** The image and the link. */
    public interface Carrier {
        /** The publisher has proven itself: its image gets a place of its own, or the offer is refused. */
        void admit();

        /**
         * Sends the image message and starts the epoch: its link owns the resources of the handshake.
         *
         * @param message the offer
         * @param memory of the image
         * @return the link
         */
        ImageLink join(OfferMessage message, UnsafeBuffer memory);
    }

    /**
     * For a connection.
     *
     * @param handshake of the connection
     * @param carrier of it
     * @param end the subscription
     * @param request to send; null on the accepting side
     */
    public SubscriberExchange(final Handshake handshake, final Carrier carrier, final ImageEnd end,
            final Request request) {
        super(handshake);
        this.carrier = carrier;
        this.end = end;
        this.request = request;
    }

    @Override
    ImageEnd end() {
        return end;
    }

    @Override
    public void opened() {
        if (request != null) {
            handshake.send(new SubscribeMessage(request));
        }
    }

    @Override
    void take(final Message message) {
        if (message instanceof AnnounceMessage announced && request == null) {
            announced(announced);
        } else if (message instanceof OfferMessage offered && request != null) {
            offered(offered);
        } else {
            throw unexpected(message);
        }
    }

    private void announced(final AnnounceMessage announced) {
        if (!announced.stream().equals(end.stream())) {
            throw new BusException("violates the protocol: it announces another stream than in its hello");
        }
        try {
            request = end.request(announced.session());
            handshake.send(new SubscribeMessage(request));
        } catch (final BusException e) {
            handshake.refuse(Failure.REFUSED, e.getMessage());
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
            carrier.admit();
            memory = end.offered(request, offer);
        } catch (final BusException e) {
            handshake.refuse(Failure.REFUSED, e.getMessage());
            return;
        }
        final ImageLink link;
        try {
            link = carrier.join(message, memory);
        } catch (final BusException e) {
            handshake.fail(Failure.REFUSED, e.getMessage());
            return;
        }
        end.joined(request, offer, link);
    }

    @Override
    public String awaited() {
        return request == null ? "announcement" : "offer";
    }

    @Override
    void failed(final Failure failure, final String cause) {
        if (request != null) {
            end.failed(request, failure, cause);
        } else {
            handshake.services.refused().report(handshake.peerHost(), cause);
        }
    }
}
