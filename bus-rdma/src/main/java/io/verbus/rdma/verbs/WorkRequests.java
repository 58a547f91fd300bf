package io.verbus.rdma.verbs;

import static io.verbus.rdma.verbs.NativeCall.ORDER;

import java.util.Objects;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/** Work requests in memory that the native library reads: filled by index, posted in chains. One thread at a time. */
public final class WorkRequests {
    /** Maximum length of a chain. */
    public static final int MAX_CHAIN = 64;

    /** Operation: writes to the peer's memory without notifying the peer. */
    public static final int WRITE = 0;
    /** Operation: writes to the peer's memory, and consumes one of its receives to deliver the immediate. */
    public static final int WRITE_WITH_IMMEDIATE = 1;
    /** Operation: sends to the memory of the peer's next receive. */
    public static final int SEND = 2;
    /** Operation: reads from the peer's memory into local memory. */
    public static final int READ = 4;

    /** Flag: waits until earlier READs are complete. */
    public static final int FENCE = 1;
    /** Flag: adds a completion to the completion queue. */
    public static final int SIGNALED = 1 << 1;
    /** Flag: the bytes are copied during the post; they need no registration. */
    public static final int INLINE = 1 << 3;

    private final UnsafeBuffer requests;
    private final int capacity;

    /**
     * Allocates requests.
     *
     * @param capacity number of requests, above 0
     */
    public WorkRequests(final int capacity) {
        this.capacity = capacity;
        requests = new UnsafeBuffer(BufferUtil.allocateDirectAligned(capacity * Layouts.REQUEST, Long.BYTES));
    }

    /**
     * Sets the operation.
     *
     * @param index from 0
     * @param operation {@link #WRITE}, {@link #WRITE_WITH_IMMEDIATE}, {@link #SEND} or {@link #READ}
     * @param flags sum of {@link #FENCE}, {@link #SIGNALED}, {@link #INLINE}
     * @param id returned with the completion
     * @param immediate 32 bits for {@link #WRITE_WITH_IMMEDIATE}
     * @return this
     */
    public WorkRequests operation(final int index, final int operation, final int flags, final long id,
            final int immediate) {
        final int request = index * Layouts.REQUEST;
        requests.putLong(request + Layouts.REQUEST_ID, id, ORDER);
        requests.putInt(request + Layouts.REQUEST_OPERATION, operation, ORDER);
        requests.putInt(request + Layouts.REQUEST_FLAGS, flags, ORDER);
        requests.putInt(request + Layouts.REQUEST_IMMEDIATE, immediate, ORDER);
        return this;
    }

    /**
     * Sets the local memory.
     *
     * @param index from 0
     * @param address of the first byte
     * @param length in bytes; 0 is allowed
     * @param key local key of its registration; any if inline
     * @return this
     */
    public WorkRequests local(final int index, final long address, final int length, final int key) {
        final int request = index * Layouts.REQUEST;
        requests.putLong(request + Layouts.REQUEST_LOCAL_ADDRESS, address, ORDER);
        requests.putInt(request + Layouts.REQUEST_LENGTH, length, ORDER);
        requests.putInt(request + Layouts.REQUEST_LOCAL_KEY, key, ORDER);
        return this;
    }

    /**
     * Sets the peer's memory.
     *
     * @param index from 0
     * @param address of the first byte, in the peer's address space
     * @param key the peer's remote key
     * @return this
     */
    public WorkRequests remote(final int index, final long address, final int key) {
        final int request = index * Layouts.REQUEST;
        requests.putLong(request + Layouts.REQUEST_REMOTE_ADDRESS, address, ORDER);
        requests.putInt(request + Layouts.REQUEST_REMOTE_KEY, key, ORDER);
        return this;
    }

    /** Address of a chain that fits in here as a whole. */
    long address(final int first, final int count) {
        Objects.checkFromIndexSize(first, count, capacity);
        return requests.addressOffset() + (long) first * Layouts.REQUEST;
    }
}
