package io.verbus.latency.subject;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Content of a message: words that count up from its value, written and read one by one, as fields. */
public final class Payload {
    private Payload() {
    }

    /**
     * Writes a message.
     *
     * @param buffer to write to
     * @param offset of the message
     * @param length in bytes, a multiple of 8
     * @param value of the message
     */
    public static void encode(final MutableDirectBuffer buffer, final int offset, final int length, final long value) {
        for (int i = 0; i < length; i += Long.BYTES) {
            buffer.putLong(offset + i, value + i);
        }
    }

    /**
     * Reads the value of a message.
     *
     * @param buffer to read from
     * @param offset of the message
     * @return the value
     */
    public static long value(final DirectBuffer buffer, final int offset) {
        return buffer.getLong(offset);
    }

    /**
     * Reads all words of a message.
     *
     * @param buffer to read from
     * @param offset of the message
     * @param length in bytes, a multiple of 8
     * @return the sum of its words
     */
    public static long sum(final DirectBuffer buffer, final int offset, final int length) {
        long sum = 0;
        for (int i = 0; i < length; i += Long.BYTES) {
            sum += buffer.getLong(offset + i);
        }
        return sum;
    }

    /**
     * Computes the sum of all words of messages with the values 0, 1, 2 and so on.
     *
     * @param messages number of messages
     * @param length of each in bytes
     * @return the sum, modulo 2^64
     */
    public static long sum(final long messages, final int length) {
        final long words = length / Long.BYTES;
        final long values = (messages & 1) == 0 ? messages / 2 * (messages - 1) : (messages - 1) / 2 * messages;
        return words * values + messages * (Long.BYTES * (words * (words - 1) / 2));
    }
}
