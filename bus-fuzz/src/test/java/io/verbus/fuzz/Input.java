package io.verbus.fuzz;

import java.util.Arrays;

/** Decodes an input from start to end; little endian. Missing bytes at the end are 0, so that every input is valid. */
public final class Input {
    private final byte[] bytes;
    private int at;

    public Input(final byte[] bytes) {
        this.bytes = bytes;
    }

    /** Whether bytes remain. */
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

    /** The next bytes, up to a length. */
    public byte[] bytes(final int length) {
        final int end = Math.min(at + length, bytes.length);
        final byte[] part = Arrays.copyOfRange(bytes, at, end);
        at = end;
        return part;
    }

    /** All remaining bytes. */
    public byte[] rest() {
        return bytes(bytes.length - at);
    }
}
