package io.verbus.journal.segment;

import static io.verbus.journal.segment.SegmentLayout.ENTRY_LENGTH;
import static io.verbus.journal.segment.SegmentLayout.ENTRY_RECEIVED_OFFSET;
import static io.verbus.journal.segment.SegmentLayout.ENTRY_RECORD_OFFSET;
import static io.verbus.journal.segment.SegmentLayout.ENTRY_SEQUENCE_OFFSET;
import static io.verbus.journal.segment.SegmentLayout.INDEXED_LENGTH;
import static io.verbus.journal.segment.SegmentLayout.INDEX_OFFSET;

import io.verbus.BusException;
import io.verbus.os.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Where records of one segment are, as its index says, or as was seen when the index is missing or torn: then it is
 * rebuilt from the records. Used by one thread.
 */
public final class SegmentIndex {
    private final SegmentReader reader;
    private final int recordsOffset;
    private final long[] sequences;
    private final long[] received;
    private final int[] offsets;
    private int count;
    private boolean rebuilt;

    /**
     * Reads the index of a segment, and rebuilds it if need be. The reader then stands anywhere.
     *
     * @param reader of the segment
     */
    public SegmentIndex(final SegmentReader reader) {
        this.reader = reader;
        this.recordsOffset = reader.header().recordsOffset();
        final int entries = reader.header().entries();
        this.sequences = new long[entries];
        this.received = new long[entries];
        this.offsets = new int[entries];
        if (!load(entries) || !reachesTheEnd()) {
            rebuild();
        }
    }

    /** {@return whether what the file has as its index was of no use} */
    public boolean isRebuilt() {
        return rebuilt;
    }

    /**
     * Goes to the record that holds a sequence, or the one behind it, or the end of the records.
     *
     * @param sequence of a message or a lost one
     * @return what is there
     */
    public SegmentReader.Found seek(final long sequence) {
        int entry = floor(sequences, sequence);
        if (!moveTo(entry)) {
            rebuild();
            entry = floor(sequences, sequence);
            moveTo(entry);
        }
        SegmentReader.Found found = reader.look();
        while (found == SegmentReader.Found.RECORD && reader.behind() <= sequence && !isEnd()) {
            reader.pass();
            found = reader.look();
        }
        return found;
    }

    /**
     * Goes to the first record that was received at a time or later, or to the end of the records.
     *
     * @param epochNs nanoseconds UTC since 1970
     * @return what is there
     */
    public SegmentReader.Found seekTime(final long epochNs) {
        int entry = below(epochNs);
        if (!moveTo(entry)) {
            rebuild();
            entry = below(epochNs);
            moveTo(entry);
        }
        SegmentReader.Found found = reader.look();
        while (found == SegmentReader.Found.RECORD && reader.receivedNs() < epochNs) {
            reader.pass();
            found = reader.look();
        }
        return found;
    }

    private boolean isEnd() {
        return reader.behind() == reader.sequence();
    }

    /** The last entry that is not above a value; -1 without one. */
    private int floor(final long[] values, final long value) {
        final int at = Arrays.binarySearch(values, 0, count, value);
        return at >= 0 ? at : -at - 2;
    }

    /** The last entry that is below a time, of which several may have the same; -1 without one. */
    private int below(final long epochNs) {
        return epochNs == Long.MIN_VALUE ? -1 : floor(received, epochNs - 1);
    }

    /** Goes to the record of an entry, or to the first; false if it is not there. */
    private boolean moveTo(final int entry) {
        if (entry < 0) {
            reader.restart();
            return true;
        }
        reader.moveTo(offsets[entry], sequences[entry], received[entry]);
        return reader.look() == SegmentReader.Found.RECORD && reader.receivedNs() == received[entry];
    }

    /** False if what is there is no index. */
    private boolean load(final int entries) {
        final ByteBuffer bytes = ByteBuffer.allocate(entries * ENTRY_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        try {
            while (bytes.hasRemaining() && reader.file().read(bytes, INDEX_OFFSET + bytes.position()) >= 0) {
                assert bytes.position() > 0;
            }
        } catch (final IOException e) {
            throw new BusException("cannot read " + reader.path() + ": " + Reason.of(e), e);
        }
        final UnsafeBuffer index = new UnsafeBuffer(bytes.array());
        final IndexEntry check = new IndexEntry();
        boolean empty = false;
        for (int i = 0; i < entries; i++) {
            final int at = i * ENTRY_LENGTH;
            final int offset = index.getInt(at + ENTRY_RECORD_OFFSET);
            if (offset == 0) {
                empty = true;
            } else if (empty || !check.isWhole(index, at)
                    || !add(i, offset, index.getLong(at + ENTRY_SEQUENCE_OFFSET),
                            index.getLong(at + ENTRY_RECEIVED_OFFSET))) {
                return false;
            }
        }
        return true;
    }

    /** Keeps an entry that is possible: in its part or behind it, and not before the one before it. */
    private boolean add(final int part, final int offset, final long sequence, final long receivedNs) {
        final int partOffset = recordsOffset + part * INDEXED_LENGTH;
        if (offset < partOffset || offset >= reader.header().length() || offset % RecordLayout.ALIGNMENT != 0) {
            return false;
        }
        if (count > 0) {
            final int last = count - 1;
            if (offset == offsets[last]) {
                return sequence == sequences[last] && receivedNs == received[last];
            }
            if (offset < offsets[last] || sequence < sequences[last] || receivedNs < received[last]) {
                return false;
            }
        }
        offsets[count] = offset;
        sequences[count] = sequence;
        received[count] = receivedNs;
        count++;
        return true;
    }

    /** Whether no part has a record and no entry. */
    private boolean reachesTheEnd() {
        if (!moveTo(count - 1)) {
            return reader.look() == SegmentReader.Found.NOTHING; // it is being written
        }
        final int covered = count == 0
                ? recordsOffset
                : recordsOffset + ((offsets[count - 1] - recordsOffset) / INDEXED_LENGTH + 1) * INDEXED_LENGTH;
        while (reader.look() == SegmentReader.Found.RECORD) {
            if (reader.offset() >= covered) {
                return false;
            }
            reader.pass();
        }
        return true;
    }

    private void rebuild() {
        rebuilt = true;
        count = 0;
        reader.restart();
        int covered = recordsOffset;
        while (reader.look() == SegmentReader.Found.RECORD) {
            if (reader.offset() >= covered) {
                offsets[count] = reader.offset();
                sequences[count] = reader.sequence();
                received[count] = reader.receivedNs();
                count++;
                covered = recordsOffset
                        + ((reader.offset() - recordsOffset) / INDEXED_LENGTH + 1) * INDEXED_LENGTH;
            }
            reader.pass();
        }
    }
}
