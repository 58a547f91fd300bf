package io.verbus.sample.publisher.itch;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.codec.marketdata.SystemEventEncoder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * What every normalised message begins with, in three stores instead of eight. The gap behind the code is zeroed, so
 * equal messages are equal bytes.
 * <pre>
 *    0                     8                     16
 *   +---------------------+---------------------+--------------+----------+------+------+----
 *   | SBE message header  | timestamp           | instrumentId | tracking | code | code | ...
 *   |                     | (body begins)       |              | number   |      | or 0 |
 *   +---------------------+---------------------+--------------+----------+------+------+----
 * </pre>
 */
final class Prefix {
    static final long TIMESTAMP_MASK = 0xFFFF_FFFF_FFFFL;

    private static final int HEADER_LENGTH = MessageHeaderEncoder.ENCODED_LENGTH;

    private final long midnightNs;

    Prefix(final long midnightNs) {
        this.midnightNs = midnightNs;
    }

    /** The SBE message header as the integer that its eight bytes are. */
    static long header(final int blockLength, final int templateId) {
        final long schemaId = SystemEventEncoder.SCHEMA_ID;
        final long version = SystemEventEncoder.SCHEMA_VERSION;
        return blockLength | (long) templateId << 16 | schemaId << 32 | version << 48;
    }

    /** Writes header and the three fields that all messages share; returns the offset of the body. */
    int put(final DirectBuffer itch, final int itchOffset, final MutableDirectBuffer out, final int offset,
            final long header) {
        return put(itch, itchOffset, out, offset, header, 0);
    }

    /** The same, with up to two codes, the first in the low byte. */
    int put(final DirectBuffer itch, final int itchOffset, final MutableDirectBuffer out, final int offset,
            final long header, final int codes) {
        // Tracking number and timestamp lie side by side, 16 and 48 bits: one load reads both.
        final long trackingAndTime = itch.getLong(itchOffset + ItchLayout.TRACKING_NUMBER, BIG_ENDIAN);
        final long locate = itch.getShort(itchOffset + ItchLayout.STOCK_LOCATE, BIG_ENDIAN) & 0xFFFFL;
        final long tracking = trackingAndTime >>> 48;
        out.putLong(offset, header, LITTLE_ENDIAN);
        out.putLong(offset + 8, midnightNs + (trackingAndTime & TIMESTAMP_MASK), LITTLE_ENDIAN);
        out.putLong(offset + 16, locate | tracking << 32 | (long) codes << 48, LITTLE_ENDIAN);
        return offset + HEADER_LENGTH;
    }

    long midnightNs() {
        return midnightNs;
    }
}
