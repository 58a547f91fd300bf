package io.verbus.marketdata.mold;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Formats of packets that a receiver can follow: a header with the session, the sequence of the first message and the
 * number of messages, then as many blocks of a 2-byte length and a message. Packets are untrusted input:
 * {@link #isSound} must be checked before the other methods that read them. Allocates only names. For any thread.
 */
public enum PacketFormat {
    /** MoldUDP64 1.0, see {@link MoldLayout}. */
    MOLDUDP64("MoldUDP64", BIG_ENDIAN, MoldLayout.HEADER_LENGTH, MoldLayout.SESSION, MoldLayout.SESSION_LENGTH,
            MoldLayout.SEQUENCE, MoldLayout.COUNT),
    /** IEX-TP 1.0 with DEEP 1.0, see {@link IexTpLayout}. */
    IEX_TP("IEX-TP", LITTLE_ENDIAN, IexTpLayout.HEADER_LENGTH, IexTpLayout.CHANNEL, IexTpLayout.SESSION_LENGTH,
            IexTpLayout.SEQUENCE, IexTpLayout.COUNT);

    private final String title;
    private final ByteOrder order;
    private final int headerLength;
    private final int session;
    private final int sessionLength;
    private final int sequence;
    private final int count;

    PacketFormat(final String title, final ByteOrder order, final int headerLength, final int session,
            final int sessionLength, final int sequence, final int count) {
        this.title = title;
        this.order = order;
        this.headerLength = headerLength;
        this.session = session;
        this.sessionLength = sessionLength;
        this.sequence = sequence;
        this.count = count;
    }

    /** {@return its name} */
    public String title() {
        return title;
    }

    /** {@return the byte order of all its numbers, the lengths of messages included} */
    public ByteOrder order() {
        return order;
    }

    /** {@return whether its sender announces the end of a session} */
    public boolean hasEnd() {
        return this == MOLDUDP64;
    }

    /** Length of the header in bytes; the first message block follows. */
    int headerLength() {
        return headerLength;
    }

    /**
     * Whether the packet is complete: a header, as many message blocks as announced, and nothing after them. An empty
     * block is refused: it would use up the sequence of a message, and contain none.
     */
    boolean isSound(final DirectBuffer in, final int offset, final int length) {
        if (length < headerLength || this == IEX_TP && !isIexTp(in, offset, length)) {
            return false;
        }
        final long first = sequence(in, offset);
        if (first < 1 || first > Long.MAX_VALUE - MoldLayout.MOST_MESSAGES) {
            return false;
        }
        final int end = offset + length;
        int at = offset + headerLength;
        for (int left = messages(in, offset); left > 0; left--) {
            if (end - at < MoldLayout.FRAMING || messageLength(in, at) == 0) {
                return false;
            }
            at += MoldLayout.FRAMING + messageLength(in, at);
        }
        return at == end;
    }

    private static boolean isIexTp(final DirectBuffer in, final int offset, final int length) {
        return in.getByte(offset + IexTpLayout.VERSION) == IexTpLayout.VERSION_1
                && in.getShort(offset + IexTpLayout.PROTOCOL, LITTLE_ENDIAN) == IexTpLayout.DEEP_1_0
                && (in.getShort(offset + IexTpLayout.PAYLOAD_LENGTH, LITTLE_ENDIAN) & 0xFFFF)
                        + IexTpLayout.HEADER_LENGTH == length;
    }

    /** Sequence of the first message, or of the next one. */
    long sequence(final DirectBuffer in, final int offset) {
        return in.getLong(offset + sequence, order);
    }

    boolean isEndOfSession(final DirectBuffer in, final int offset) {
        return hasEnd() && count(in, offset) == MoldLayout.END_OF_SESSION;
    }

    /** Number of messages in the packet: 0 in a heartbeat and an end of session. */
    int messages(final DirectBuffer in, final int offset) {
        return isEndOfSession(in, offset) ? 0 : count(in, offset);
    }

    /** Offset of the message block after a number of others. The packet is sound and contains that many. */
    int skip(final DirectBuffer in, final int offset, final long messages) {
        int at = offset + headerLength;
        for (long left = messages; left > 0; left--) {
            at += MoldLayout.FRAMING + messageLength(in, at);
        }
        return at;
    }

    /** The session name as printable text, without control characters. */
    String session(final DirectBuffer in, final int offset) {
        if (this == IEX_TP) {
            return Integer.toUnsignedString(in.getInt(offset + IexTpLayout.SESSION, LITTLE_ENDIAN));
        }
        final byte[] bytes = new byte[sessionLength];
        in.getBytes(offset + session, bytes);
        return new String(bytes, US_ASCII).replaceAll("[^ -~]", "?").strip();
    }

    /** Whether two headers are of the same session. */
    boolean isSameSession(final DirectBuffer one, final DirectBuffer in, final int offset) {
        return one.getLong(session) == in.getLong(offset + session) && (sessionLength == Long.BYTES
                || one.getShort(session + Long.BYTES) == in.getShort(offset + session + Long.BYTES));
    }

    /** Whether the sender may begin again at sequence 1 without another session. */
    boolean canRestart() {
        return this == IEX_TP;
    }

    /** Time at which the packet was sent, in nanoseconds since 1970; 0 if the format has none. */
    long sentNs(final DirectBuffer in, final int offset) {
        return this == IEX_TP ? in.getLong(offset + IexTpLayout.SEND_TIME, LITTLE_ENDIAN) : 0;
    }

    /**
     * Makes a packet of which only the first bytes are known one of its whole messages.
     *
     * @param packet contains the first bytes, from 0; its header is changed
     * @param length their number
     * @return length of the packet of whole messages in bytes; 0, without a change, if there is no whole message
     */
    public int keepWholeMessages(final MutableDirectBuffer packet, final int length) {
        int whole = 0;
        int at = headerLength;
        while (length - at >= MoldLayout.FRAMING && length - at - MoldLayout.FRAMING >= messageLength(packet, at)
                && whole < messages(packet, 0)) {
            at += MoldLayout.FRAMING + messageLength(packet, at);
            whole++;
        }
        if (whole == 0) {
            return 0;
        }
        packet.putShort(count, (short) whole, order);
        if (this == IEX_TP) {
            packet.putShort(IexTpLayout.PAYLOAD_LENGTH, (short) (at - headerLength), order);
        }
        return at;
    }

    private int count(final DirectBuffer in, final int offset) {
        return in.getShort(offset + count, order) & 0xFFFF;
    }

    private int messageLength(final DirectBuffer in, final int at) {
        return in.getShort(at, order) & 0xFFFF;
    }
}
