package io.verbus.marketdata.itch;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Reads ITCH fields in their normalised form. */
final class Fields {
    static final long NULL = Long.MIN_VALUE;

    private Fields() {
    }

    static int code(final DirectBuffer itch, final int offset) {
        return itch.getByte(offset) & 0xFF;
    }

    static long uint32(final DirectBuffer itch, final int offset) {
        return itch.getInt(offset, BIG_ENDIAN) & 0xFFFF_FFFFL;
    }

    static long uint64(final DirectBuffer itch, final int offset) {
        return itch.getLong(offset, BIG_ENDIAN);
    }

    /** A quantity of 64 bits; one that exceeds 63 bits is not known. */
    static long quantity64(final DirectBuffer itch, final int offset) {
        final long quantity = uint64(itch, offset);
        return quantity < 0 ? NULL : quantity;
    }

    /** A price; 0 means no price. */
    static long priceOrNull(final DirectBuffer itch, final int offset) {
        final long price = uint32(itch, offset);
        return price == 0 ? NULL : price;
    }

    /** A time since midnight; 0 means no time. */
    static long timeOrNull(final long sinceMidnightNs, final long midnightNs) {
        return sinceMidnightNs == 0 ? NULL : midnightNs + sinceMidnightNs;
    }

    /** Copies a code unchanged, whether the schema has it or not. */
    static void copy(final DirectBuffer itch, final int itchOffset, final MutableDirectBuffer out, final int offset) {
        out.putByte(offset, itch.getByte(itchOffset));
    }

    /** Copies a text of four bytes, as {@link #text}. Most texts fill the field: one load and one store. */
    static void text4(final DirectBuffer itch, final int itchOffset, final MutableDirectBuffer out, final int offset) {
        if (itch.getByte(itchOffset + Integer.BYTES - 1) == ' ') {
            text(itch, itchOffset, Integer.BYTES, out, offset, Integer.BYTES);
        } else {
            out.putInt(offset, itch.getInt(itchOffset));
        }
    }

    /** Copies a text; trailing spaces, and the rest of the target field, become NUL. */
    static void text(final DirectBuffer itch, final int itchOffset, final int length, final MutableDirectBuffer out,
            final int offset, final int room) {
        final int end = textLength(itch, itchOffset, length);
        for (int i = 0; i < end; i++) {
            out.putByte(offset + i, itch.getByte(itchOffset + i));
        }
        for (int i = end; i < room; i++) {
            out.putByte(offset + i, (byte) 0);
        }
    }

    /** The length of a text without its trailing spaces. */
    static int textLength(final DirectBuffer itch, final int itchOffset, final int length) {
        int end = length;
        while (end > 0 && itch.getByte(itchOffset + end - 1) == ' ') {
            end--;
        }
        return end;
    }
}
