package io.verbus.internal.journal;

import static io.verbus.internal.journal.SegmentLayout.HEADER_LENGTH;
import static io.verbus.internal.journal.SegmentLayout.INDEX_OFFSET;
import static io.verbus.internal.journal.SegmentLayout.SEAL_LENGTH;
import static io.verbus.internal.journal.SegmentLayout.SEAL_OFFSET;

import io.verbus.BusException;
import io.verbus.Session;
import io.verbus.internal.os.OsErrors;
import io.verbus.internal.os.RegularFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads a segment without a seal to its last whole record, past damage, and writes the missing seal and index. Damage
 * before that record remains in the file, and readers report it. Not for a segment that is being written, and not for a
 * sealed one.
 *
 * @param next sequence after the last whole record
 * @param receivedNs its receive time, UTC; {@link Long#MIN_VALUE} without one
 * @param isOver whether the last record ends the session
 * @param records number of whole records
 * @param position offset after the last whole record
 * @param cutBytes bytes from the position to the last one that is not 0; they remain in the file, outside the journal
 * @param cause damage at the position, in words; null if there is none
 * @param damages before the position, one message each with the unreadable sequences
 */
public record SegmentRepair(long next, long receivedNs, boolean isOver, long records, int position, long cutBytes,
        String cause, List<String> damages) {
    private static final int BLOCK = 1 << 16;

    /**
     * Repairs a segment.
     *
     * @param path of the segment
     * @param window to read through
     * @return the readable contents
     * @throws BusException if the file can't be read or written, or its header is invalid
     */
    public static SegmentRepair repair(final Path path, final Window window) {
        try (SegmentReader reader = SegmentReader.open(path, window)) {
            final SegmentRepair found = read(reader);
            write(path, reader.header(), found);
            return found;
        } catch (final IOException e) {
            throw new BusException("cannot repair " + path + ": " + OsErrors.of(e), e);
        }
    }

    /**
     * Rewrites a corrupt header, without a seal: from the name and the length of the file, another segment of the
     * session or the legible fields. The file is unchanged if it has no whole record.
     *
     * @param path of the segment
     * @param stream of the journal
     * @param session of another segment; null if there is none
     * @param preceding first sequence of the segment before it, or {@link SegmentNote#NONE}
     * @param following first sequence of the segment after it, or {@link SegmentNote#NONE}
     * @param window to read through
     * @return whether it was rewritten
     * @throws BusException if the file can't be read or written
     */
    static boolean repairHeader(final Path path, final String stream, final Session session, final long preceding,
            final long following, final Window window) {
        try {
            final long length = Files.size(path);
            if (length < SegmentLayout.MIN_LENGTH || length > SegmentLayout.MAX_LENGTH) {
                return false;
            }
            final UnsafeBuffer page = new UnsafeBuffer(new byte[HEADER_LENGTH]);
            try (FileChannel file = RegularFile.channel(path, StandardOpenOption.READ)) {
                file.read(ByteBuffer.wrap(page.byteArray()), 0);
            }
            SegmentHeader header = SegmentHeader.rebuild(page, path, stream, (int) length, Long.MAX_VALUE);
            try (SegmentReader reader = SegmentReader.open(path, header, window)) {
                final SegmentIndex index = new SegmentIndex(reader);
                if (!index.isAtRecord() && !index.passHole()) {
                    return false;
                }
                header = SegmentHeader.rebuild(page, path, stream, (int) length, reader.receivedNs());
            }
            page.setMemory(0, HEADER_LENGTH, (byte) 0);
            (session == null
                    ? header
                    : new SegmentHeader(session, header.first(), header.createdEpochNs(), header.length()))
                    .encode(page);
            SegmentNote.PRECEDING.encode(page, preceding);
            SegmentNote.FOLLOWING.encode(page, following);
            try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
                file.write(ByteBuffer.wrap(page.byteArray()), 0);
                file.force(false);
            }
            return true;
        } catch (final IOException e) {
            throw new BusException("cannot repair " + path + ": " + OsErrors.of(e), e);
        }
    }

    /**
     * Rewrites the index of a sealed segment if it is missing or torn.
     *
     * @param path of the segment
     * @param window to read through
     * @return whether it was rewritten
     * @throws BusException if the file can't be read or written, or its header is invalid
     */
    public static boolean repairIndex(final Path path, final Window window) {
        try (SegmentReader reader = SegmentReader.open(path, window)) {
            final SegmentIndex index = new SegmentIndex(reader);
            final boolean isTorn = index.isRebuilt();
            if (isTorn) {
                try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
                    writeIndex(file, reader, index);
                }
            }
            return isTorn;
        } catch (final IOException e) {
            throw new BusException("cannot rebuild the index of " + path + ": " + OsErrors.of(e), e);
        }
    }

    private static SegmentRepair read(final SegmentReader reader) throws IOException {
        final SegmentIndex index = new SegmentIndex(reader);
        final List<String> damages = new ArrayList<>();
        long records = 0;
        SegmentReader.Found found = reader.look();
        while (found == SegmentReader.Found.RECORD || pass(reader, index, damages)) {
            records++;
            reader.pass();
            found = reader.look();
        }
        final long cut = lastByte(reader.file(), reader.offset()) - reader.offset();
        final String cause = found == SegmentReader.Found.DAMAGE
                ? reader.damage()
                : cut > 0
                        ? reader.path() + " ends at offset " + reader.offset() + " with a record that is not whole"
                        : null;
        return new SegmentRepair(reader.next(), reader.lowestReceivedNs(), reader.isOver(), records, reader.offset(),
                cut,
                cause, damages);
    }

    /** Moves to the record after damage, and after bytes that are not on the disk; returns false if there is none. */
    private static boolean pass(final SegmentReader reader, final SegmentIndex index, final List<String> damages) {
        final String damage = reader.damage();
        final long first = reader.next();
        final boolean isPassed = (reader.look() == SegmentReader.Found.DAMAGE ? index.passDamage() : index.passHole())
                && reader.look() == SegmentReader.Found.RECORD;
        if (isPassed) {
            damages.add(DamageText.withRange(damage, first, reader.next() - 1));
        }
        return isPassed;
    }

    /** Returns the offset after the last byte that is not 0; {@code from} if there is none. */
    private static long lastByte(final FileChannel file, final int from) throws IOException {
        long last = from;
        final ByteBuffer bytes = ByteBuffer.allocate(BLOCK);
        for (long at = from; file.read(bytes.clear(), at) > 0; at += bytes.position()) {
            for (int i = bytes.position() - 1; i >= 0; i--) {
                if (bytes.get(i) != 0) {
                    last = at + i + 1;
                    break;
                }
            }
        }
        return last;
    }

    private static void write(final Path path, final SegmentHeader header, final SegmentRepair found)
            throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            final ByteBuffer bytes = ByteBuffer.allocate(HEADER_LENGTH);
            file.read(bytes, 0);
            new Seal(found.position, found.next, found.receivedNs).encode(new UnsafeBuffer(bytes.array()));
            file.write(bytes.clear().position(SEAL_OFFSET).limit(SEAL_OFFSET + SEAL_LENGTH), SEAL_OFFSET);
            file.force(false);
            try (SegmentReader reader = SegmentReader.open(path, new Window())) {
                assert reader.header().equals(header);
                writeIndex(file, reader, new SegmentIndex(reader));
            }
        }
    }

    private static void writeIndex(final FileChannel file, final SegmentReader reader,
            final SegmentIndex known) throws IOException {
        final SegmentHeader header = reader.header();
        final UnsafeBuffer index = new UnsafeBuffer(new byte[header.recordsOffset()]);
        final SegmentIndexWriter writer = new SegmentIndexWriter(index, header);
        reader.restart();
        while (known.isAtRecord()) {
            writer.add(reader.offset(), reader.sequence(), reader.receivedNs());
            reader.pass();
        }
        file.write(ByteBuffer.wrap(index.byteArray(), INDEX_OFFSET, header.recordsOffset() - INDEX_OFFSET),
                INDEX_OFFSET);
        file.force(false);
    }
}
