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

    /** In place of a time of receipt: it is not known. */
    public static final long NO_TIME = Long.MIN_VALUE;

    /** In place of the sequence of the first message: no message of the block has one. */
    public static final long NO_SEQUENCE = -1;

    /** Size of the length field before each message, in bytes. */
    public static final int FRAMING = 2;

    final byte[] bytes = new byte[CAPACITY];
    private final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
    private int length;
    private long offset;
    private long firstSequence = 1;
    private long receivedNs = NO_TIME;

    /** Creates an empty block. */
    public Block() {
    }

    void set(final long newOffset, final int newLength, final long newFirstSequence) {
        offset = newOffset;
        length = newLength;
        firstSequence = newFirstSequence;
    }

    /** Empties the block; the next one starts at its end. */
    public void next() {
        offset += length;
        length = 0;
    }

    /**
     * Puts complete messages into an empty block.
     *
     * @param in contains the messages, each preceded by its length
     * @param from offset of the first one
     * @param newLength their length in bytes, framing included
     * @param order of the bytes of each length
     * @param newFirstSequence sequence of the first one at the source; those of the others follow it; or {@link
     *     #NO_SEQUENCE}
     * @param newReceivedNs time of receipt in nanoseconds since 1970, or {@link #NO_TIME}
     * @throws IndexOutOfBoundsException if they do not fit
     */
    public void fill(final DirectBuffer in, final int from, final int newLength, final ByteOrder order,
            final long newFirstSequence, final long newReceivedNs) {
        assert length == 0 : "their sequences may not be contiguous";
        buffer.putBytes(0, in, from, newLength);
        length = newLength;
        firstSequence = newFirstSequence;
        receivedNs = newReceivedNs;
        if (order != BIG_ENDIAN) {
            for (int at = 0; at < length;) {
                final int message = buffer.getShort(at, order) & 0xFFFF;
                buffer.putShort(at, (short) message, BIG_ENDIAN);
                at += FRAMING + message;
            }
        }
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

    /** {@return sequence of its first message at the source, in a file its number, from 1; or {@link #NO_SEQUENCE}} */
    public long firstSequence() {
        return firstSequence;
    }

    /** {@return number of its messages; walks over all of them} */
    public int messages() {
        int messages = 0;
        for (int at = 0; at < length; messages++) {
            at += FRAMING + (buffer.getShort(at, BIG_ENDIAN) & 0xFFFF);
        }
        return messages;
    }

    /** {@return the time of receipt of its messages in nanoseconds since 1970, or {@link #NO_TIME}} */
    public long receivedNs() {
        return receivedNs;
    }
}
