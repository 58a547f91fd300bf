package io.verbus.tools.tap;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/** How a venue puts SBE messages into a packet: a header of the packet, then a frame header before each message. */
public enum Framing {
    /** The packet is one message. */
    NONE(0, 0, 0, ByteOrder.LITTLE_ENDIAN),
    /** FIX Simple Open Framing Header 1.0: length of 32 bits, type of the encoding. */
    SOFH(0, Integer.BYTES + Short.BYTES, Integer.BYTES, ByteOrder.BIG_ENDIAN),
    /** CME MDP 3.0: sequence and sending time, then the length of each message. */
    CME(Integer.BYTES + Long.BYTES, Short.BYTES, Short.BYTES, ByteOrder.LITTLE_ENDIAN),
    /** CME iLink 3: length of 16 bits, type of the encoding. B3 Binary EntryPoint has the same. */
    ILINK(0, 2 * Short.BYTES, Short.BYTES, ByteOrder.LITTLE_ENDIAN),
    /** B3 Binary UMDF: channel, sequence and sending time, then the same frame headers as iLink 3. */
    B3(2 * Long.BYTES, 2 * Short.BYTES, Short.BYTES, ByteOrder.LITTLE_ENDIAN);

    private final int packetHeader;
    private final int frameHeader;
    private final int lengthSize;
    private final ByteOrder order;

    Framing(final int packetHeader, final int frameHeader, final int lengthSize, final ByteOrder order) {
        this.packetHeader = packetHeader;
        this.frameHeader = frameHeader;
        this.lengthSize = lengthSize;
        this.order = order;
    }

    /** Receives the parts of a packet. */
    public interface Parts {
        /**
         * Takes a message, or bytes that are none.
         *
         * @param offset of its SBE header in the buffer
         * @param length in bytes
         * @param fault why the rest of the packet is not a message; null for a message
         */
        void take(int offset, int length, String fault);
    }

    /**
     * Splits a packet. Gives one part or more.
     *
     * @param buffer contains the packet
     * @param offset of the packet
     * @param length of the packet in bytes
     * @param skip bytes of it before its framing
     * @param parts receives the parts
     */
    public void split(final DirectBuffer buffer, final int offset, final int length, final int skip,
            final Parts parts) {
        final long before = (long) skip + packetHeader;
        if (before > length) {
            parts.take(offset, length, "it has " + length + " bytes, fewer than the " + before
                    + " before its first message");
            return;
        }
        final int end = offset + length;
        int at = offset + (int) before;
        if (this == NONE) {
            parts.take(at, end - at, null);
            return;
        }
        do {
            final int rest = end - at;
            final long size = rest < frameHeader ? 0 : size(buffer, at);
            if (size <= frameHeader || size > rest) {
                parts.take(at, rest, fault(at - offset, rest, size));
                return;
            }
            parts.take(at + frameHeader, (int) size - frameHeader, null);
            at += (int) size;
        } while (at < end);
    }

    private String fault(final int at, final int rest, final long size) {
        return rest < frameHeader
                ? "the frame at byte " + at + " is cut off: it has " + rest + " of " + frameHeader + " header bytes"
                : "the frame at byte " + at + " has a length of " + size + ", the packet " + rest
                        + " more bytes: check --framing and --skip";
    }

    /** Length of a frame with its header. */
    private long size(final DirectBuffer buffer, final int at) {
        return lengthSize == Short.BYTES
                ? Short.toUnsignedInt(buffer.getShort(at, order))
                : Integer.toUnsignedLong(buffer.getInt(at, order));
    }
}
