package io.verbus.tools.export.chronicle;

import io.verbus.BusException;
import io.verbus.tools.export.DocumentForm;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.wire.DocumentContext;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireType;
import net.openhft.chronicle.wire.WriteMarshallable;

/** A file of documents. */
final class DocumentFile implements Documents {
    private static final int BATCH = 1 << 16;

    private final Path path;
    private final OutputStream out;
    private final boolean inLines;
    private final Bytes<byte[]> bytes = Bytes.allocateElasticOnHeap(2 * BATCH);
    private final Wire wire;

    DocumentFile(final Path path, final DocumentForm form) {
        this.path = path;
        this.inLines = form == DocumentForm.JSON;
        final WireType type = switch (form) {
            case TEXT -> WireType.YAML_ONLY;
            case JSON -> WireType.JSON_ONLY;
            case BINARY -> WireType.BINARY_LIGHT;
        };
        wire = type.apply(bytes);
        try {
            out = Files.newOutputStream(path);
        } catch (final IOException e) {
            throw failure(e);
        }
    }

    @Override
    public void write(final String event, final WriteMarshallable fields) {
        try (DocumentContext document = wire.writingDocument()) {
            document.wire().write(event).marshallable(fields);
        }
        if (inLines) {
            bytes.writeByte((byte) '\n');
        }
        if (bytes.readRemaining() >= BATCH) {
            finish();
        }
    }

    @Override
    public void finish() {
        try {
            out.write(bytes.underlyingObject(), 0, (int) bytes.readRemaining());
            bytes.clear();
        } catch (final IOException e) {
            throw failure(e);
        }
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (final IOException e) {
            throw failure(e);
        }
    }

    private BusException failure(final IOException e) {
        return new BusException("cannot write " + path + ": " + e.getMessage(), e);
    }
}
