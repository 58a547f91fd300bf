package io.verbus.tools.tap;

import java.nio.file.Path;
import java.util.function.Consumer;

/** Reads queues. */
@FunctionalInterface
public interface QueueReader {
    /**
     * Opens a queue to publish it.
     *
     * @param directory of the queue
     * @param start {@code oldest}, {@code newest}, or the index of a document in hex digits
     * @param report takes a sentence about each part that is missing in the queue
     * @return its messages, to be closed
     * @throws io.verbus.BusException if it is no queue, or has no such document
     */
    MessageSource messages(Path directory, String start, Consumer<String> report);
}
