package io.verbus.latency.subject.disruptor;

import com.lmax.disruptor.EventPoller;
import io.verbus.latency.subject.ReadingEnd;
import io.verbus.latency.subject.Receiver;

/** Polls the ring: the next batch, up to the limit. */
final class DisruptorReading implements ReadingEnd {
    private final EventPoller<PayloadEvent> poller;
    private final EventPoller.Handler<PayloadEvent> handler;
    private int count;
    private int most = LIMIT;

    DisruptorReading(final EventPoller<PayloadEvent> poller, final Receiver receiver, final int length) {
        this.poller = poller;
        this.handler = (event, sequence, endOfBatch) -> {
            receiver.onMessage(event.buffer(), 0, length);
            return ++count < most;
        };
    }

    @Override
    public boolean isReading() {
        return true;
    }

    @Override
    public int poll(final int limit) {
        count = 0;
        most = limit;
        try {
            poller.poll(handler);
        } catch (final Exception e) {
            throw new IllegalStateException(e);
        }
        return count;
    }
}
