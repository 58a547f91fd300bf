package io.verbus.log;

import org.agrona.DirectBuffer;

/**
 * Which chunk tables are worth a target's time. A reader that finds no entry looks a thousand times, as a publisher
 * might be at work; so only few inputs may have such a table, or there would be no time for others.
 */
public final class Tables {
    private static final int FEW = 16;

    private Tables() {
    }

    /** Whether some entry will be believed, or this input is one of the few. */
    public static boolean isWorthReading(final Log log, final int hashOfInput) {
        final DirectBuffer header = log.header();
        final int chunkLength = log.identity().capacity() / LogLayout.CHUNKS;
        final long horizon = header.getLong(LogLayout.HORIZON_OFFSET);
        boolean readable = hashOfInput % FEW == 0;
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
