package io.verbus.sample.publisher.source;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A stretch of a file that begins and ends with a message: each has a 2-byte big-endian length in front. */
public final class Block {
    /** How many bytes a block holds; the longest message has 65,535 and its length two. */
    public static final int CAPACITY = 256 * 1024;

    /** Bytes of the length in front of each message. */
    public static final int FRAMING = 2;

    final byte[] bytes = new byte[CAPACITY];
    private final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
    private int length;
    private long offset;

    Block() {
    }

    void set(final long newOffset, final int newLength) {
        offset = newOffset;
        length = newLength;
    }

    /** {@return the bytes, from 0; the same buffer each time} */
    public DirectBuffer buffer() {
        return buffer;
    }

    /** {@return how many bytes of whole messages, framing included} */
    public int length() {
        return length;
    }

    /** {@return where its first byte is in the file, in bytes of the uncompressed file} */
    public long offset() {
        return offset;
    }
}
