package io.verbus.tools.export.chronicle;

import net.openhft.chronicle.wire.WriteMarshallable;

/** Takes documents. Used by one thread. A failure is a {@link io.verbus.BusException}. */
interface Documents extends AutoCloseable {
    /**
     * Writes a document.
     *
     * @param event its name
     * @param fields writes its fields
     */
    void write(String event, WriteMarshallable fields);

    /** Writes all documents that are in memory. */
    void finish();

    /** Releases all resources. */
    @Override
    void close();
}
