package io.verbus.internal.log;

import static io.verbus.internal.log.LogLayout.HEARTBEAT_OFFSET;
import static io.verbus.internal.log.LogLayout.HEARTBEAT_POSITION_OFFSET;
import static io.verbus.internal.log.LogLayout.HEARTBEAT_SEQUENCE_OFFSET;
import static io.verbus.internal.log.LogLayout.PUBLISHING_OFFSET;

import io.verbus.internal.os.RegularFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The heartbeat of a publisher's process, with the position of its log's end. Written by its conductor. The words are
 * independent: one may be newer than another.
 */
public final class Heartbeat {
    /** The heartbeat of a closed log. */
    private static final long CLOSED = -1;
    /** The heartbeat of a log of a relay that was closed before the session has ended. */
    private static final long LEFT = -2;

    private Heartbeat() {
    }

    /**
     * Marks a log as closed by its publisher. Before the file is unlinked, so that a reader can distinguish the end of
     * a publication from a removal by another program.
     *
     * @param header of the log, writable
     */
    public static void close(final AtomicBuffer header) {
        header.putLongRelease(HEARTBEAT_OFFSET, CLOSED);
    }

    /**
     * Marks a log as closed by its relay, while its session continues elsewhere.
     *
     * @param header of the log, writable
     */
    public static void leave(final AtomicBuffer header) {
        header.putLongRelease(HEARTBEAT_OFFSET, LEFT);
    }

    /**
     * Whether a relay has closed the log, and the session continues elsewhere.
     *
     * @param heartbeat of {@link #of}
     * @return true if so
     */
    public static boolean isLeft(final long heartbeat) {
        return heartbeat == LEFT;
    }

    /**
     * Whether the publisher has closed its log.
     *
     * @param heartbeat of {@link #of}
     * @return true if so
     */
    public static boolean isClosed(final long heartbeat) {
        return heartbeat == CLOSED || heartbeat == LEFT;
    }

    /**
     * Stores a heartbeat.
     *
     * @param header of the log, writable
     * @param nowNs on the monotonic clock
     * @param position of the log's end
     * @param sequence of the next message
     */
    public static void store(final AtomicBuffer header, final long nowNs, final long position, final long sequence) {
        header.putLongOpaque(HEARTBEAT_POSITION_OFFSET, position);
        header.putLongOpaque(HEARTBEAT_SEQUENCE_OFFSET, sequence);
        header.putLongRelease(HEARTBEAT_OFFSET, nowNs);
    }

    /**
     * Stores when the publishing thread ran last.
     *
     * @param header of the log, writable
     * @param atNs on the monotonic clock
     */
    public static void publishing(final AtomicBuffer header, final long atNs) {
        header.putLongOpaque(PUBLISHING_OFFSET, atNs);
    }

    /**
     * When the publishing thread ran last, as known to the publisher's conductor.
     *
     * @param header of the log
     * @return on its monotonic clock, at most one duty cycle late; 0 (unknown) if the application does not call {@code
     *     Publication.idle()}
     */
    public static long publishing(final AtomicBuffer header) {
        return header.getLongOpaque(PUBLISHING_OFFSET);
    }

    /**
     * The heartbeat word, which changes while the publisher's conductor runs.
     *
     * @param header of the log
     * @return time of the last heartbeat on its monotonic clock; not trusted
     */
    public static long of(final AtomicBuffer header) {
        return header.getLongAcquire(HEARTBEAT_OFFSET);
    }

    /**
     * The last heartbeat of a publisher, read from the log file without mapping it.
     *
     * @param path of a file, not trusted
     * @return a time on its monotonic clock, not trusted; 0 if there is no heartbeat, or the file is not a log
     * @throws IOException if the file cannot be read
     */
    public static long read(final Path path) throws IOException {
        try (FileChannel file = RegularFile.channel(path, StandardOpenOption.READ)) {
            final ByteBuffer word = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            return file.read(word, HEARTBEAT_OFFSET) == Long.BYTES ? word.getLong(0) : 0;
        }
    }

    /**
     * The end of the log at the last heartbeat.
     *
     * @param header of the log
     * @return a position in bytes
     */
    public static long position(final AtomicBuffer header) {
        return header.getLongOpaque(HEARTBEAT_POSITION_OFFSET);
    }

    /**
     * The next sequence of the session at the last heartbeat.
     *
     * @param header of the log
     * @return sequence of the next message
     */
    public static long sequence(final AtomicBuffer header) {
        return header.getLongOpaque(HEARTBEAT_SEQUENCE_OFFSET);
    }
}
