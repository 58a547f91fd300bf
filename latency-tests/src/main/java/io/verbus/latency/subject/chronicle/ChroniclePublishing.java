package io.verbus.latency.subject.chronicle;

import io.verbus.latency.subject.PublishingEnd;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.wire.DocumentContext;

/** Writes into the mapped file, word by word as {@link io.verbus.latency.subject.Payload} does. */
final class ChroniclePublishing implements PublishingEnd {
    private final ExcerptAppender appender;
    private final int length;

    ChroniclePublishing(final ExcerptAppender appender, final int length) {
        this.appender = appender;
        this.length = length;
    }

    /** Always true: the queue keeps all messages, so readers may connect at any time. */
    @Override
    public boolean isRead(final int readers) {
        return true;
    }

    @Override
    public boolean tryPublish(final long value) {
        try (DocumentContext document = appender.writingDocument()) {
            final Bytes<?> bytes = document.wire().bytes();
            for (int i = 0; i < length; i += Long.BYTES) {
                bytes.writeLong(value + i);
            }
        }
        return true;
    }
}
