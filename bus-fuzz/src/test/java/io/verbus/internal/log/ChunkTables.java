package io.verbus.internal.log;

import org.agrona.DirectBuffer;

/**
 * Selects the chunk tables that are worth the time. A reader that finds no entry retries a thousand times, because a
 * publisher could be writing; so only few inputs may have such a table.
 */
public final class ChunkTables {
    private static final int SAMPLING = 16;

    private ChunkTables() {
    }

    /** Whether an entry is valid, or this input is one of the few. */
    public static boolean isWorthReading(final Log log, final int hashOfInput) {
        final DirectBuffer header = log.header();
        final int chunkLength = log.identity().capacity() / LogLayout.CHUNKS;
        final long horizon = header.getLong(LogLayout.HORIZON_OFFSET);
        boolean readable = hashOfInput % SAMPLING == 0;
        for (int chunk = 0; chunk < LogLayout.CHUNKS; chunk++) {
            final int entry = LogLayout.CHUNK_TABLE_OFFSET + chunk * LogLayout.CHUNK_ENTRY_LENGTH;
            final long position = header.getLong(entry);
            final long sequence = header.getLong(entry + LogLayout.CHUNK_SEQUENCE_OFFSET);
            readable |= position >= horizon && isInBounds(position) && position % FrameLayout.ALIGNMENT == 0
                    && isInBounds(sequence) && position / chunkLength % LogLayout.CHUNKS == chunk;
        }
        return readable;
    }

    private static boolean isInBounds(final long number) {
        return number >= 0 && number <= 1L << 62;
    }
}
