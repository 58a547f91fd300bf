package io.verbus.internal.log;

import static io.verbus.internal.log.LogLayout.BUILD_OFFSET;
import static io.verbus.internal.log.LogLayout.CAPACITY_OFFSET;
import static io.verbus.internal.log.LogLayout.CHECKSUM_OFFSET;
import static io.verbus.internal.log.LogLayout.CLOCK_OFFSET;
import static io.verbus.internal.log.LogLayout.FLAGS_OFFSET;
import static io.verbus.internal.log.LogLayout.HEADER_LENGTH;
import static io.verbus.internal.log.LogLayout.HOPS_SHIFT;
import static io.verbus.internal.log.LogLayout.MAGIC_OFFSET;
import static io.verbus.internal.log.LogLayout.PID_OFFSET;
import static io.verbus.internal.log.LogLayout.PROCESS_OFFSET;
import static io.verbus.internal.log.LogLayout.PUBLISHER_OFFSET;
import static io.verbus.internal.log.LogLayout.SESSION_OFFSET;
import static io.verbus.internal.log.LogLayout.STARTED_OFFSET;
import static io.verbus.internal.log.LogLayout.STREAM_OFFSET;
import static io.verbus.internal.log.LogLayout.TEXT_LENGTH;
import static io.verbus.internal.log.LogLayout.TIMESTAMPS;
import static io.verbus.internal.log.LogLayout.VERSION_OFFSET;

import io.verbus.BusException;
import io.verbus.internal.os.HeaderFields;
import io.verbus.internal.os.OsErrors;
import io.verbus.internal.os.RegularFile;
import io.verbus.spi.LogIdentity;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The identity of a log in its header, as in {@link LogLayout}. */
public final class LogHeader {
    private LogHeader() {
    }

    /**
     * Writes an identity into the header of a log.
     *
     * @param identity of the log
     * @param header of {@link LogLayout#HEADER_LENGTH} bytes
     */
    public static void encode(final LogIdentity identity, final MutableDirectBuffer header) {
        header.putLong(MAGIC_OFFSET, LogLayout.MAGIC, ByteOrder.LITTLE_ENDIAN);
        header.putInt(VERSION_OFFSET, LogLayout.VERSION);
        header.putInt(FLAGS_OFFSET, (identity.timestamps() ? TIMESTAMPS : 0) | identity.hops() << HOPS_SHIFT);
        header.putLong(CAPACITY_OFFSET, identity.capacity());
        header.putLong(SESSION_OFFSET, identity.session());
        header.putLong(PROCESS_OFFSET, identity.process());
        header.putLong(PID_OFFSET, identity.pid());
        header.putLong(STARTED_OFFSET, identity.startedEpochNs());
        header.putLong(CLOCK_OFFSET, identity.clockOffsetNs());
        HeaderFields.putText(header, STREAM_OFFSET, identity.stream(), TEXT_LENGTH);
        HeaderFields.putText(header, BUILD_OFFSET, identity.build(), TEXT_LENGTH);
        HeaderFields.putText(header, PUBLISHER_OFFSET, identity.publisher(), TEXT_LENGTH);
        header.putInt(CHECKSUM_OFFSET, HeaderFields.checksum(header, CHECKSUM_OFFSET));
    }

    /**
     * Reads the identity from a file without mapping it.
     *
     * @param path of a file, not trusted
     * @return the identity, checked
     * @throws BusException if the file is gone, foreign, of another version, truncated or corrupt
     */
    public static LogIdentity read(final Path path) {
        try (FileChannel file = RegularFile.channel(path, StandardOpenOption.READ)) {
            final ByteBuffer first = ByteBuffer.allocate((int) Math.min(HEADER_LENGTH, file.size()));
            file.read(first, 0);
            return decode(new UnsafeBuffer(first), file.size(), path);
        } catch (final IOException e) {
            throw new BusException("cannot read " + path + ": " + OsErrors.of(e), e);
        }
    }

    /**
     * Reads the identity from an untrusted file.
     *
     * @param header the first bytes of the file, up to {@link LogLayout#HEADER_LENGTH}
     * @param fileLength of the whole file
     * @param path of the file, for error messages
     * @return the identity, checked
     * @throws BusException if the file is foreign, of another version, truncated or corrupt
     */
    public static LogIdentity decode(final DirectBuffer header, final long fileLength, final Path path) {
        if (header.capacity() < HEADER_LENGTH
                || header.getLong(MAGIC_OFFSET, ByteOrder.LITTLE_ENDIAN) != LogLayout.MAGIC) {
            throw new BusException(path + " is not a Verbus log: move it out of the bus directory");
        }
        final boolean isWhole = header.getInt(CHECKSUM_OFFSET) == HeaderFields.checksum(header, CHECKSUM_OFFSET);
        final int version = header.getInt(VERSION_OFFSET);
        if (version != LogLayout.VERSION) {
            throw new BusException(HeaderFields.otherLayout(path, "log", version, LogLayout.VERSION,
                    isWhole ? ", written by Verbus " + HeaderFields.text(header, BUILD_OFFSET, TEXT_LENGTH) : ""));
        }
        if (!isWhole) {
            throw new BusException("the header of " + path + " is corrupt (wrong checksum): remove the file");
        }
        final long capacity = header.getLong(CAPACITY_OFFSET);
        if (capacity < LogLayout.MIN_CAPACITY || capacity > LogLayout.MAX_CAPACITY || Long.bitCount(capacity) != 1) {
            throw new BusException("the header of " + path + " is corrupt (capacity " + capacity
                    + " bytes): remove the file");
        }
        if (header.getLong(SESSION_OFFSET) == 0) {
            throw new BusException("the header of " + path + " is corrupt (session 0): remove the file");
        }
        final int length = LogLayout.length((int) capacity);
        if (fileLength < length) { // longer on hugetlbfs: up to the end of a huge page
            throw new BusException(path + " has " + fileLength + " bytes, expected " + length
                    + ": it was truncated, remove the file");
        }
        return new LogIdentity(HeaderFields.text(header, STREAM_OFFSET, TEXT_LENGTH), header.getLong(SESSION_OFFSET),
                HeaderFields.text(header, PUBLISHER_OFFSET, TEXT_LENGTH), (int) capacity,
                (header.getInt(FLAGS_OFFSET) & TIMESTAMPS) != 0, header.getLong(PROCESS_OFFSET),
                header.getLong(PID_OFFSET), header.getLong(STARTED_OFFSET), header.getLong(CLOCK_OFFSET),
                HeaderFields.text(header, BUILD_OFFSET, TEXT_LENGTH),
                header.getInt(FLAGS_OFFSET) >>> HOPS_SHIFT & LogIdentity.MAX_HOPS, "");
    }
}
