package io.verbus.log;

import static io.verbus.log.LogLayout.HEARTBEAT_OFFSET;
import static io.verbus.log.LogLayout.HEARTBEAT_POSITION_OFFSET;
import static io.verbus.log.LogLayout.HEARTBEAT_SEQUENCE_OFFSET;
import static io.verbus.log.LogLayout.PUBLISHING_OFFSET;

import io.verbus.os.RegularFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.concurrent.AtomicBuffer;

/**
 * Says that the publisher's process runs, and how far its log has got. Written by its conductor. Each word stands
 * alone: one may be newer than another.
 */
public final class Heartbeat {
    /** The word of a publisher that has closed its log: it beats no more. */
    private static final long CLOSED = -1;

    private Heartbeat() {
    }

    /**
     * Marks a log that its publisher closes. Before its name is removed, so that a reader can tell the end of a
     * publication from a file that another program has removed.
     *
     * @param header of the log, writable
     */
    public static void close(final AtomicBuffer header) {
        header.putLongRelease(HEARTBEAT_OFFSET, CLOSED);
    }

    /**
     * Whether the publisher has closed its log.
     *
     * @param heartbeat of {@link #of}
     * @return true if so
     */
    public static boolean isClosed(final long heartbeat) {
        return heartbeat == CLOSED;
    }

    /**
     * Beats.
     *
     * @param header of the log, writable
     * @param nowNs on the monotonic clock
     * @param position of the log's end
     * @param sequence of the next message
     */
    public static void beat(final AtomicBuffer header, final long nowNs, final long position, final long sequence) {
        header.putLongOpaque(HEARTBEAT_POSITION_OFFSET, position);
        header.putLongOpaque(HEARTBEAT_SEQUENCE_OFFSET, sequence);
        header.putLongRelease(HEARTBEAT_OFFSET, nowNs);
    }

    /**
     * Says when the publishing thread ran last.
     *
     * @param header of the log, writable
     * @param atNs on the monotonic clock
     */
    public static void publishing(final AtomicBuffer header, final long atNs) {
        header.putLongOpaque(PUBLISHING_OFFSET, atNs);
    }

    /**
     * When the publishing thread ran last, as far as the publisher's conductor knows.
     *
     * @param header of the log
     * @return on its monotonic clock, one duty cycle late at most; 0 if the program does not call
     *     {@code Publication.idle()}: then the state is unknown
     */
    public static long publishing(final AtomicBuffer header) {
        return header.getLongOpaque(PUBLISHING_OFFSET);
    }

    /**
     * A word that changes as long as the publisher's conductor runs.
     *
     * @param header of the log
     * @return when it last beat, on its monotonic clock, if it is to be believed
     */
    public static long of(final AtomicBuffer header) {
        return header.getLongAcquire(HEARTBEAT_OFFSET);
    }

    /**
     * When the publisher of a log last beat, from its file, without mapping that.
     *
     * @param path of a file that may be anything
     * @return a time on its monotonic clock, not to be trusted; 0 if it has not beaten, or the file is none
     * @throws IOException if the file can't be read
     */
    public static long read(final Path path) throws IOException {
        try (FileChannel file = RegularFile.channel(path, StandardOpenOption.READ)) {
            final ByteBuffer word = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            return file.read(word, HEARTBEAT_OFFSET) == Long.BYTES ? word.getLong(0) : 0;
        }
    }

    /**
     * The end of the log when it last beat.
     *
     * @param header of the log
     * @return a position in bytes
     */
    public static long position(final AtomicBuffer header) {
        return header.getLongOpaque(HEARTBEAT_POSITION_OFFSET);
    }

    /**
     * The sequence that the session had reached when it last beat.
     *
     * @param header of the log
     * @return of the message that was to come next
     */
    public static long sequence(final AtomicBuffer header) {
        return header.getLongOpaque(HEARTBEAT_SEQUENCE_OFFSET);
    }
}
