package io.verbus.internal.journal;

import static io.verbus.internal.journal.SegmentLayout.CHECKSUM_OFFSET;
import static io.verbus.internal.journal.SegmentLayout.SEAL_CHECKSUM_OFFSET;
import static io.verbus.internal.journal.SegmentLayout.SEAL_END_OFFSET;
import static io.verbus.internal.journal.SegmentLayout.SEAL_NEXT_OFFSET;
import static io.verbus.internal.journal.SegmentLayout.SEAL_OFFSET;
import static io.verbus.internal.journal.SegmentLayout.SEAL_RECEIVED_OFFSET;

import java.util.zip.CRC32C;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Final state of a segment to which nothing more will be written.
 *
 * @param end offset after the last record
 * @param next first sequence of the next segment
 * @param receivedNs the newest receive time, UTC; {@link Long#MIN_VALUE} without a record
 */
public record Seal(int end, long next, long receivedNs) {
    void encode(final MutableDirectBuffer header) {
        header.putLong(SEAL_END_OFFSET, end);
        header.putLong(SEAL_NEXT_OFFSET, next);
        header.putLong(SEAL_RECEIVED_OFFSET, receivedNs);
        header.putInt(SEAL_CHECKSUM_OFFSET, checksum(header, SEAL_OFFSET, SEAL_CHECKSUM_OFFSET));
    }

    /** Returns null if there is none, or it is torn: then the records determine the end. */
    static Seal decode(final DirectBuffer header, final SegmentHeader of) {
        final long end = header.getLong(SEAL_END_OFFSET);
        final long next = header.getLong(SEAL_NEXT_OFFSET);
        if (header.getInt(SEAL_CHECKSUM_OFFSET) != checksum(header, SEAL_OFFSET, SEAL_CHECKSUM_OFFSET)
                || end < of.recordsOffset() || end > of.length() || end % RecordLayout.ALIGNMENT != 0
                || next < of.first()) {
            return null;
        }
        return new Seal((int) end, next, header.getLong(SEAL_RECEIVED_OFFSET));
    }

    /** Of a part of the page. A page of zeros has no seal and no note, as the header's checksum is part of it. */
    static int checksum(final DirectBuffer header, final int from, final int to) {
        final byte[] bytes = new byte[to - from + Integer.BYTES];
        header.getBytes(from, bytes, 0, to - from);
        header.getBytes(CHECKSUM_OFFSET, bytes, to - from, Integer.BYTES);
        final CRC32C crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }
}
