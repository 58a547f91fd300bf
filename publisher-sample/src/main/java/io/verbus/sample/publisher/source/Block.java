package io.verbus.sample.publisher.source;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A stretch of messages, of a file or off the wire: each has a 2-byte big-endian length in front. */
public final class Block {
    /** How many bytes a block holds; the longest message has 65,535 and its length two. */
    public static final int CAPACITY = 256 * 1024;

    /** Bytes of the length in front of each message. */
    public static final int FRAMING = 2;

    final byte[] bytes = new byte[CAPACITY];
    private final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
    private int length;
    private long offset;

    /** An empty block. */
    public Block() {
    }

    void set(final long newOffset, final int newLength) {
        offset = newOffset;
        length = newLength;
    }

    /** Makes the block empty; it goes on where it ended. */
    public void next() {
        offset += length;
        length = 0;
    }

    /**
     * Copies whole messages behind those that are there.
     *
     * @param in holds them, each with its length in front
     * @param from where the first begins
     * @param newLength their bytes, framing included
     * @throws IndexOutOfBoundsException if they do not fit
     */
    public void append(final DirectBuffer in, final int from, final int newLength) {
        buffer.putBytes(length, in, from, newLength);
        length += newLength;
    }

    /** {@return the bytes, from 0; the same buffer each time} */
    public DirectBuffer buffer() {
        return buffer;
    }

    /** {@return how many bytes of whole messages, framing included} */
    public int length() {
        return length;
    }

    /** {@return where its first byte is, in bytes of the uncompressed file, or since a live session was joined} */
    public long offset() {
        return offset;
    }
}
