package io.verbus.net.connection;

import io.verbus.BusException;
import io.verbus.net.connection.ListeningEnds.CountedLink;
import io.verbus.net.connection.ListeningEnds.NoSuchLog;
import io.verbus.net.handshake.AnnounceMessage;
import io.verbus.net.handshake.ImageMessage;
import io.verbus.net.handshake.Message;
import io.verbus.net.handshake.OfferMessage;
import io.verbus.net.handshake.SubscribeMessage;
import io.verbus.spi.ImageEnd.Failure;
import io.verbus.spi.LogAcceptor;
import io.verbus.spi.LogConnector;
import io.verbus.spi.Offer;
import io.verbus.spi.Request;

/** A publisher's part: (sends an announcement), receives a request, sends an offer, receives the image. */
public final class PublisherExchange extends Exchange {
    private final Carrier carrier;
    private final LogConnector attempting;
    private final ListeningEnds listening;
    private LogAcceptor end;
    private Request request;
    private Offer offer;

    /** The rest of the offer, and the link. */
    public interface Carrier {
        /**
         * Adds the memory that the subscriber may use.
         *
         * @param end the log
         * @param request of the subscriber
         * @param offer of the log
         * @return the message
         */
        OfferMessage offer(LogAcceptor end, Request request, Offer offer);

        /**
         * Starts the epoch: its link owns the resources of the handshake.
         *
         * @param end the log
         * @param request of the subscriber
         * @param offer that it has accepted
         * @param image of the subscriber
         * @return the link
         */
        CountedLink join(LogAcceptor end, Request request, Offer offer, ImageMessage image);
    }

    /**
     * For a connection.
     *
     * @param handshake of the connection
     * @param carrier of it
     * @param attempting the log that connects; null on the accepting side
     * @param listening the logs that the subscriber may request; null on the connecting side
     */
    public PublisherExchange(final Handshake handshake, final Carrier carrier, final LogConnector attempting,
            final ListeningEnds listening) {
        super(handshake);
        this.carrier = carrier;
        this.attempting = attempting;
        this.listening = listening;
        this.end = attempting;
    }

    @Override
    LogAcceptor end() {
        return end;
    }

    @Override
    public void opened() {
        if (attempting != null) {
            handshake.send(new AnnounceMessage(end.identity().stream(), end.identity().session()));
        }
    }

    @Override
    void take(final Message message) {
        if (message instanceof SubscribeMessage(Request requested) && request == null) {
            subscribed(isStranger() ? requested.ofStranger() : requested);
        } else if (message instanceof ImageMessage image && offer != null) {
            joined(image);
        } else {
            throw unexpected(message);
        }
    }

    /** Whether the peer has chosen this connection, and has proven no secret. */
    private boolean isStranger() {
        return attempting == null && handshake.address.secret().isEmpty();
    }

    private void subscribed(final Request requested) {
        try {
            end = choose(requested);
            offer = end.offer(requested);
            request = requested;
            handshake.send(carrier.offer(end, request, offer));
        } catch (final NoSuchLog e) {
            handshake.refuse(e.kind(), e.getMessage());
        } catch (final BusException e) {
            handshake.refuse(Failure.REFUSED, e.getMessage());
        }
    }

    private LogAcceptor choose(final Request requested) {
        if (attempting == null) {
            return listening.choose(requested);
        }
        if (!requested.target().admits(end.identity().session())
                || !requested.stream().equals(end.identity().stream())) {
            throw new BusException("violates the protocol: it requests another stream or session than announced");
        }
        return end;
    }

    private void joined(final ImageMessage image) {
        final CountedLink link = carrier.join(end, request, offer, image);
        if (listening != null) {
            listening.joined(link, request.stream());
        }
        end.joined(request, link);
    }

    @Override
    public String awaited() {
        return request == null ? "request" : "image";
    }

    @Override
    void failed(final Failure failure, final String cause) {
        if (request != null) {
            end.dropped(request, cause);
        }
        if (attempting != null) {
            attempting.failed(handshake.address.uri(), cause);
        } else if (request == null && end == null && failure != Failure.NO_SESSION && failure != Failure.GONE) {
            handshake.services.refused().report(handshake.peerHost(), cause);
        }
    }
}
