package io.verbus.marketdata.source;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A block of messages of a file or the network, each preceded by a 2-byte big-endian length, whatever the byte order of
 * its source.
 */
public final class Block {
    /** Size of a block in bytes; the longest message has 65,535 bytes, and its length field two. */
    public static final int CAPACITY = 256 * 1024;

    /** Size of the length field before each message, in bytes. */
    public static final int FRAMING = 2;

    final byte[] bytes = new byte[CAPACITY];
    private final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
    private int length;
    private long offset;

    /** Creates an empty block. */
    public Block() {
    }

    void set(final long newOffset, final int newLength) {
        offset = newOffset;
        length = newLength;
    }

    /** Empties the block; the next one starts at its end. */
    public void next() {
        offset += length;
        length = 0;
    }

    /**
     * Appends complete messages.
     *
     * @param in contains the messages, each preceded by its length
     * @param from offset of the first one
     * @param newLength their length in bytes, framing included
     * @param order of the bytes of each length
     * @throws IndexOutOfBoundsException if they do not fit
     */
    public void append(final DirectBuffer in, final int from, final int newLength, final ByteOrder order) {
        buffer.putBytes(length, in, from, newLength);
        final int end = length + newLength;
        if (order != BIG_ENDIAN) {
            for (int at = length; at < end;) {
                final int message = buffer.getShort(at, order) & 0xFFFF;
                buffer.putShort(at, (short) message, BIG_ENDIAN);
                at += FRAMING + message;
            }
        }
        length = end;
    }

    /** {@return the bytes, from 0; always the same buffer} */
    public DirectBuffer buffer() {
        return buffer;
    }

    /** {@return length of the complete messages in bytes, framing included} */
    public int length() {
        return length;
    }

    /** {@return offset of its first byte, in the uncompressed file, or since a live session was joined} */
    public long offset() {
        return offset;
    }
}
