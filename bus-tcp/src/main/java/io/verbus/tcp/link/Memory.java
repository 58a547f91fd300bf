package io.verbus.tcp.link;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;

/**
 * Views of memory outside the heap for sockets. A view is moved, so that nothing is allocated; it is for one thread at
 * a time.
 */
final class Memory {
    private Memory() {
    }

    /**
     * Views memory.
     *
     * @param buffer outside the heap
     * @return all its bytes
     */
    @SuppressWarnings("restricted") // the transport reads and writes the memory of the log and of images
    static ByteBuffer of(final DirectBuffer buffer) {
        return MemorySegment.ofAddress(buffer.addressOffset()).reinterpret(buffer.capacity()).asByteBuffer();
    }

    /** Moves a view to a part of its memory. */
    static ByteBuffer move(final ByteBuffer view, final int offset, final int length) {
        return view.limit(offset + length).position(offset);
    }
}
