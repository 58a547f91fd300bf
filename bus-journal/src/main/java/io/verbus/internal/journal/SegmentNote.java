package io.verbus.internal.journal;

import static io.verbus.internal.journal.SegmentLayout.HEADER_LENGTH;

import io.verbus.BusException;
import io.verbus.internal.os.OsErrors;
import io.verbus.internal.os.RegularFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A note about the segment before or after one, in its first page: the first sequence of that segment, with a checksum.
 * A segment is noted before it has a record, and the note is erased before a recorder removes that segment. So a noted
 * file that does not exist is missing, at whatever moment the recorder was killed. Without a note nothing is known.
 */
public enum SegmentNote {
    /** Written with the header. Retention erases it. */
    PRECEDING(SegmentLayout.PRECEDING_OFFSET),
    /** Written when that segment exists, and has no record yet. */
    FOLLOWING(SegmentLayout.FOLLOWING_OFFSET);

    /** There is no such segment, or none is known. */
    public static final long NONE = -1;

    private final int offset;

    SegmentNote(final int offset) {
        this.offset = offset;
    }

    /** Writes the note into a page with a header. */
    void encode(final MutableDirectBuffer page, final long sequence) {
        page.putLong(offset, sequence);
        page.putInt(offset + Long.BYTES, checksum(page));
    }

    private long decode(final DirectBuffer page) {
        return page.getInt(offset + Long.BYTES) == checksum(page) ? Math.max(NONE, page.getLong(offset)) : NONE;
    }

    private int checksum(final DirectBuffer page) {
        return Seal.checksum(page, offset, offset + Long.BYTES);
    }

    /** The noted sequence now, or {@link #NONE}. */
    long read(final SegmentReader segment) {
        try {
            return decode(page(segment.file()));
        } catch (final IOException e) {
            throw new BusException("cannot read " + segment.path() + ": " + OsErrors.of(e), e);
        }
    }

    /**
     * Writes the note into a file if it has another one. An erased note is on the disk then: the segment that it named
     * may be removed. A file that does not exist any more needs no note.
     *
     * @param segment to write into
     * @param sequence of the note; {@link #NONE} erases it
     * @throws BusException if the file can't be read or written
     */
    void write(final Path segment, final long sequence) {
        try (FileChannel file = RegularFile.channel(segment, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            final UnsafeBuffer page = page(file);
            if (decode(page) != sequence) {
                encode(page, sequence);
                file.write(ByteBuffer.wrap(page.byteArray(), offset, Long.BYTES + Integer.BYTES), offset);
                if (sequence == NONE) {
                    file.force(false);
                }
            }
        } catch (final NoSuchFileException e) {
            assert !Files.exists(segment) : "retention or a person has removed it";
        } catch (final IOException e) {
            throw new BusException("cannot write the header of " + segment + ": " + OsErrors.of(e), e);
        }
    }

    private static UnsafeBuffer page(final FileChannel file) throws IOException {
        final ByteBuffer bytes = ByteBuffer.allocate(HEADER_LENGTH);
        file.read(bytes, 0);
        return new UnsafeBuffer(bytes.array());
    }

    /**
     * Looks for the noted segment. Its file may also be set aside, which {@link SegmentList#setAside} reports.
     *
     * @param segment the first one of its session, or the last one
     * @return the first sequence of the segment that is missing before or after it; {@link #NONE} if none is
     * @throws BusException if the file can't be read, or the directory can't be listed
     */
    public long missing(final SegmentReader segment) {
        final long noted = read(segment);
        final boolean isMissing = noted != NONE && (this == PRECEDING) == (noted < segment.header().first())
                && !SegmentList.has(segment.path().toAbsolutePath().getParent(), segment.header().session().id(), noted)
                && read(segment) == noted // else a recorder has removed that one meanwhile
                && Files.exists(segment.path()); // else retention has removed both
        return isMissing ? noted : NONE;
    }
}
