package io.verbus.tools.export.chronicle;

import java.nio.file.Path;
import net.openhft.chronicle.core.io.BackgroundResourceReleaser;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.WriteMarshallable;

/** A new queue of documents. */
final class DocumentQueue implements Documents {
    private final FreeRoom room;
    private final ChronicleQueue queue;
    private final ExcerptAppender appender;

    DocumentQueue(final Path directory, final FreeRoom room) {
        this.room = room;
        room.require(0);
        queue = SingleChronicleQueueBuilder.binary(directory).build();
        appender = queue.createAppender();
    }

    @Override
    public void write(final String event, final WriteMarshallable fields) {
        room.require(0);
        try (DocumentContext document = appender.writingDocument()) {
            final long begin = document.wire().bytes().writePosition();
            document.wire().write(event).marshallable(fields);
            room.take(document.wire().bytes().writePosition() - begin);
        }
    }

    @Override
    public void finish() {
        // each document is in the queue
    }

    @Override
    public void close() {
        appender.close();
        queue.close();
        BackgroundResourceReleaser.releasePendingResources(); // its files are then closed
    }
}
