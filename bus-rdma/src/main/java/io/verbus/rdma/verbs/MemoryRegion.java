package io.verbus.rdma.verbs;

import static io.verbus.rdma.verbs.NativeCall.HANDLE;

/** Registered memory. Thread-safe. */
public final class MemoryRegion implements AutoCloseable {
    /** Read by local requests. */
    public static final int LOCAL_READ = 0;
    /** Written by received SENDs and local READs. */
    public static final int LOCAL_WRITE = 1;
    /** Written by the peer; needs {@link #LOCAL_WRITE}. */
    public static final int REMOTE_WRITE = 1 << 1;
    /** Read by the peer. */
    public static final int REMOTE_READ = 1 << 2;

    private static final NativeCall DESTROY = NativeCall.of("verbus_region_destroy", HANDLE);

    private final long address;
    private final long length;
    private final int localKey;
    private final int remoteKey;
    private long handle;

    MemoryRegion(final long handle, final long address, final long length, final int localKey, final int remoteKey) {
        this.handle = handle;
        this.address = address;
        this.length = length;
        this.localKey = localKey;
        this.remoteKey = remoteKey;
    }

    /** {@return address of the first byte} */
    public long address() {
        return address;
    }

    /** {@return length in bytes} */
    public long length() {
        return length;
    }

    /** {@return key for local requests} */
    public int localKey() {
        return localKey;
    }

    /** {@return key for the peer} */
    public int remoteKey() {
        return remoteKey;
    }

    /** Deregisters it. Idempotent: a second deregistration would crash the process. */
    @Override
    public synchronized void close() {
        if (handle != 0) {
            DESTROY.call(handle);
            handle = 0;
        }
    }
}
