package io.verbus.rdma.verbs;

import io.verbus.BusException;

/** What fences memory and queue pairs off from those of other domains. Thread-safe. */
public final class ProtectionDomain implements AutoCloseable {
    ProtectionDomain() {
    }

    /** {@return its device} */
    public Device device() {
        throw new UnsupportedOperationException();
    }

    /**
     * Registers memory: pins it and lets the device at it. Takes about 1 ms for each MiB. The mapping has to be writable,
     * even if it is only read.
     *
     * @param address of the first byte
     * @param length in bytes, above 0
     * @param access sum of the constants of {@link MemoryRegion}
     * @return the registration, closed by the caller before the memory is unmapped
     * @throws BusException if the memlock limit is too low, the memory is not there, or the access makes no sense
     */
    public MemoryRegion register(final long address, final long length, final int access) {
        throw new UnsupportedOperationException();
    }

    /** Closes it; its registrations and queue pairs have to be closed before. Idempotent. */
    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
