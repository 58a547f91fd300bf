package io.verbus.marketdata.itch;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.codec.marketdata.SystemEventEncoder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The common start of all normalised messages, written with three stores instead of eight. The bytes after the codes
 * are zeroed, so that equal messages have equal bytes.
 * <pre>
 *    0                     8                     16
 *   +---------------------+---------------------+--------------+----------+------+------+----
 *   | SBE message header  | timestamp           | instrumentId | tracking | code | code | ...
 *   |                     | (body starts)       |              | number   |      | or 0 |
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

    /** The eight bytes of the SBE message header as an integer. */
    static long header(final int blockLength, final int templateId) {
        final long schemaId = SystemEventEncoder.SCHEMA_ID;
        final long version = SystemEventEncoder.SCHEMA_VERSION;
        return blockLength | (long) templateId << 16 | schemaId << 32 | version << 48;
    }

    /** Writes the header and the three common fields; returns the offset of the body. */
    int put(final DirectBuffer itch, final int itchOffset, final MutableDirectBuffer out, final int offset,
            final long header) {
        return put(itch, itchOffset, out, offset, header, 0);
    }

    /** As above, with up to two codes, the first in the low byte. */
    int put(final DirectBuffer itch, final int itchOffset, final MutableDirectBuffer out, final int offset,
            final long header, final int codes) {
        // Tracking number and timestamp are adjacent, 16 and 48 bits: one load reads both.
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
