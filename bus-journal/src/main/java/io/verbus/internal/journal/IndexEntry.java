package io.verbus.internal.journal;

import static io.verbus.internal.journal.SegmentLayout.ENTRY_CHECKSUM_OFFSET;
import static io.verbus.internal.journal.SegmentLayout.ENTRY_LENGTH;
import static io.verbus.internal.journal.SegmentLayout.ENTRY_RECEIVED_OFFSET;
import static io.verbus.internal.journal.SegmentLayout.ENTRY_RECORD_OFFSET;
import static io.verbus.internal.journal.SegmentLayout.ENTRY_SEQUENCE_OFFSET;

import java.util.zip.CRC32C;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Writes and checks entries of an index, one at a time, without allocation. */
final class IndexEntry {
    private final byte[] bytes = new byte[ENTRY_LENGTH];
    private final CRC32C crc = new CRC32C();

    void encode(final MutableDirectBuffer target, final int at, final long sequence, final long receivedNs,
            final int offset) {
        target.putLong(at + ENTRY_SEQUENCE_OFFSET, sequence);
        target.putLong(at + ENTRY_RECEIVED_OFFSET, receivedNs);
        target.putInt(at + ENTRY_RECORD_OFFSET, offset);
        target.putInt(at + ENTRY_CHECKSUM_OFFSET, checksum(target, at));
    }

    boolean isWhole(final DirectBuffer source, final int at) {
        return source.getInt(at + ENTRY_CHECKSUM_OFFSET) == checksum(source, at);
    }

    private int checksum(final DirectBuffer source, final int at) {
        source.getBytes(at, bytes, 0, ENTRY_CHECKSUM_OFFSET);
        crc.reset();
        crc.update(bytes, 0, ENTRY_CHECKSUM_OFFSET);
        return (int) crc.getValue();
    }
}
