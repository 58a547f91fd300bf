package io.verbus.internal.journal;

import static io.verbus.internal.journal.SegmentLayout.CHECKSUM_OFFSET;
import static io.verbus.internal.journal.SegmentLayout.HEADER_LENGTH;

import io.verbus.BusException;
import io.verbus.internal.os.OsErrors;
import io.verbus.internal.os.RegularFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A note about the other segments of the session, in the first page of a segment: a sequence with a checksum of its
 * own. Without it, nothing is known of the others.
 */
enum SegmentNote {
    /** The first sequence of the session's oldest segment. Retention changes it when it removes segments. */
    OLDEST(SegmentLayout.OLDEST_OFFSET),
    /** The first sequence of the segment that follows. */
    FOLLOWING(SegmentLayout.FOLLOWING_OFFSET);

    /** There is no note, or it is torn. */
    static final long NONE = -1;
    private static final int LENGTH = Long.BYTES + Integer.BYTES;

    private final int offset;

    SegmentNote(final int offset) {
        this.offset = offset;
    }

    /** Writes the note into a page with a header. */
    void encode(final MutableDirectBuffer page, final long sequence) {
        page.putLong(offset, sequence);
        page.putInt(offset + Long.BYTES, checksum(page));
    }

    /** Returns the sequence, or {@link #NONE}. */
    long decode(final DirectBuffer page) {
        final long sequence = page.getLong(offset);
        return sequence >= 0 && page.getInt(offset + Long.BYTES) == checksum(page) ? sequence : NONE;
    }

    /**
     * Writes the note into a file, and waits until it is on the disk.
     *
     * @param segment that exists
     * @param sequence of the note; {@link #NONE} removes it
     * @throws BusException if the file can't be read or written
     */
    void write(final Path segment, final long sequence) {
        try (FileChannel file = RegularFile.channel(segment, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            final ByteBuffer bytes = ByteBuffer.allocate(HEADER_LENGTH);
            file.read(bytes, 0);
            encode(new UnsafeBuffer(bytes.array()), sequence);
            file.write(bytes.clear().position(offset).limit(offset + LENGTH), offset);
            file.force(false);
        } catch (final IOException e) {
            throw new BusException("cannot write the header of " + segment + ": " + OsErrors.of(e), e);
        }
    }

    /** The header's checksum is part of it, so the note of another segment, and a page of zeros, are none. */
    private int checksum(final DirectBuffer page) {
        final byte[] bytes = new byte[LENGTH];
        page.getBytes(offset, bytes, 0, Long.BYTES);
        page.getBytes(CHECKSUM_OFFSET, bytes, Long.BYTES, Integer.BYTES);
        final CRC32C crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }
}
