package io.verbus.latency.subject.aeron;

import io.aeron.ExclusivePublication;
import io.verbus.latency.subject.Payload;
import io.verbus.latency.subject.PublishingEnd;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;

/** Messages of several frames: longer than a claim, so they are encoded in a buffer and copied. */
final class OfferingEnd implements PublishingEnd {
    private final ExclusivePublication publication;
    private final UnsafeBuffer message;
    private final IdleStrategy idleStrategy;

    OfferingEnd(final ExclusivePublication publication, final int length, final IdleStrategy idleStrategy) {
        this.publication = publication;
        this.message = new UnsafeBuffer(new byte[length]);
        this.idleStrategy = idleStrategy;
    }

    @Override
    public boolean isRead(final int readers) {
        return publication.isConnected();
    }

    @Override
    public boolean tryPublish(final long value) {
        Payload.encode(message, 0, message.capacity(), value);
        return publication.offer(message, 0, message.capacity()) >= 0;
    }

    @Override
    public void idle() {
        idleStrategy.idle();
    }
}
