package io.verbus.internal.log;

import static io.verbus.internal.log.LogLayout.CHUNKS;
import static io.verbus.internal.log.LogLayout.CHUNK_ENTRY_LENGTH;
import static io.verbus.internal.log.LogLayout.CHUNK_TABLE_OFFSET;
import static io.verbus.internal.log.LogLayout.HORIZON_OFFSET;

import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Horizon and chunk table of a log on another host, copied repeatedly by a device that may tear words during a store.
 * Words only grow, so a torn copy of a word differs from every later copy. Two equal consecutive copies were therefore
 * valid when the second began, provided that it began after the first was complete.
 */
public final class CopiedBoundaries {
    /** Offset of the copied bytes in a log's header. */
    public static final int OFFSET = HORIZON_OFFSET;
    /** Length of horizon, chunk table and the bytes between them. */
    public static final int LENGTH = CHUNK_TABLE_OFFSET + CHUNKS * CHUNK_ENTRY_LENGTH - OFFSET;

    private static final int TABLE_LENGTH = CHUNKS * CHUNK_ENTRY_LENGTH;

    private final UnsafeBuffer last = new UnsafeBuffer(new byte[Long.BYTES + TABLE_LENGTH]);
    private int count;

    /** Starts without a copy. */
    public CopiedBoundaries() {
    }

    /** Starts again without a copy. */
    public void forget() {
        count = 0;
    }

    /** {@return the number of copies so far} */
    public int count() {
        return count;
    }

    /**
     * Records another copy.
     *
     * @param header destination of the copy
     * @return whether it is equal to the previous copy
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
