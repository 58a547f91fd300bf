package io.verbus.recovery;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.Header;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.internal.recovery.RangeRequest;
import io.verbus.internal.recovery.RangeResponseWriter;
import io.verbus.internal.recovery.ReplayStreams;
import java.time.Duration;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Answers one request with messages of 40 bytes that contain their sequences. It continues when the requester no longer
 * waits, as a recorder does that has not noticed yet.
 */
final class HastyRecorder {
    private static final int CAPACITY = 1 << 16;

    private final Bus bus;
    private final Subscription requests;
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[40]);
    private Publication answer;
    private RangeResponseWriter writer;
    private long messages;

    HastyRecorder(final Bus bus, final String stream) {
        this.bus = bus;
        this.requests = bus.subscribe(SubscriptionSettings.of(ReplayStreams.requests(stream))
                .withPolicy(Policy.BLOCK).withStart(Start.oldest()));
    }

    /** Writes at most so many messages. */
    void dutyCycle(final int limit) {
        requests.poll(this::onRequest, 1);
        for (int i = 0; answer != null && i < limit; i++) {
            message.putLong(0, messages);
            if (!writer.message(message, 0, message.capacity(), messages, 1, Header.NO_TIMESTAMP)) {
                return;
            }
            messages++;
        }
    }

    private Action onRequest(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        final RangeRequest request = RangeRequest.decode(buffer, offset, length);
        answer = bus.publish(PublicationSettings.of(request.answer()).withCapacity(CAPACITY)
                .withLinger(Duration.ZERO));
        writer = new RangeResponseWriter(answer, request);
        return Action.TAKEN;
    }

    /** The number of messages written. */
    long messages() {
        return messages;
    }

    /** Neither sends nor receives any more. */
    void stop() {
        requests.close();
        if (answer != null) {
            answer.close();
            answer = null;
        }
    }
}
