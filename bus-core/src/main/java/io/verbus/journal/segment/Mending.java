package io.verbus.journal.segment;

import static io.verbus.journal.segment.SegmentLayout.HEADER_LENGTH;
import static io.verbus.journal.segment.SegmentLayout.INDEX_OFFSET;
import static io.verbus.journal.segment.SegmentLayout.SEAL_LENGTH;
import static io.verbus.journal.segment.SegmentLayout.SEAL_OFFSET;

import io.verbus.BusException;
import io.verbus.os.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads a segment without a seal to the end of its whole records, and writes the seal and the index that its recorder
 * did not write. Not for a segment that is being written, and not for a sealed one.
 *
 * @param next sequence behind the last whole record
 * @param receivedNs its receive time, UTC; {@link Long#MIN_VALUE} without one
 * @param isOver whether the session is over with it
 * @param records how many are whole
 * @param position offset behind it in the file
 * @param cutBytes behind it, up to the last that is not 0; they stay where they are, and are no part of the journal
 * @param cause what is wrong there, in words; null if nothing is
 */
public record Mending(long next, long receivedNs, boolean isOver, long records, int position, long cutBytes,
        String cause) {
    private static final int BLOCK = 1 << 16;

    /**
     * Mends a segment.
     *
     * @param path of its file
     * @param window to read through
     * @return what was found
     * @throws BusException if the file can't be read or written, or its header is not to be believed
     */
    public static Mending mend(final Path path, final Window window) {
        try (SegmentReader reader = SegmentReader.open(path, window)) {
            final Mending found = read(reader);
            write(path, reader.header(), found);
            return found;
        } catch (final IOException e) {
            throw new BusException("cannot mend " + path + ": " + Reason.of(e), e);
        }
    }

    /**
     * Writes the index of a sealed segment anew, if it is missing or torn.
     *
     * @param path of its file
     * @param window to read through
     * @return whether it was
     * @throws BusException if the file can't be read or written, or its header is not to be believed
     */
    public static boolean mendIndex(final Path path, final Window window) {
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
            throw new BusException("cannot mend the index of " + path + ": " + Reason.of(e), e);
        }
    }

    private static Mending read(final SegmentReader reader) throws IOException {
        long records = 0;
        SegmentReader.Found found = reader.look();
        while (found == SegmentReader.Found.RECORD) {
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
        return new Mending(reader.next(), reader.lowestReceivedNs(), reader.isOver(), records, reader.offset(), cut,
                cause);
    }

    /** Behind the last byte from an offset on that is not 0. */
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

    private static void write(final Path path, final SegmentHeader header, final Mending found) throws IOException {
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
