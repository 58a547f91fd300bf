package io.verbus.rdma.link;

import io.verbus.net.handshake.RemoteMemory;
import io.verbus.rdma.verbs.MemoryRegion;
import io.verbus.rdma.verbs.ProtectionDomain;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A zeroed block of registered memory on pages of its own. The memory is garbage-collected, so access after close
 * is safe.
 */
public final class RegisteredBuffer implements AutoCloseable {
    private static final int PAGE_LENGTH = 4096;

    private final UnsafeBuffer buffer;
    private final MemoryRegion region;

    /**
     * Allocates and registers the memory.
     *
     * @param domain to register it in
     * @param length in bytes
     * @param access see {@link MemoryRegion}
     * @throws io.verbus.BusException if it can't be registered
     */
    public RegisteredBuffer(final ProtectionDomain domain, final int length, final int access) {
        final int pages = (length + PAGE_LENGTH - 1) / PAGE_LENGTH;
        final ByteBuffer page = ByteBuffer.allocateDirect((pages + 1) * PAGE_LENGTH).alignedSlice(PAGE_LENGTH)
                .order(ByteOrder.nativeOrder());
        this.buffer = new UnsafeBuffer(page, 0, length);
        this.region = domain.register(buffer.addressOffset(), length, access);
    }

    /** {@return its bytes} */
    public UnsafeBuffer buffer() {
        return buffer;
    }

    /** {@return address of the first byte} */
    public long address() {
        return buffer.addressOffset();
    }

    /** {@return key for local requests} */
    public int localKey() {
        return region.localKey();
    }

    /** {@return address and key for the peer} */
    public RemoteMemory forPeer() {
        return new RemoteMemory(address(), region.remoteKey());
    }

    @Override
    public void close() {
        region.close();
    }
}
