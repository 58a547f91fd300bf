package io.verbus.internal.journal;

import static io.verbus.internal.journal.SegmentLayout.ENTRY_LENGTH;
import static io.verbus.internal.journal.SegmentLayout.INDEXED_LENGTH;
import static io.verbus.internal.journal.SegmentLayout.INDEX_OFFSET;

import org.agrona.MutableDirectBuffer;

/**
 * Writes the index of a segment along with its records: an entry for the first record that begins in each part. A part
 * that one long record covers gets the entry of the next record, so no entry before the last is empty.
 */
final class SegmentIndexWriter {
    private final MutableDirectBuffer segment;
    private final IndexEntry entry = new IndexEntry();
    private final int recordsOffset;
    private int written;
    /** Records that begin below this offset have an entry. */
    private int covered;

    /** @param segment buffer of the segment; only the index is written */
    SegmentIndexWriter(final MutableDirectBuffer segment, final SegmentHeader header) {
        this.segment = segment;
        this.recordsOffset = header.recordsOffset();
        this.covered = recordsOffset;
    }

    void add(final int offset, final long sequence, final long receivedNs) {
        if (offset >= covered) {
            final int upTo = (offset - recordsOffset) / INDEXED_LENGTH + 1;
            while (written < upTo) {
                entry.encode(segment, INDEX_OFFSET + written * ENTRY_LENGTH, sequence, receivedNs, offset);
                written++;
            }
            covered = recordsOffset + upTo * INDEXED_LENGTH;
        }
    }
}
