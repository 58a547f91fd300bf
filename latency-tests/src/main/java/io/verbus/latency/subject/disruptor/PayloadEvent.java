package io.verbus.latency.subject.disruptor;

import org.agrona.concurrent.UnsafeBuffer;

/** A slot of the ring. */
final class PayloadEvent {
    private final UnsafeBuffer buffer;

    PayloadEvent(final int length) {
        buffer = new UnsafeBuffer(new byte[length]);
    }

    UnsafeBuffer buffer() {
        return buffer;
    }
}
