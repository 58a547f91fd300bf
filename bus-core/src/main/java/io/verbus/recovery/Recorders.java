package io.verbus.recovery;

import io.verbus.Bus;
import io.verbus.Endpoint;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.os.PassingException;
import io.verbus.peer.SessionListener;
import io.verbus.recovery.range.RangeRequest;
import io.verbus.recovery.range.ReplayStreams;
import java.time.Duration;
import java.util.List;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * How the recorders of a stream are asked. Used by the thread that polls.
 *
 * @param bus to meet them on
 * @param stream that they record
 * @param endpoints where they are on other hosts; without any, they are on this host
 */
record Recorders(Bus bus, String stream, List<Endpoint> endpoints) {
    /** The least log there is: it holds one message. */
    private static final int CAPACITY = 1 << 16;
    /** Half of the time after which a recorder leaves a session in which nothing is asked. */
    private static final long MOST_NS = 500_000_000;

    /**
     * What is open while a request is being answered.
     *
     * @param request on a publication of its own: recorders that come later read it too
     * @param answer of its own
     */
    record Inquiry(Publication request, Subscription answer) implements AutoCloseable {
        /** Whoever answers does not wait for us any more. */
        @Override
        public void close() {
            answer.close();
            request.close();
        }
    }

    /** A request that nobody has used, of a range. */
    RangeRequest request(final long session, final long first, final long last) {
        long id;
        do {
            id = bus.settings().ids().nextLong();
        } while (id == 0);
        return RangeRequest.of(stream, id, session, first, last);
    }

    /**
     * Asks; whoever answers begins when the subscription to the answer is there, which it is before. It takes copies:
     * what was missing is never in doubt, however long its handler is stopped.
     */
    Inquiry ask(final RangeRequest request, final SessionListener listener) {
        final Endpoint[] where = endpoints.toArray(Endpoint[]::new);
        final Subscription answer = bus.subscribe(SubscriptionSettings.of(request.answer()).withName("recovery")
                .withPolicy(Policy.BLOCK).withCopies(true).withStart(Start.oldest()).withListener(listener)
                .withEndpoints(where));
        try {
            final NanoClock clock = bus.settings().clocks().monotonic();
            final long beganNs = clock.nanoTime();
            final Publication publication = bus.publish(PublicationSettings.of(ReplayStreams.requests(stream))
                    .withPublisher("recovery").withCapacity(CAPACITY).withLinger(Duration.ZERO).withEndpoints(where));
            final UnsafeBuffer message = new UnsafeBuffer(new byte[RangeRequest.MAX_LENGTH]);
            final long sequence = publication.offer(message, 0, request.encode(message, 0));
            assert sequence == 0 : sequence;
            if (clock.nanoTime() - beganNs > MOST_NS) {
                publication.close();
                throw new PassingException("this process was stopped while it asked");
            }
            return new Inquiry(publication, answer);
        } catch (final Throwable t) {
            answer.close();
            throw t;
        }
    }
}
