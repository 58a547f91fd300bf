package io.verbus.rdma.connection;

import io.verbus.rdma.verbs.MemoryRegion;

/**
 * One use of a log's registration.
 *
 * @param region of the ring, or of the whole file
 * @param release ends the use
 */
record LogRegion(MemoryRegion region, Runnable release) implements AutoCloseable {
    @Override
    public void close() {
        release.run();
    }
}
