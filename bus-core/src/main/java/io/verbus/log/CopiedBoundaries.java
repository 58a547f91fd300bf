package io.verbus.log;

import static io.verbus.log.LogLayout.CHUNKS;
import static io.verbus.log.LogLayout.CHUNK_ENTRY_LENGTH;
import static io.verbus.log.LogLayout.CHUNK_TABLE_OFFSET;
import static io.verbus.log.LogLayout.HORIZON_OFFSET;

import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Horizon and chunk table of a log on another host, copied again and again by a device that may tear words which are
 * being stored. A word that came torn differs from any later copy of it, because words only grow; so what two copies
 * say, of which one began when the other was complete, was so when the second began.
 */
public final class CopiedBoundaries {
    /** Where they begin in a log's header. */
    public static final int OFFSET = HORIZON_OFFSET;
    /** How long they are, with what stands between them, in bytes. */
    public static final int LENGTH = CHUNK_TABLE_OFFSET + CHUNKS * CHUNK_ENTRY_LENGTH - OFFSET;

    private static final int TABLE_LENGTH = CHUNKS * CHUNK_ENTRY_LENGTH;

    private final UnsafeBuffer last = new UnsafeBuffer(new byte[Long.BYTES + TABLE_LENGTH]);
    private int count;

    /** With no copy yet. */
    public CopiedBoundaries() {
    }

    /** Begins anew. */
    public void forget() {
        count = 0;
    }

    /** {@return how many copies there were} */
    public int count() {
        return count;
    }

    /**
     * Takes another copy in.
     *
     * @param header that it was copied into
     * @return whether it says what the one before did
     */
    public boolean isSame(final AtomicBuffer header) {
        boolean same = count++ > 0;
        same &= take(header, HORIZON_OFFSET, 0);
        for (int offset = 0; offset < TABLE_LENGTH; offset += Long.BYTES) {
            same &= take(header, CHUNK_TABLE_OFFSET + offset, Long.BYTES + offset);
        }
        return same;
    }

    private boolean take(final AtomicBuffer header, final int offset, final int to) {
        final long word = header.getLong(offset);
        final boolean same = word == last.getLong(to);
        last.putLong(to, word);
        return same;
    }
}
