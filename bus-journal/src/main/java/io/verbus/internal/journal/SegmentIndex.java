package io.verbus.internal.journal;

import static io.verbus.internal.journal.SegmentLayout.ENTRY_LENGTH;
import static io.verbus.internal.journal.SegmentLayout.ENTRY_RECEIVED_OFFSET;
import static io.verbus.internal.journal.SegmentLayout.ENTRY_RECORD_OFFSET;
import static io.verbus.internal.journal.SegmentLayout.ENTRY_SEQUENCE_OFFSET;
import static io.verbus.internal.journal.SegmentLayout.INDEXED_LENGTH;
import static io.verbus.internal.journal.SegmentLayout.INDEX_OFFSET;

import io.verbus.BusException;
import io.verbus.internal.os.OsErrors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Locates records of one segment through its index, or by a scan of the records if the index is missing or torn. Used
 * by one thread.
 *
 * <p>Damage is passed if a whole record follows it: the one after the damaged record, or one that a search finds. The
 * entries of the index bound the search, and each step of it.
 */
public final class SegmentIndex {
    private final SegmentReader reader;
    private final int recordsOffset;
    private final ByteBuffer later = ByteBuffer.allocate(ENTRY_LENGTH);
    private long[] sequences;
    private long[] received;
    private int[] offsets;
    private final IndexEntry check = new IndexEntry();
    private int count;
    private boolean rebuilt;
    /** Offset of the last search that found nothing. */
    private int searchedFrom;

    /**
     * Reads the index of a segment, and rebuilds it in memory if it is missing or torn. The reader's position is
     * unchanged.
     *
     * @param reader of the segment
     */
    public SegmentIndex(final SegmentReader reader) {
        final SegmentReader.Bookmark place = reader.place();
        this.reader = reader;
        this.recordsOffset = reader.header().recordsOffset();
        final int entries = reader.header().entries();
        this.sequences = new long[entries];
        this.received = new long[entries];
        this.offsets = new int[entries];
        if (!load(entries) || !reachesTheEnd()) {
            rebuild();
        }
        reader.returnTo(place);
    }

    /** {@return whether the index in the file is missing or torn} */
    public boolean isRebuilt() {
        return rebuilt;
    }

    /**
     * Moves to the record that contains a sequence, or the next one, or the end of the records; to the damage, if the
     * sequence is in a damaged range.
     *
     * @param sequence of a message or a loss
     * @return the state at that position
     */
    public SegmentReader.Found seek(final long sequence) {
        moveToNearest(floor(sequences, sequence));
        return advance(() -> reader.endSequence() > sequence || isEnd(), () -> reader.next() > sequence);
    }

    /**
     * Moves to the first record received at this time or later, or to the end of the records; to damage, if it is
     * before that record.
     *
     * @param epochNs nanoseconds UTC since 1970
     * @return the state at that position
     */
    public SegmentReader.Found seekTime(final long epochNs) {
        moveToNearest(below(epochNs));
        final BooleanSupplier isThere = () -> reader.receivedNs() >= epochNs;
        return advance(isThere, () -> reader.look() != SegmentReader.Found.RECORD || isThere.getAsBoolean());
    }

    /** Passes records before the target, and damage unless the target may be in it, as the record after it shows. */
    private SegmentReader.Found advance(final BooleanSupplier isAtTarget, final BooleanSupplier isBeyondTarget) {
        SegmentReader.Found found = reader.look();
        while (found != SegmentReader.Found.NOTHING) {
            final SegmentReader.Bookmark place = reader.place();
            if (found == SegmentReader.Found.DAMAGE) {
                if (!passDamage() || isBeyondTarget.getAsBoolean()) {
                    reader.returnTo(place);
                    return reader.look();
                }
            } else if (isAtTarget.getAsBoolean()) {
                return found;
            } else {
                reader.pass();
            }
            found = reader.look();
        }
        return found;
    }

    /**
     * Moves the reader from damage to the next whole record, wherever it is; in a sealed segment without one, to the
     * end of the records.
     *
     * @return false in a segment without a seal that has no whole record after the damage, and after the end of the
     *         session: the records end at the damage, and the reader has not moved
     */
    public boolean passDamage() {
        if (reader.isOver() || reader.next() > highest()) {
            return false;
        }
        if (reader.skipTo(reader.endByLength(), highest()) || skip()) {
            return true;
        }
        if (reader.seal() != null) {
            reader.skipToEnd();
        }
        return reader.seal() != null;
    }

    /**
     * Moves the reader from the end of the records of a segment without a seal to a later whole record: bytes before it
     * are not on the disk. A record that was written meanwhile is found first.
     *
     * @return false if there is none; then the reader has not moved
     */
    public boolean passHole() {
        if (reader.seal() != null || reader.isOver() || reader.offset() == searchedFrom) {
            return false;
        }
        final SegmentReader.Bookmark hole = reader.place();
        if (!skip()) {
            searchedFrom = reader.offset(); // records that follow later begin there
            return false;
        }
        final SegmentReader.Bookmark later = reader.place();
        reader.returnTo(hole);
        if (reader.look() != SegmentReader.Found.RECORD) {
            reader.returnTo(later);
            reader.look();
        }
        return true;
    }

