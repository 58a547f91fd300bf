package io.verbus.rdma.verbs;

import static io.verbus.rdma.verbs.NativeCall.HANDLE;
import static io.verbus.rdma.verbs.NativeCall.NUMBER;
import static io.verbus.rdma.verbs.NativeCall.ORDER;
import static io.verbus.rdma.verbs.NativeCall.POINTER;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.verbus.BusException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A completion queue. {@link #poll()} and the accessors of its result are for one thread at a time. They do not
 * allocate and make no system call.
 */
public final class CompletionQueue implements AutoCloseable {
    static final int RECEIVED = 1 << 7;
    static final int WITH_IMMEDIATE = 1 << 1;

    private static final int MAX_BATCH = 1024;
    private static final NativeCall CREATE = NativeCall.of("verbus_completions_create", HANDLE, NUMBER, POINTER,
            POINTER);
    private static final NativeCall DESTROY = NativeCall.of("verbus_completions_destroy", HANDLE);
    /** Reads memory shared with the device, software or not, and returns at once: may be critical. */
    private static final MethodHandle POLL = NativeCall.critical("verbus_completions_poll", HANDLE, HANDLE, NUMBER);

    private final Device device;
    private final int capacity;
    private final int batch;
    private final UnsafeBuffer taken;
    private long handle;
    private volatile boolean failed;

    private CompletionQueue(final Device device, final long handle, final int capacity, final int batch) {
        this.device = device;
        this.handle = handle;
        this.capacity = capacity;
        this.batch = batch;
        this.taken = new UnsafeBuffer(BufferUtil.allocateDirectAligned(batch * Layouts.COMPLETION, Long.BYTES));
    }

    static CompletionQueue create(final Device device, final long context, final int entries, final int batch) {
        if (batch < 1 || batch > MAX_BATCH) {
            throw new BusException("invalid batch " + batch + ": use 1 to " + MAX_BATCH + " completions per poll");
        }
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment handle = arena.allocate(JAVA_LONG);
            final MemorySegment given = arena.allocate(JAVA_INT);
            Status.require(CREATE.call(context, entries, handle, given),
                    "cannot create a completion queue of " + entries + " entries on " + device.name());
            final CompletionQueue created = new CompletionQueue(device, handle.get(JAVA_LONG, 0),
                    given.get(JAVA_INT, 0), batch);
            device.add(created);
            return created;
        }
    }

    /** A completion queue that is not polled; 0 if it cannot be created. */
    static long createCover(final long context, final int entries) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment handle = arena.allocate(JAVA_LONG);
            return CREATE.call(context, entries, handle, arena.allocate(JAVA_INT)) == 0
                    ? handle.get(JAVA_LONG, 0)
                    : 0;
        }
    }

    /** On a lost device the kernel has destroyed it. */
    static void destroyCover(final long cover) {
        DESTROY.call(cover);
    }

    /** {@return its device} */
    public Device device() {
        return device;
    }

    /** {@return its capacity: as requested, or more} */
    public int capacity() {
        return capacity;
    }

    /**
     * Takes completions, oldest first; overwrites the result of the last call.
     *
     * @return number of completions, at most the batch; or a negative errno, see {@link Status#error}
     */
    public int poll() {
        try {
            final int count = (int) POLL.invokeExact(handle, taken.addressOffset(), batch);
            if (count < 0) {
                failed = true;
            }
            return count;
        } catch (final Throwable t) {
            throw NativeCall.impossible(t);
        }
    }

    /** {@return whether it is unusable: a poll or the device has reported an error, or the device is lost} */
    public boolean hasFailed() {
        return failed || device.isLost();
    }

    /** The device has reported an error of this queue. */
    void fail() {
        failed = true;
    }

    /**
     * The id of a completion.
     *
     * @param index from 0, below the result of {@link #poll()}
     * @return the id of the request or receive
     */
    public long id(final int index) {
        return taken.getLong(index * Layouts.COMPLETION + Layouts.COMPLETION_ID, ORDER);
    }

    /**
     * The status of a completion. If it is not {@link Status#SUCCESS}, only {@link #id} and {@link #queuePair} are
     * valid besides it.
     *
     * @param index from 0, below the result of {@link #poll()}
     * @return see {@link Status}
     */
    public int status(final int index) {
        return taken.getInt(index * Layouts.COMPLETION + Layouts.COMPLETION_STATUS, ORDER);
    }

    /**
     * The direction of a completion.
     *
     * @param index from 0, below the result of {@link #poll()}
     * @return true for a receive, false for a local request
     */
    public boolean received(final int index) {
        return (taken.getInt(index * Layouts.COMPLETION + Layouts.COMPLETION_OPERATION, ORDER) & RECEIVED) != 0;
    }

    /**
     * Whether a completion has an immediate.
     *
     * @param index from 0, below the result of {@link #poll()}
     * @return whether {@link #immediate} is valid
     */
    public boolean hasImmediate(final int index) {
        return (taken.getInt(index * Layouts.COMPLETION + Layouts.COMPLETION_FLAGS, ORDER) & WITH_IMMEDIATE) != 0;
    }

    /**
     * The immediate.
     *
     * @param index from 0, below the result of {@link #poll()}
     * @return all 32 bits as sent by the peer
     */
    public int immediate(final int index) {
        return taken.getInt(index * Layouts.COMPLETION + Layouts.COMPLETION_IMMEDIATE, ORDER);
    }

    /**
     * The received length.
     *
     * @param index from 0, below the result of {@link #poll()}
     * @return bytes that the peer wrote or sent, as reported by the device
     */
    public int byteLength(final int index) {
        return taken.getInt(index * Layouts.COMPLETION + Layouts.COMPLETION_LENGTH, ORDER);
    }

    /**
     * The queue pair of a completion.
     *
     * @param index from 0, below the result of {@link #poll()}
     * @return number of the queue pair
     */
    public int queuePair(final int index) {
        return taken.getInt(index * Layouts.COMPLETION + Layouts.COMPLETION_PAIR, ORDER);
    }

    /** Closes it, after its queue pairs. Idempotent. */
    @Override
    public void close() {
        if (handle != 0) {
            device.requireDestroyed(DESTROY.call(handle), "cannot close a completion queue of " + device.name()
                    + " while queue pairs use it");
            device.remove(this);
            handle = 0;
        }
    }

    long handle() {
        return handle;
    }
}
