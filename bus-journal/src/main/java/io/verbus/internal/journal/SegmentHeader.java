package io.verbus.internal.journal;

import static io.verbus.internal.journal.SegmentLayout.BUILD_OFFSET;
import static io.verbus.internal.journal.SegmentLayout.CHECKSUM_OFFSET;
import static io.verbus.internal.journal.SegmentLayout.CREATED_OFFSET;
import static io.verbus.internal.journal.SegmentLayout.ENTRIES_OFFSET;
import static io.verbus.internal.journal.SegmentLayout.FIRST_SEQUENCE_OFFSET;
import static io.verbus.internal.journal.SegmentLayout.HEADER_LENGTH;
import static io.verbus.internal.journal.SegmentLayout.LENGTH_OFFSET;
import static io.verbus.internal.journal.SegmentLayout.MAGIC_OFFSET;
import static io.verbus.internal.journal.SegmentLayout.MAX_LENGTH;
import static io.verbus.internal.journal.SegmentLayout.MIN_LENGTH;
import static io.verbus.internal.journal.SegmentLayout.PID_OFFSET;
import static io.verbus.internal.journal.SegmentLayout.PUBLISHER_OFFSET;
import static io.verbus.internal.journal.SegmentLayout.SESSION_OFFSET;
import static io.verbus.internal.journal.SegmentLayout.STARTED_OFFSET;
import static io.verbus.internal.journal.SegmentLayout.STREAM_OFFSET;
import static io.verbus.internal.journal.SegmentLayout.TEXT_LENGTH;
import static io.verbus.internal.journal.SegmentLayout.VERSION_OFFSET;

import io.verbus.BusException;
import io.verbus.Session;
import io.verbus.internal.os.HeaderFields;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Header of a segment, written once when the segment gets its name.
 *
 * @param session of the records
 * @param first sequence of its first record
 * @param createdEpochNs when the segment was created, nanoseconds UTC since 1970
 * @param length of the file in bytes
 */
public record SegmentHeader(Session session, long first, long createdEpochNs, int length) {
    /** Number of index entries. */
    int entries() {
        return SegmentLayout.entries(length);
    }

    /** Offset of the first record in the file. */
    int recordsOffset() {
        return SegmentLayout.recordsOffset(entries());
    }

    void encode(final MutableDirectBuffer header) {
        header.putLong(MAGIC_OFFSET, SegmentLayout.MAGIC, ByteOrder.LITTLE_ENDIAN);
        header.putInt(VERSION_OFFSET, SegmentLayout.VERSION);
        header.putInt(ENTRIES_OFFSET, entries());
        header.putLong(LENGTH_OFFSET, length);
        header.putLong(SESSION_OFFSET, session.id());
        header.putLong(FIRST_SEQUENCE_OFFSET, first);
        header.putLong(CREATED_OFFSET, createdEpochNs);
        header.putLong(STARTED_OFFSET, session.startedEpochNs());
        header.putLong(PID_OFFSET, session.pid());
        HeaderFields.putText(header, STREAM_OFFSET, session.stream(), TEXT_LENGTH);
        HeaderFields.putText(header, PUBLISHER_OFFSET, session.publisher(), TEXT_LENGTH);
        HeaderFields.putText(header, BUILD_OFFSET, session.build(), TEXT_LENGTH);
        header.putInt(CHECKSUM_OFFSET, HeaderFields.checksum(header, CHECKSUM_OFFSET));
    }

    /**
     * Decodes the header of a file with arbitrary contents.
     *
     * @param header the first bytes of the file, up to {@link SegmentLayout#HEADER_LENGTH}
     * @param path of the file, for the message
     * @return the header, checked
     * @throws BusException if the file has another version; a {@link CorruptHeader} if it is no segment, or corrupt
     */
    static SegmentHeader decode(final DirectBuffer header, final Path path) {
        if (header.capacity() < HEADER_LENGTH
                || header.getLong(MAGIC_OFFSET, ByteOrder.LITTLE_ENDIAN) != SegmentLayout.MAGIC) {
            throw new CorruptHeader(path + " is not a segment of a Verbus journal; move it out of the directory");
        }
        final boolean isWhole = header.getInt(CHECKSUM_OFFSET) == HeaderFields.checksum(header, CHECKSUM_OFFSET);
        final int version = header.getInt(VERSION_OFFSET);
        if (isWhole && version != SegmentLayout.VERSION) {
            throw new OtherLayout(HeaderFields.otherLayout(path, "journal", version, SegmentLayout.VERSION,
                    ", of a publisher with Verbus " + HeaderFields.text(header, BUILD_OFFSET, TEXT_LENGTH),
                    "read it with the release that recorded it, or a later one"));
        }
        final long length = header.getLong(LENGTH_OFFSET);
        if (!isWhole || length < MIN_LENGTH || length > MAX_LENGTH
                || header.getInt(ENTRIES_OFFSET) != SegmentLayout.entries((int) length)
                || header.getLong(FIRST_SEQUENCE_OFFSET) < 0 || header.getLong(SESSION_OFFSET) == 0) {
            throw new CorruptHeader(
                    "the header of " + path + " is corrupt: restore the file from a copy, or move it away;"
                            + " its records are then missing");
        }
        return new SegmentHeader(
                session(header, HeaderFields.text(header, STREAM_OFFSET, TEXT_LENGTH), header.getLong(SESSION_OFFSET)),
                header.getLong(FIRST_SEQUENCE_OFFSET), header.getLong(CREATED_OFFSET), (int) length);
    }

    private static Session session(final DirectBuffer header, final String stream, final long id) {
        return new Session(stream, id, HeaderFields.text(header, PUBLISHER_OFFSET, TEXT_LENGTH),
                header.getLong(PID_OFFSET), header.getLong(STARTED_OFFSET),
                HeaderFields.text(header, BUILD_OFFSET, TEXT_LENGTH));
    }

    /**
     * A header in place of a corrupt one, from the known and the legible fields.
     *
     * @param corrupt first bytes of the file
     * @param name of the file
     * @param stream of the journal
     * @param length of the file
     * @param createdEpochNs receive time of the first record
     * @return the header
     */
    static SegmentHeader rebuild(final DirectBuffer corrupt, final Path name, final String stream, final int length,
            final long createdEpochNs) {
        final Session legible = session(corrupt, stream, SegmentName.session(name));
        final boolean isPlausible = legible.startedEpochNs() > 0 && legible.startedEpochNs() <= createdEpochNs;
        return new SegmentHeader(new Session(stream, legible.id(), legible.publisher(), legible.pid(),
                isPlausible ? legible.startedEpochNs() : createdEpochNs, legible.build()), SegmentName.first(name),
                createdEpochNs, length);
    }
}
