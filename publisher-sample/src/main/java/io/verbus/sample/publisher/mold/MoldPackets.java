package io.verbus.sample.publisher.mold;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.charset.StandardCharsets.US_ASCII;

import org.agrona.DirectBuffer;

/** Reads downstream packets, which come from outside: whether one is sound is asked before anything else. */
final class MoldPackets {
    private MoldPackets() {
    }

    /** Whether the packet is whole: header, as many message blocks as it says, and nothing behind them. */
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
            if (end - at < MoldLayout.FRAMING) {
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

    /** How many messages are in the packet: none in a heartbeat and at the end of a session. */
    static int messages(final DirectBuffer in, final int offset) {
        final int count = count(in, offset);
        return count == MoldLayout.END_OF_SESSION ? 0 : count;
    }

    /** Where the message block behind so many others begins. The packet is sound, and has as many. */
    static int skip(final DirectBuffer in, final int offset, final long messages) {
        int at = offset + MoldLayout.HEADER_LENGTH;
        for (long left = messages; left > 0; left--) {
            at += MoldLayout.FRAMING + messageLength(in, at);
        }
        return at;
    }

    /** The session's name for a person, without what no terminal should see. */
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
