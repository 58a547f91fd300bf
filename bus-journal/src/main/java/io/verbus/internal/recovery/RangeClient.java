package io.verbus.internal.recovery;

import io.verbus.Bus;
import io.verbus.Endpoint;
import io.verbus.MutableHeader;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.SessionListener;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.internal.access.InternalViews;
import io.verbus.internal.access.PresentReaders;
import io.verbus.internal.os.TransientException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Sends range requests to the recorders of a stream. Used by the polling thread.
 *
 * @param bus to communicate on
 * @param stream that is recorded
 * @param subscription name of the subscription that misses messages
 * @param endpoints of recorders on other hosts; if empty, those on this host
 */
public record RangeClient(Bus bus, String stream, String subscription, List<Endpoint> endpoints) {
    /** Name of the subscriptions of recorders to requests. */
    public static final String SERVER = "range server";

    /** Of subscriptions to responses, under BLOCK. */
    static final String NAME = "recovery";
    /** The minimum log capacity: the log holds one message. */
    private static final int CAPACITY = 1 << 16;
    /** Half of the time after which a recorder leaves a session without a request. */
    private static final long MAX_SEND_NS = 500_000_000;

    /**
     * The publication and subscription of an active request.
     *
     * @param request its own publication, so that recorders that start later read it too
     * @param answer subscription to the response
     */
    record Inquiry(Publication request, Subscription answer) implements AutoCloseable {
        /** Recorders that are present, also those that have not found the request yet. */
        Set<Long> recorders() {
            return InternalViews.of(PresentReaders.class, request).named(SERVER);
        }

        /** The responder does not wait for this reader any more. */
        @Override
        public void close() {
            answer.close();
            request.close();
        }
    }

    /** The header of messages of a session. */
    MutableHeader header(final long session) {
        return new MutableHeader(session, stream, subscription);
    }

    /** A request for a range, with an unused id. */
    RangeRequest request(final long session, final long first, final long last) {
        long id;
        do {
            id = bus.settings().ids().nextLong();
        } while (id == 0);
        return RangeRequest.of(stream, id, session, first, last);
    }

    /**
     * Sends a request. The response begins when its subscription is connected, so that is created first. It copies
     * frames: fetched messages are never doubtful, however long the handler is stopped.
     */
    Inquiry ask(final RangeRequest request, final SessionListener listener) {
        final Endpoint[] endpointArray = endpoints.toArray(Endpoint[]::new);
        final Subscription answer = bus.subscribe(SubscriptionSettings.of(request.answer()).withName(NAME)
                .withPolicy(Policy.BLOCK).withCopies(true).withStart(Start.oldest()).withListener(listener)
                .withEndpoints(endpointArray));
        try {
            final NanoClock clock = bus.settings().clocks().monotonic();
            final long startNs = clock.nanoTime();
            final Publication publication = bus.publish(PublicationSettings.of(ReplayStreams.requests(stream))
                    .withPublisher("recovery").withCapacity(CAPACITY).withLinger(Duration.ZERO)
                    .withEndpoints(endpointArray));
            final UnsafeBuffer message = new UnsafeBuffer(new byte[RangeRequest.MAX_LENGTH]);
            final boolean isClosed = publication.offer(message, 0, request.encode(message, 0)) == Publication.CLOSED;
            if (isClosed || clock.nanoTime() - startNs > MAX_SEND_NS) {
                publication.close();
                throw new TransientException(isClosed
                        ? "the bus was closed while it sent a range request"
                        : "this process was stopped while it sent a range request");
            }
            return new Inquiry(publication, answer);
        } catch (final Throwable t) {
            answer.close();
            throw t;
        }
    }
}
