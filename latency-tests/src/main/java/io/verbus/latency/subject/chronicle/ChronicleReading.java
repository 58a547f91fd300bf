package io.verbus.latency.subject.chronicle;

import io.verbus.latency.subject.ReadingEnd;
import io.verbus.latency.subject.Receiver;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.wire.DocumentContext;
import org.agrona.concurrent.UnsafeBuffer;

/** Reads messages in the mapped file. */
final class ChronicleReading implements ReadingEnd {
    private final ExcerptTailer tailer;
    private final Receiver receiver;
    private final UnsafeBuffer message = new UnsafeBuffer(0, 0);

    ChronicleReading(final ExcerptTailer tailer, final Receiver receiver) {
        this.tailer = tailer;
        this.receiver = receiver;
    }

    @Override
    public boolean isReading() {
        return true;
    }

    @Override
    public int poll(final int limit) {
        int count = 0;
        while (count < limit) {
            try (DocumentContext document = tailer.readingDocument()) {
                if (!document.isPresent()) {
                    return count;
                }
                final Bytes<?> bytes = document.wire().bytes();
                final int length = (int) bytes.readRemaining();
                message.wrap(bytes.addressForRead(bytes.readPosition()), length);
                receiver.onMessage(message, 0, length);
                count++;
            }
        }
        return count;
    }
}
