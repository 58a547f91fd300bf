package io.verbus.fuzz;

import java.util.Arrays;

/**
 * Takes an input apart, from its beginning to its end; little endian. What is missing at the end is 0, so that every
 * input means something.
 */
public final class Input {
    private final byte[] bytes;
    private int at;

    public Input(final byte[] bytes) {
        this.bytes = bytes;
    }

    /** Whether there is anything left. */
    public boolean hasMore() {
        return at < bytes.length;
    }

    /** The next byte, unsigned. */
    public int u8() {
        return hasMore() ? bytes[at++] & 0xFF : 0;
    }

    /** The next two bytes, unsigned. */
    public int u16() {
        return u8() | u8() << Byte.SIZE;
    }

    /** The next eight bytes. */
    public long i64() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            value |= (long) u8() << shift;
        }
        return value;
    }

    /** The next so many bytes, or fewer if there are fewer. */
    public byte[] bytes(final int length) {
        final int end = Math.min(at + length, bytes.length);
        final byte[] part = Arrays.copyOfRange(bytes, at, end);
        at = end;
        return part;
    }

    /** All that is left. */
    public byte[] rest() {
        return bytes(bytes.length - at);
    }
}