    /**
     * Whether the file has an index entry of a record in a later part than the reader's position. In a segment without
     * a seal it shows, for one short read, that the end of the records may be a hole.
     *
     * @return whether {@link #passHole} is worth its search
     */
    public boolean hasLaterPart() {
        final int part = (reader.offset() - recordsOffset) / INDEXED_LENGTH + 1;
        if (part >= offsets.length) {
            return false;
        }
        read(later.clear(), INDEX_OFFSET + part * ENTRY_LENGTH);
        return !later.hasRemaining() && check.isWhole(new UnsafeBuffer(later.array()), 0);
    }

    private long highest() {
        return reader.seal() == null ? Long.MAX_VALUE : reader.seal().next();
    }

    /** Moves to the next whole record; returns false if there is none. */
    private boolean skip() {
        final int at = Arrays.binarySearch(offsets, 0, count, reader.offset());
        int from = reader.offset() + RecordLayout.ALIGNMENT;
        for (int entry = at >= 0 ? at + 1 : -at - 1; entry < count; entry++) {
            if (reader.search(from, offsets[entry], Math.min(highest(), sequences[entry]))
                    || reader.skipTo(offsets[entry], highest())) {
                return true;
            }
            from = Math.max(from, offsets[entry]);
        }
        return reader.search(from, reader.limit(), highest());
    }

    private boolean isEnd() {
        return reader.endSequence() == reader.sequence();
    }

    /** The last entry that is not above a value; -1 if there is none. */
    private int floor(final long[] values, final long value) {
        final int at = Arrays.binarySearch(values, 0, count, value);
        return at >= 0 ? at : -at - 2;
    }

    /** The last entry before a time, which several entries may have; -1 if there is none. */
    private int below(final long epochNs) {
        return epochNs == Long.MIN_VALUE ? -1 : floor(received, epochNs - 1);
    }

    /**
     * Moves to the record of an entry, or of the nearest earlier entry with a whole record, or to the first record.
     */
    private void moveToNearest(final int entry) {
        int nearest = entry;
        while (nearest >= 0 && !moveTo(nearest)) {
            nearest--;
        }
        if (nearest < 0) {
            reader.restart();
        }
    }

    /** Moves to the record of an entry; returns false if it is not there. */
    private boolean moveTo(final int entry) {
        reader.moveTo(offsets[entry], sequences[entry], received[entry]);
        return reader.look() == SegmentReader.Found.RECORD && reader.receivedNs() == received[entry];
    }

    /** Loads the whole entries; returns false if one is not whole. */
    private boolean load(final int entries) {
        final ByteBuffer bytes = ByteBuffer.allocate(entries * ENTRY_LENGTH);
        read(bytes, INDEX_OFFSET);
        final UnsafeBuffer index = new UnsafeBuffer(bytes.array());
        boolean empty = false;
        boolean whole = true;
        for (int i = 0; i < entries; i++) {
            final int at = i * ENTRY_LENGTH;
            final int offset = index.getInt(at + ENTRY_RECORD_OFFSET);
            if (offset == 0) {
                empty = true;
            } else {
                whole &= check.isWhole(index, at) && add(i, offset, index.getLong(at + ENTRY_SEQUENCE_OFFSET),
                        index.getLong(at + ENTRY_RECEIVED_OFFSET)) && !empty;
            }
        }
        return whole;
    }

    private void read(final ByteBuffer bytes, final int from) {
        try {
            while (bytes.hasRemaining() && reader.file().read(bytes, from + bytes.position()) >= 0) {
                assert bytes.position() > 0;
            }
        } catch (final IOException e) {
            throw new BusException("cannot read " + reader.path() + ": " + OsErrors.of(e), e);
        }
    }

    /** Adds a plausible entry: in its part or after it, and not before the preceding entry. */
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

    /** Whether every part with a record has an entry. */
    private boolean reachesTheEnd() {
        if (reader.seal() == null && count > 0 && !moveTo(count - 1)) {
            return reader.look() == SegmentReader.Found.NOTHING; // the segment is being written
        }
        final int covered = count == 0 ? recordsOffset : endOfPart(offsets[count - 1]);
        moveToNearest(count - 1);
        while (isAtRecord()) {
            if (reader.offset() >= covered) {
                return false;
            }
            reader.pass();
        }
        return true;
    }

    private int endOfPart(final int offset) {
        return recordsOffset + ((offset - recordsOffset) / INDEXED_LENGTH + 1) * INDEXED_LENGTH;
    }

    /** Whether there is a record at the reader's position, or after the damage there. */
    boolean isAtRecord() {
        SegmentReader.Found found = reader.look();
        while (found == SegmentReader.Found.DAMAGE && passDamage()) {
            found = reader.look();
        }
        return found == SegmentReader.Found.RECORD;
    }

    /** Builds the entries from the records; whole entries of the file are used meanwhile to skip damage. */
    private void rebuild() {
        final int entries = offsets.length;
        final long[] newSequences = new long[entries];
        final long[] newReceived = new long[entries];
        final int[] newOffsets = new int[entries];
        int newCount = 0;
        int covered = recordsOffset;
        reader.restart();
        while (isAtRecord()) {
            if (reader.offset() >= covered) {
                newOffsets[newCount] = reader.offset();
                newSequences[newCount] = reader.sequence();
                newReceived[newCount] = reader.receivedNs();
                newCount++;
                covered = endOfPart(reader.offset());
            }
            reader.pass();
        }
        sequences = newSequences;
        received = newReceived;
        offsets = newOffsets;
        count = newCount;
        rebuilt = true;
    }
}
