package io.verbus.latency.subject.aeron;

import io.aeron.FragmentAssembler;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.protocol.DataHeaderFlyweight;
import io.verbus.latency.subject.ReadingEnd;
import io.verbus.latency.subject.Receiver;
import org.agrona.concurrent.IdleStrategy;

/** Polls the only image. */
final class AeronReading implements ReadingEnd {
    static final int HEADER_BYTES = DataHeaderFlyweight.HEADER_LENGTH;

    private final Subscription subscription;
    private final FragmentHandler handler;
    private final IdleStrategy idleStrategy;
    private Image image;

    AeronReading(final Subscription subscription, final Receiver receiver, final boolean isWhole,
            final IdleStrategy idleStrategy) {
        this.subscription = subscription;
        this.idleStrategy = idleStrategy;
        final FragmentHandler taker = (buffer, offset, length, header) -> receiver.onMessage(buffer, offset, length);
        this.handler = isWhole ? taker : new FragmentAssembler(taker);
    }

    @Override
    public boolean isReading() {
        if (image == null && subscription.imageCount() > 0) {
            image = subscription.imageAtIndex(0);
        }
        return image != null;
    }

    @Override
    public int poll(final int limit) {
        return image == null ? 0 : image.poll(handler, limit);
    }

    @Override
    public void idle() {
        idleStrategy.idle();
    }
}
