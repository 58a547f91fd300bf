package io.verbus.fuzz;

import java.io.ByteArrayOutputStream;

/** Encodes an input as {@link Input} decodes it. */
public final class Seed {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    public Seed u8(final int value) {
        bytes.write(value);
        return this;
    }

    public Seed u16(final int value) {
        return u8(value).u8(value >> Byte.SIZE);
    }

    public Seed i64(final long value) {
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            u8((int) (value >>> shift));
        }
        return this;
    }

    public Seed bytes(final byte... value) {
        bytes.writeBytes(value);
        return this;
    }

    public byte[] toBytes() {
        return bytes.toByteArray();
    }
}
