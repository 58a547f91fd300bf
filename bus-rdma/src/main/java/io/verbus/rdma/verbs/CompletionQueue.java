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
 * Where finished work shows up. {@link #poll()} and what it found belong to one thread at a time; no allocation, and no
 * system call.
 */
public final class CompletionQueue implements AutoCloseable {
    static final int RECEIVED = 1 << 7;
    static final int WITH_IMMEDIATE = 1 << 1;

    private static final int MAX_BATCH = 1024;
    private static final NativeCall CREATE = NativeCall.of("verbus_completions_create", HANDLE, NUMBER, POINTER,
            POINTER);
    private static final NativeCall DESTROY = NativeCall.of("verbus_completions_destroy", HANDLE);
    /** Looks into memory that it shares with the device, software or not, and returns: may be critical. */
    private static final MethodHandle POLL = NativeCall.critical("verbus_completions_poll", HANDLE, HANDLE, NUMBER);

    private final Device device;
    private final int capacity;
    private final int batch;
    private final UnsafeBuffer taken;
    private long handle;

    private CompletionQueue(final Device device, final long handle, final int capacity, final int batch) {
        this.device = device;
        this.handle = handle;
        this.capacity = capacity;
        this.batch = batch;
        this.taken = new UnsafeBuffer(BufferUtil.allocateDirectAligned(batch * Layouts.COMPLETION, Long.BYTES));
    }

    static CompletionQueue create(final Device device, final long context, final int entries, final int batch) {
        if (batch < 1 || batch > MAX_BATCH) {
            throw new BusException("a poll takes 1 to " + MAX_BATCH + " completions, not " + batch);
        }
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment handle = arena.allocate(JAVA_LONG);
            final MemorySegment given = arena.allocate(JAVA_INT);
            Status.require(CREATE.call(context, entries, handle, given),
                    "cannot make a completion queue of " + entries + " entries on " + device.name());
            return new CompletionQueue(device, handle.get(JAVA_LONG, 0), given.get(JAVA_INT, 0), batch);
        }
    }

    /** {@return its device} */
    public Device device() {
        return device;
    }

    /** {@return how many entries it holds: what was asked, or more} */
    public int capacity() {
        return capacity;
    }

    /**
     * Takes what is finished, oldest first; overwrites what the last call found.
     *
     * @return how many, at most the batch; or negative: an errno, see {@link Status#error}
     */
    public int poll() {
        try {
            return (int) POLL.invokeExact(handle, taken.addressOffset(), batch);
        } catch (final Throwable t) {
            throw NativeCall.impossible(t);
        }
    }

    /**
     * Whose completion it is.
     *
     * @param index from 0, below what {@link #poll()} returned
     * @return the id of the request or receive
     */
    public long id(final int index) {
        return taken.getLong(index * Layouts.COMPLETION + Layouts.COMPLETION_ID, ORDER);
    }

    /**
     * How it ended. If not {@link Status#SUCCESS}, only this, {@link #id} and {@link #queuePair} mean anything.
     *
     * @param index from 0, below what {@link #poll()} returned
     * @return see {@link Status}
     */
    public int status(final int index) {
        return taken.getInt(index * Layouts.COMPLETION + Layouts.COMPLETION_STATUS, ORDER);
    }

    /**
     * What it was.
     *
     * @param index from 0, below what {@link #poll()} returned
     * @return whether something arrived; else a request of our own is finished
     */
    public boolean received(final int index) {
        return (taken.getInt(index * Layouts.COMPLETION + Layouts.COMPLETION_OPERATION, ORDER) & RECEIVED) != 0;
    }

    /**
     * Whether it has an immediate.
     *
     * @param index from 0, below what {@link #poll()} returned
     * @return whether {@link #immediate} means anything
     */
    public boolean hasImmediate(final int index) {
        return (taken.getInt(index * Layouts.COMPLETION + Layouts.COMPLETION_FLAGS, ORDER) & WITH_IMMEDIATE) != 0;
    }

    /**
     * The immediate.
     *
     * @param index from 0, below what {@link #poll()} returned
     * @return as the peer gave it, all 32 bits
     */
    public int immediate(final int index) {
        return taken.getInt(index * Layouts.COMPLETION + Layouts.COMPLETION_IMMEDIATE, ORDER);
    }

    /**
     * How much arrived.
     *
     * @param index from 0, below what {@link #poll()} returned
     * @return bytes that the peer wrote or sent, as the device tells
     */
    public int byteLength(final int index) {
        return taken.getInt(index * Layouts.COMPLETION + Layouts.COMPLETION_LENGTH, ORDER);
    }

    /**
     * Where.
     *
     * @param index from 0, below what {@link #poll()} returned
     * @return number of the queue pair
     */
    public int queuePair(final int index) {
        return taken.getInt(index * Layouts.COMPLETION + Layouts.COMPLETION_PAIR, ORDER);
    }

    /** Closes it; its queue pairs have to be closed before. Idempotent. */
    @Override
    public void close() {
        if (handle != 0) {
            Status.require(DESTROY.call(handle), "cannot close a completion queue of " + device.name()
                    + " while queue pairs use it");
            handle = 0;
        }
    }

    long handle() {
        return handle;
    }
}
