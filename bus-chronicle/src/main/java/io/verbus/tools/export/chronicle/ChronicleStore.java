package io.verbus.tools.export.chronicle;

import io.verbus.tools.export.DocumentForm;
import io.verbus.tools.export.DocumentStore;
import io.verbus.tools.export.QueueRecording;
import io.verbus.tools.export.TableSink;
import io.verbus.tools.tap.MessageSource;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Opens files and queues; found by {@link java.util.ServiceLoader}. */
public final class ChronicleStore implements DocumentStore {
    /** Creates the store. */
    public ChronicleStore() {
    }

    @Override
    public TableSink file(final Path file, final DocumentForm form) {
        return new DocumentSink(new DocumentFile(file, form), form != DocumentForm.BINARY);
    }

    @Override
    public TableSink queue(final Path directory) {
        return new DocumentSink(new DocumentQueue(directory, new FreeRoom(directory)), false);
    }

    @Override
    public QueueRecording record(final Path directory, final String stream, final String roll) {
        return BridgeQueue.open(directory, stream, roll);
    }

    @Override
    public MessageSource messages(final Path directory, final String start, final Consumer<String> report) {
        return QueueSource.open(directory, start, report);
    }
}
