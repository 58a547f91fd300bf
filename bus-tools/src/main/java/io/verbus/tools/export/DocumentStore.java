package io.verbus.tools.export;

import io.verbus.BusException;
import java.nio.file.Path;
import java.util.ServiceLoader;

/**
 * Writes documents that users of Chronicle Wire and Chronicle Queue read: one for each row, named as its table, without
 * the columns that are null. A failure is a {@link BusException}. The implementation is in a module that is on the class
 * path only if it is needed.
 */
public interface DocumentStore {
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
