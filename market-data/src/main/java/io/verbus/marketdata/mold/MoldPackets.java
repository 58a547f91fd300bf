package io.verbus.marketdata.mold;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.charset.StandardCharsets.US_ASCII;

import org.agrona.DirectBuffer;

/** Reads downstream packets. They are untrusted input: {@link #isSound} must be checked first. */
final class MoldPackets {
    private MoldPackets() {
    }

    /**
     * Whether the packet is complete: a header, as many message blocks as announced, and nothing after them. An empty
     * block is refused: it would use up the sequence of a message, and contain none.
     */
    static boolean isSound(final DirectBuffer in, final int offset, final int length) {
        if (length < MoldLayout.HEADER_LENGTH) {
            return false;
        }
        final long first = sequence(in, offset);
        if (first < 1 || first > Long.MAX_VALUE - MoldLayout.MOST_MESSAGES) {
            return false;
        }
        final int end = offset + length;
        int at = offset + MoldLayout.HEADER_LENGTH;
        for (int left = messages(in, offset); left > 0; left--) {
            if (end - at < MoldLayout.FRAMING || messageLength(in, at) == 0) {
                return false;
            }
            at += MoldLayout.FRAMING + messageLength(in, at);
        }
        return at == end;
    }

    /** Sequence of the first message, or of the next one. */
    static long sequence(final DirectBuffer in, final int offset) {
        return in.getLong(offset + MoldLayout.SEQUENCE, BIG_ENDIAN);
    }

    static boolean isEndOfSession(final DirectBuffer in, final int offset) {
        return count(in, offset) == MoldLayout.END_OF_SESSION;
    }

    /** Number of messages in the packet: 0 in a heartbeat and an end of session. */
    static int messages(final DirectBuffer in, final int offset) {
        final int count = count(in, offset);
        return count == MoldLayout.END_OF_SESSION ? 0 : count;
    }

    /** Offset of the message block after a number of others. The packet is sound and contains that many. */
    static int skip(final DirectBuffer in, final int offset, final long messages) {
        int at = offset + MoldLayout.HEADER_LENGTH;
        for (long left = messages; left > 0; left--) {
            at += MoldLayout.FRAMING + messageLength(in, at);
        }
        return at;
    }

    /** The session name as printable text, without control characters. */
    static String session(final DirectBuffer in, final int offset) {
        final byte[] bytes = new byte[MoldLayout.SESSION_LENGTH];
        in.getBytes(offset + MoldLayout.SESSION, bytes);
        return new String(bytes, US_ASCII).replaceAll("[^ -~]", "?").strip();
    }

    private static int count(final DirectBuffer in, final int offset) {
        return in.getShort(offset + MoldLayout.COUNT, BIG_ENDIAN) & 0xFFFF;
    }

    private static int messageLength(final DirectBuffer in, final int at) {
        return in.getShort(at, BIG_ENDIAN) & 0xFFFF;
    }
}
