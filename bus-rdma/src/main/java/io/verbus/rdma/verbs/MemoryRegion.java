package io.verbus.rdma.verbs;

/** Registered memory. Thread-safe. */
public final class MemoryRegion implements AutoCloseable {
    /** Read by our own requests. */
    public static final int LOCAL_READ = 0;
    /** Written by arriving SENDs and our own READs. */
    public static final int LOCAL_WRITE = 1;
    /** Written by the peer; needs {@link #LOCAL_WRITE}. */
    public static final int REMOTE_WRITE = 1 << 1;
    /** Read by the peer. */
    public static final int REMOTE_READ = 1 << 2;

    MemoryRegion() {
    }

    /** {@return address of the first byte} */
    public long address() {
        throw new UnsupportedOperationException();
    }

    /** {@return in bytes} */
    public long length() {
        throw new UnsupportedOperationException();
    }

    /** {@return the key for our own requests} */
    public int localKey() {
        throw new UnsupportedOperationException();
    }

    /** {@return the key for the peer} */
    public int remoteKey() {
        throw new UnsupportedOperationException();
    }

    /** Takes it from the device. Idempotent: twice would end the process. */
    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
