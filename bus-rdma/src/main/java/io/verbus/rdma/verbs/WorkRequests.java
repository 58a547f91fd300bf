package io.verbus.rdma.verbs;

/** Requests in memory that the native library reads: filled by index, posted in chains. One thread at a time. */
public final class WorkRequests {
    /** The longest chain. */
    public static final int MAX_CHAIN = 64;

    /** Operation: writes into the peer's memory, and nobody is told. */
    public static final int WRITE = 0;
    /** Operation: writes into the peer's memory, and takes one of its receives to tell the immediate. */
    public static final int WRITE_WITH_IMMEDIATE = 1;
    /** Operation: goes into the memory of the peer's next receive. */
    public static final int SEND = 2;
    /** Operation: reads from the peer's memory into ours. */
    public static final int READ = 4;

    /** Flag: waits until the READs before it are complete. */
    public static final int FENCE = 1;
    /** Flag: shows up in the completion queue when it is done. */
    public static final int SIGNALED = 1 << 1;
    /** Flag: the bytes are taken during the post; they need no registration. */
    public static final int INLINE = 1 << 3;

    /**
     * Room for some.
     *
     * @param capacity how many, above 0
     */
    public WorkRequests(final int capacity) {
        throw new UnsupportedOperationException();
    }

    /** {@return how many there is room for} */
    public int capacity() {
        throw new UnsupportedOperationException();
    }

    /**
     * What to do.
     *
     * @param index from 0
     * @param operation {@link #WRITE}, {@link #WRITE_WITH_IMMEDIATE}, {@link #SEND} or {@link #READ}
     * @param flags sum of {@link #FENCE}, {@link #SIGNALED}, {@link #INLINE}
     * @param id comes back with the completion
     * @param immediate 32 bits for {@link #WRITE_WITH_IMMEDIATE}
     * @return this
     */
    public WorkRequests operation(final int index, final int operation, final int flags, final long id,
            final int immediate) {
        throw new UnsupportedOperationException();
    }

    /**
     * Our memory.
     *
     * @param index from 0
     * @param address of the first byte
     * @param length in bytes; 0 is allowed
     * @param key local key of its registration; any if inline
     * @return this
     */
    public WorkRequests local(final int index, final long address, final int length, final int key) {
        throw new UnsupportedOperationException();
    }

    /**
     * The peer's memory.
     *
     * @param index from 0
     * @param address of the first byte, in the peer's address space
     * @param key the peer's remote key
     * @return this
     */
    public WorkRequests remote(final int index, final long address, final int key) {
        throw new UnsupportedOperationException();
    }
}
