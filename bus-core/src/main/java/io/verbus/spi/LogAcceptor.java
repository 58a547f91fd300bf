package io.verbus.spi;

import org.agrona.concurrent.UnsafeBuffer;

/** A publication, as seen by a transport: it accepts subscribers. Called by the conductor. */
public interface LogAcceptor {
    /** {@return the identity of its log} */
    LogIdentity identity();

    /** {@return the ring of the log, outside the Java heap; valid until this is forgotten and its last link closed} */
    UnsafeBuffer ring();

    /**
     * The memory that subscribers may read for history, concurrently with writes.
     *
     * @return the log's whole file, header and ring, outside the Java heap; valid as long as {@link #ring()}
     */
    UnsafeBuffer file();

    /**
     * Offers a start to a subscriber. Nothing gates the log before {@link #joined}: if the offered position is
     * overwritten by then, the image begins with a jump. Each offer is followed by {@link #joined} or {@link #dropped},
     * unless this end is forgotten.
     *
     * @param request for the stream of this log, and for this session, if it names one
     * @return the start
     * @throws io.verbus.BusException as a refusal; the subscriber receives the message
     */
    Offer offer(Request request);

    /**
     * Attaches the link: the image is ready for writes.
     *
     * @param request of the offer
     * @param link to push to
     */
    void joined(Request request, LogLink link);

    /**
     * Drops an offer that was not joined.
     *
     * @param request of the offer
     * @param cause for operators
     */
    void dropped(Request request, String cause);
}
