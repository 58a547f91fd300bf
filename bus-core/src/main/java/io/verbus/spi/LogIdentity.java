package io.verbus.spi;

import static io.verbus.internal.log.LogLayout.BUILD_OFFSET;
import static io.verbus.internal.log.LogLayout.CAPACITY_OFFSET;
import static io.verbus.internal.log.LogLayout.CHECKSUM_OFFSET;
import static io.verbus.internal.log.LogLayout.CLOCK_OFFSET;
import static io.verbus.internal.log.LogLayout.FLAGS_OFFSET;
import static io.verbus.internal.log.LogLayout.HEADER_LENGTH;
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
import io.verbus.Session;
import io.verbus.internal.log.FrameLayout;
import io.verbus.internal.log.LogLayout;
import io.verbus.internal.os.HeaderFields;
import io.verbus.internal.os.OsErrors;
import io.verbus.internal.os.RegularFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The identity of a log, written once at its creation.
 *
 * @param stream name of the stream
 * @param session id of the session, not 0
 * @param publisher name of the publisher, the same when it restarts
 * @param capacity of the ring in bytes, a power of two
 * @param timestamps whether frames carry a publication timestamp
 * @param process id of the publisher's process, which names its lock file
 * @param pid of that process
 * @param startedEpochNs start of the session, UTC
 * @param clockOffsetNs difference of UTC and timestamps: UTC minus timestamp
 * @param build version and build of the publisher's bus
 */
public record LogIdentity(String stream, long session, String publisher, int capacity, boolean timestamps, long process,
        long pid, long startedEpochNs, long clockOffsetNs, String build) {
    /** Positions and frame lengths are multiples of this many bytes. */
    public static final int ALIGNMENT = FrameLayout.ALIGNMENT;
    /** Version of the layout of logs: both ends of a link need the same. */
    public static final int LAYOUT_VERSION = LogLayout.VERSION;
    /** Smallest capacity of a log in bytes. */
    public static final int MIN_CAPACITY = LogLayout.MIN_CAPACITY;
    /** Largest capacity of a log in bytes. */
    public static final int MAX_CAPACITY = LogLayout.MAX_CAPACITY;

    /** Checks the capacity. */
    public LogIdentity {
        if (Integer.bitCount(capacity) != 1 || capacity < MIN_CAPACITY || capacity > MAX_CAPACITY) {
            throw new BusException("invalid log capacity " + capacity + " bytes: use a power of two from "
                    + MIN_CAPACITY + " to " + MAX_CAPACITY);
        }
    }

    /** {@return offset of the payload in each frame} */
    public int payloadOffset() {
        return timestamps ? FrameLayout.TIMESTAMPED_HEADER_LENGTH : FrameLayout.HEADER_LENGTH;
    }

    /** {@return the session of the API} */
    public Session asSession() {
        return new Session(stream, session, publisher, pid, startedEpochNs, build);
    }

    /**
     * Writes the identity into the header of a log.
     *
     * @param header of {@link LogLayout#HEADER_LENGTH} bytes
     */
    public void encode(final MutableDirectBuffer header) {
        header.putLong(MAGIC_OFFSET, LogLayout.MAGIC, ByteOrder.LITTLE_ENDIAN);
        header.putInt(VERSION_OFFSET, LogLayout.VERSION);
        header.putInt(FLAGS_OFFSET, timestamps ? TIMESTAMPS : 0);
        header.putLong(CAPACITY_OFFSET, capacity);
        header.putLong(SESSION_OFFSET, session);
        header.putLong(PROCESS_OFFSET, process);
        header.putLong(PID_OFFSET, pid);
        header.putLong(STARTED_OFFSET, startedEpochNs);
        header.putLong(CLOCK_OFFSET, clockOffsetNs);
        HeaderFields.putText(header, STREAM_OFFSET, stream, TEXT_LENGTH);
        HeaderFields.putText(header, BUILD_OFFSET, build, TEXT_LENGTH);
        HeaderFields.putText(header, PUBLISHER_OFFSET, publisher, TEXT_LENGTH);
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
        final int version = header.getInt(VERSION_OFFSET);
        if (version != LogLayout.VERSION) {
            throw new BusException(path + " has log layout " + version + ", this build reads layout "
                    + LogLayout.VERSION + ": use the same Verbus version on both sides");
        }
        if (header.getInt(CHECKSUM_OFFSET) != HeaderFields.checksum(header, CHECKSUM_OFFSET)) {
            throw new BusException("the header of " + path + " is corrupt (wrong checksum): remove the file");
        }
        final long capacity = header.getLong(CAPACITY_OFFSET);
        if (capacity < MIN_CAPACITY || capacity > MAX_CAPACITY || Long.bitCount(capacity) != 1) {
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
                HeaderFields.text(header, BUILD_OFFSET, TEXT_LENGTH));
    }
}
