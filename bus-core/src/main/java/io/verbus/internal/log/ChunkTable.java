package io.verbus.internal.log;

import static io.verbus.internal.log.LogLayout.CHUNKS;
import static io.verbus.internal.log.LogLayout.CHUNK_ENTRY_LENGTH;
import static io.verbus.internal.log.LogLayout.CHUNK_POSITION_OFFSET;
import static io.verbus.internal.log.LogLayout.CHUNK_SEQUENCE_OFFSET;
import static io.verbus.internal.log.LogLayout.CHUNK_TABLE_OFFSET;
import static java.util.Comparator.comparingLong;

import io.verbus.BusException;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.agrona.concurrent.AtomicBuffer;

/**
 * Position and sequence of the first frame in each chunk of a log. Readers without a frame boundary find one here.
 *
 * <p>An entry is replaced only after the horizon has passed its position. So if the horizon is not above the position
 * that a reader has loaded, position and sequence belong together. A returned boundary may be overwritten at any time:
 * its reader checks the horizon again.
 */
public final class ChunkTable {
    /** Position of an empty entry. */
    private static final long NONE = -1;
    /** At 10 GB/s a log reaches this position in 14 years; arithmetic on lower values does not overflow. */
    private static final long MAX = 1L << 62;
    /** A publisher may replace all sixteen entries between two reads once, but not this often. */
    private static final int MAX_ATTEMPTS = 1_000;

    private ChunkTable() {
    }

    /** Fills the table of a new log. */
    static void begin(final AtomicBuffer header, final Boundary start, final int capacity) {
        for (int chunk = 0; chunk < CHUNKS; chunk++) {
            header.putLong(entry(chunk) + CHUNK_POSITION_OFFSET, NONE);
        }
        record(header, (int) (start.position() / (capacity / CHUNKS) % CHUNKS), start.position(), start.sequence());
    }

    static void record(final AtomicBuffer header, final int chunk, final long position, final long sequence) {
        header.putLong(entry(chunk) + CHUNK_SEQUENCE_OFFSET, sequence);
        header.putLongRelease(entry(chunk) + CHUNK_POSITION_OFFSET, position); // SYNC entry with ChunkTable
    }

    /**
     * The first frame of the newest chunk.
     *
     * @param log that may be written concurrently
     * @return a boundary
     * @throws BusException if the table is corrupt
     */
    public static Boundary newest(final Log log) {
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            final Boundary newest = entries(log).max(comparingLong(Boundary::position)).orElse(null);
            if (newest != null) {
                return newest;
            }
            Thread.onSpinWait();
        }
        throw new BusException("corrupt chunk table in " + log.path() + ": restart the publisher");
    }

    /**
     * The oldest boundary at or above a position, or else the newest.
     *
     * @param log that may be written concurrently
     * @param position a lower bound; 0 for the oldest boundary
     * @return a boundary
     */
    public static Boundary atOrAbove(final Log log, final long position) {
        return entries(log).filter(entry -> entry.position() >= position)
                .min(comparingLong(Boundary::position)).orElseGet(() -> newest(log));
    }

    /**
     * The newest boundary at or below a sequence, or else the oldest.
     *
     * @param log that may be written concurrently
     * @param sequence an upper bound
     * @return a boundary
     */
    public static Boundary atOrBelow(final Log log, final long sequence) {
        return entries(log).filter(entry -> entry.sequence() <= sequence)
                .max(comparingLong(Boundary::position)).orElseGet(() -> atOrAbove(log, 0));
    }

    private static Stream<Boundary> entries(final Log log) {
        return IntStream.range(0, CHUNKS).mapToObj(chunk -> read(log, chunk)).filter(Objects::nonNull);
    }

    private static Boundary read(final Log log, final int chunk) {
        final AtomicBuffer header = log.header();
        final long position = header.getLongAcquire(entry(chunk) + CHUNK_POSITION_OFFSET); // SYNC entry with ChunkTable
        final long sequence = header.getLong(entry(chunk) + CHUNK_SEQUENCE_OFFSET);
        if (position < 0 || position > MAX || position % FrameLayout.ALIGNMENT != 0 || sequence < 0 || sequence > MAX) {
            return null;
        }
        final int chunkLength = log.identity().capacity() / CHUNKS;
        final boolean inThisChunk = position / chunkLength % CHUNKS == chunk;
        return !inThisChunk || Horizon.isAbove(log.headerWords(), position) ? null : new Boundary(position, sequence);
    }

    private static int entry(final int chunk) {
        return CHUNK_TABLE_OFFSET + chunk * CHUNK_ENTRY_LENGTH;
    }
}
