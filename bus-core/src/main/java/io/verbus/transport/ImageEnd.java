package io.verbus.transport;

import io.verbus.peer.Session;
import org.agrona.concurrent.UnsafeBuffer;

/** A subscription, as a transport deals with it. Called by the conductor. */
public interface ImageEnd {
    /** {@return name of the stream} */
    String stream();

    /** {@return where its polling thread hears of what arrives} */
    Arrivals arrivals();

    /**
     * A publisher has connected to us with a session; what do we ask for?
     *
     * @param session its id
     * @return the request
     * @throws io.verbus.BusException as a refusal
     */
    Request request(long session);

    /**
     * A publisher offers. It is not to be believed, though its words are within bounds.
     *
     * @param request that it answers
     * @param offer where it would begin
     * @return memory of the log's capacity, outside the Java heap, to be written into; valid until {@link #failed} or
     *     the link is closed
     * @throws io.verbus.BusException as a refusal
     */
    UnsafeBuffer offered(Request request, Offer offer);

    /**
     * The publisher may write from now on.
     *
     * @param request that was made
     * @param offer that was accepted
     * @param link to read by
     */
    void joined(Request request, Offer offer, ImageLink link);

    /**
     * Nothing has come of a request. If memory was given for it, that is free.
     *
     * @param request that was made
     * @param failure what kind
     * @param cause in words, a sentence with what to do
     */
    void failed(Request request, Failure failure, String cause);

    /** Why nothing has come of a request. */
    enum Failure {
        /** Nobody answers there, not even the host. */
        UNREACHABLE,
        /**
         * The host answers, and nobody listens there; or somebody does, and has no such stream, or no session of it
         * (any more) but those that we know. What begins there later is read whole.
         */
        NOTHING_THERE,
        /** The session that we asked for is not there any more, and will not come back. See {@link Session#id()}. */
        GONE,
        /** Refused, or what was said makes no sense. */
        REFUSED
    }
}
