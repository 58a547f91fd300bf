package io.verbus.rdma.link;

import io.verbus.rdma.verbs.WorkRequests;
import java.nio.ByteOrder;

/**
 * Positions as messages after the writes, for devices without WRITE with immediate. A message has the bytes of an
 * {@link Immediate}, little endian. Each request has memory of its own, so that it need not be inline.
 */
public final class PositionMessages {
    /** Bytes of a message. */
    static final int LENGTH = Integer.BYTES;

    private final RegisteredBuffer memory;
    private final int mask;

    /**
     * With memory.
     *
     * @param memory of {@link #length} bytes, for local reads
     */
    public PositionMessages(final RegisteredBuffer memory) {
        this.memory = memory;
        this.mask = memory.buffer().capacity() / LENGTH - 1;
    }

    /**
     * The memory of the messages of a send queue.
     *
     * @param requests of the queue pair
     * @return bytes
     */
    public static int length(final SendQueue requests) {
        return Integer.highestOneBit(requests.max()) * 2 * LENGTH;
    }

    /** Prepares a message in the chain. */
    void prepare(final SendQueue requests, final int index, final int immediate, final boolean signalled) {
        final long number = requests.next() + index;
        final int offset = (int) number & mask;
        memory.buffer().putInt(offset * LENGTH, immediate, ByteOrder.LITTLE_ENDIAN);
        requests.chain().operation(index, WorkRequests.SEND, requests.flags(index, LENGTH, signalled), number, 0)
                .local(index, memory.address() + (long) offset * LENGTH, LENGTH, memory.localKey())
                .remote(index, 0, 0);
    }
}
