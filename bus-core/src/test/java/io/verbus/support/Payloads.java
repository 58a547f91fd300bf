package io.verbus.support;

import java.util.function.LongToIntFunction;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Messages whose length and every byte follow from their sequence, so that a torn message is detected. */
public final class Payloads {
    private final long seed;
    private final LongToIntFunction lengths;

    /** Payloads of a seed, most of them short. */
    public Payloads(final long seed, final int maxLength) {
        this(seed, sequence -> {
            final long mixed = mix(seed, sequence);
            return (int) ((mixed >>> 8) % (((mixed & 63) == 0 ? maxLength : Math.min(160, maxLength)) + 1));
        });
    }

    /** Payloads of a seed, of given lengths. */
    public Payloads(final long seed, final LongToIntFunction lengths) {
        this.seed = seed;
        this.lengths = lengths;
    }

    /** Length of a message. */
    public int length(final long sequence) {
        return lengths.applyAsInt(sequence);
    }

    /** Writes a message. */
    public void encode(final MutableDirectBuffer buffer, final int offset, final long sequence) {
        encode(buffer, offset, sequence, length(sequence));
    }

    /** Writes a message of another length. */
    public void encode(final MutableDirectBuffer buffer, final int offset, final long sequence, final int length) {
        encode(buffer, offset, sequence, 0, length);
    }

    /** Writes a part of a message, which begins at a multiple of 8. */
    public void encode(final MutableDirectBuffer buffer, final int offset, final long sequence, final int from,
            final int to) {
        int i = from;
        for (; i + Long.BYTES <= to; i += Long.BYTES) {
            buffer.putLong(offset + i, word(sequence, i));
        }
        for (; i < to; i++) {
            buffer.putByte(offset + i, (byte) word(sequence, i));
        }
    }

    /** Describes the first error in a message; null if every byte is correct. */
    public String fault(final DirectBuffer buffer, final int offset, final int length, final long sequence) {
        return fault(buffer, offset, length, sequence, length(sequence));
    }

    /** As {@link #fault(DirectBuffer, int, int, long)}, for a message of another length. */
    public String fault(final DirectBuffer buffer, final int offset, final int length, final long sequence,
            final int expectedLength) {
        if (length != expectedLength) {
            return "message " + sequence + " has " + length + " bytes, not " + expectedLength;
        }
        int i = 0;
        for (; i + Long.BYTES <= length; i += Long.BYTES) {
            if (buffer.getLong(offset + i) != word(sequence, i)) {
                return "message " + sequence + " is torn at byte " + i + " of " + length;
            }
        }
        for (; i < length; i++) {
            if (buffer.getByte(offset + i) != (byte) word(sequence, i)) {
                return "message " + sequence + " is torn at byte " + i + " of " + length;
            }
        }
        return null;
    }

    /** All words of all messages are distinct: no message is longer than 2^25 bytes. */
    private long word(final long sequence, final int index) {
        return mix(seed, (sequence << 25) + index);
    }

    private static long mix(final long seed, final long value) {
        long mixed = seed + value * 0x9E37_79B9_7F4A_7C15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D0_49BB_1331_11EBL;
        return mixed ^ (mixed >>> 31);
    }
}
