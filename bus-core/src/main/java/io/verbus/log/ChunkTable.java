package io.verbus.log;

import static io.verbus.log.LogLayout.CHUNKS;
import static io.verbus.log.LogLayout.CHUNK_ENTRY_LENGTH;
import static io.verbus.log.LogLayout.CHUNK_POSITION_OFFSET;
import static io.verbus.log.LogLayout.CHUNK_SEQUENCE_OFFSET;
import static io.verbus.log.LogLayout.CHUNK_TABLE_OFFSET;
import static java.util.Comparator.comparingLong;

import io.verbus.BusException;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.agrona.concurrent.AtomicBuffer;

/**
 * Position and sequence of the first frame that begins in each chunk of a log: where somebody without a frame boundary
 * finds one.
 *
 * <p>An entry is replaced only after the horizon has passed what it names, so a reader that finds the horizon not above
 * the position it has read knows that position and sequence belong together. What is returned here was in the log a
 * moment ago; who reads from there checks the horizon again.
 */
public final class ChunkTable {
    /** Position of an entry that names no frame. */
    private static final long NONE = -1;
    /** At 10 GB/s a log gets there in 14 years; who goes on from a boundary never comes to the end of the numbers. */
    private static final long MAX = 1L << 62;
    /** A publisher laps all sixteen entries between two reads of them perhaps once, never this often. */
    private static final int MAX_ATTEMPTS = 1_000;

    private ChunkTable() {
    }

    static void clear(final AtomicBuffer header) {
        for (int chunk = 0; chunk < CHUNKS; chunk++) {
            header.putLong(entry(chunk) + CHUNK_POSITION_OFFSET, NONE);
        }
        record(header, 0, 0, 0);
    }

    static void record(final AtomicBuffer header, final int chunk, final long position, final long sequence) {
        header.putLong(entry(chunk) + CHUNK_SEQUENCE_OFFSET, sequence);
        header.putLongRelease(entry(chunk) + CHUNK_POSITION_OFFSET, position); // SYNC entry: pairs with read
    }

    /**
     * The first frame of the newest chunk.
     *
     * @param log that may be written meanwhile
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
        throw new BusException("the chunk table of " + log.path() + " is corrupt; restart its publisher");
    }

    /**
     * The oldest boundary that is at or above a position, or else the newest.
     *
     * @param log that may be written meanwhile
     * @param position a lower bound; 0 for the oldest of all
     * @return a boundary
     */
    public static Boundary atOrAbove(final Log log, final long position) {
        return entries(log).filter(entry -> entry.position() >= position)
                .min(comparingLong(Boundary::position)).orElseGet(() -> newest(log));
    }

    /**
     * The newest boundary that is at or below a sequence, or else the oldest.
     *
     * @param log that may be written meanwhile
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
        final long position = header.getLongAcquire(entry(chunk) + CHUNK_POSITION_OFFSET); // SYNC entry
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
