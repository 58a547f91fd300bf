package io.verbus.transport;

import io.verbus.log.LogIdentity;
import java.net.URI;
import org.agrona.concurrent.UnsafeBuffer;

/** A publication, as a transport deals with it. Called by the conductor. */
public interface LogEnd {
    /** {@return what its log says of itself} */
    LogIdentity identity();

    /** {@return the ring of the log, outside the Java heap; valid until this is forgotten and its last link closed} */
    UnsafeBuffer ring();

    /**
     * What a subscriber may read that asks for history, while this is written.
     *
     * @return the log's whole file, header and ring, outside the Java heap; valid as long as {@link #ring()}
     */
    UnsafeBuffer file();

    /**
     * A subscriber asks. Nothing is held for it before {@link #joined}: if the log has gone past the offer by then, the
     * image begins with a jump. Each offer is followed by {@link #joined} or {@link #dropped}, unless this is
     * forgotten.
     *
     * @param request whose stream is that of this log, and whose session is this one, if it names any
     * @return where it may begin
     * @throws io.verbus.BusException as a refusal; its message is the sentence that the subscriber gets
     */
    Offer offer(Request request);

    /**
     * The image is ready to be written into.
     *
     * @param request that was answered by an offer
     * @param link to write by
     */
    void joined(Request request, LogLink link);

    /**
     * What was offered has come to nothing.
     *
     * @param request that was answered by an offer
     * @param cause in words
     */
    void dropped(Request request, String cause);

    /**
     * An attempt of {@link Transport#connect(URI, LogEnd)} has come to nothing.
     *
     * @param to where it was made to
     * @param cause in words, a sentence with what to do
     */
    void failed(URI to, String cause);
}
