package io.verbus.spi;

import io.verbus.Session;
import org.agrona.concurrent.UnsafeBuffer;

/** A subscription, as seen by a transport. Called by the conductor. */
public interface ImageEnd {
    /** {@return name of the stream} */
    String stream();

    /** {@return the arrivals of its polling thread; {@link ReceivePoller#part} has those of one transport} */
    ReceivePoller receivePoller();

    /**
     * Returns the request to a publisher that has connected with a session.
     *
     * @param session its id
     * @return the request
     * @throws io.verbus.BusException as a refusal
     */
    Request request(long session);

    /**
     * Accepts or refuses a publisher's offer. The offer is not trusted, though its fields are within bounds.
     *
     * @param request of the offer
     * @param offer start that the publisher offers
     * @return memory of the log's capacity, outside the Java heap, for the image; valid until {@link #failed} or the
     *     link is closed
     * @throws io.verbus.BusException as a refusal
     */
    UnsafeBuffer offered(Request request, Offer offer);

    /**
     * Attaches the link: the publisher may write from now on.
     *
     * @param request of the subscription
     * @param offer that was accepted
     * @param link to read from
     */
    void joined(Request request, Offer offer, ImageLink link);

    /**
     * Reports a failed request. Its memory, if any, is no longer used.
     *
     * @param request of the subscription
     * @param failure kind of the failure
     * @param cause with the remedy, for operators
     */
    void failed(Request request, Failure failure, String cause);

    /** Kinds of failed requests. */
    enum Failure {
        /** No host answers at the address, or the handshake broke off: also if the offered session was just closed. */
        UNREACHABLE,
        /**
         * The publisher has no such stream, or no further session of it. Sessions that start there later are read from
         * their first message, so the end of one session is not this.
         */
        NO_SESSION,
        /**
         * The host answers, but no publisher listens: as {@link #NO_SESSION}, but a publisher whose device has just
         * returned does not listen yet, so a known session is gone only if this lasts.
         */
        NO_LISTENER,
        /** The requested session no longer exists, and will not return. See {@link Session#id()}. */
        GONE,
        /** Refused, or the peer violated the protocol. */
        REFUSED
    }
}
