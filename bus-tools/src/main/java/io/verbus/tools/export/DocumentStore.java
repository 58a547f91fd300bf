package io.verbus.tools.export;

import io.verbus.BusException;
import io.verbus.tools.tap.QueueReader;
import java.nio.file.Path;
import java.util.ServiceLoader;

/**
 * Writes documents for users of Chronicle Wire and Chronicle Queue: one for each row, named as its table, without the
 * columns that are null. A failure is a {@link BusException}. The implementation is in a module that is on the class
 * path only if it is needed.
 */
public interface DocumentStore extends QueueReader {
    /**
     * Creates a file of documents.
     *
     * @param file to write
     * @param form of its documents
     * @return the sink of all tables
     */
    TableSink file(Path file, DocumentForm form);

    /**
     * Creates a queue.
     *
     * @param directory of the queue, without one
     * @return the sink of all tables
     */
    TableSink queue(Path directory);

    /**
     * Opens a queue to continue it, or creates one, for the messages of a stream as they are.
     *
     * @param directory of the queue
     * @param stream that is recorded
     * @param roll name of the roll cycle of a new queue; null for the default
     * @return the queue, to be closed
     * @throws BusException if the directory has other content, or another process records into it
     */
    QueueRecording record(Path directory, String stream, String roll);

    /**
     * Finds the implementation.
     *
     * @return the store
     * @throws BusException if it is not on the class path
     */
    static DocumentStore provider() {
        return ServiceLoader.load(DocumentStore.class).findFirst().orElseThrow(() -> new BusException(
                "Chronicle Wire and Queue need the module bus-chronicle, which is not here: ./bus builds it in the"
                        + " source tree; beside an unpacked archive unpack verbus-VERSION-export.tar.gz into the same"
                        + " folder"));
    }
}
