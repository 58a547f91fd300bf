package io.verbus.internal.publisher;

import static io.verbus.internal.log.FrameLayout.SEQUENCE_OFFSET;
import static io.verbus.internal.log.FrameLayout.align;
import static io.verbus.internal.log.FrameLayout.isData;
import static io.verbus.internal.log.FrameLayout.isFirst;
import static io.verbus.internal.log.FrameLayout.length;
import static io.verbus.internal.log.LogLayout.CHUNKS;

import io.verbus.internal.log.Boundary;
import io.verbus.internal.log.ChunkTable;
import io.verbus.internal.log.Horizon;
import io.verbus.internal.log.Log;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Finds the start of the newest message in a log of this process, by a scan of the newest chunk's frames. By the
 * conductor or a pusher, concurrently with the publisher's thread, which may lap the scan.
 */
final class NewestMessage {
    private final UnsafeBuffer ring;
    private final int mask;
    private final int longest;
    private final long end;
    private Boundary last;

    private NewestMessage(final Log log, final long end) {
        this.ring = log.ring();
        this.mask = log.identity().capacity() - 1;
        this.longest = log.identity().capacity() / CHUNKS;
        this.end = end;
    }

    /**
     * Scans for the newest message.
     *
     * @param log that is written concurrently
     * @param end of the commits
     * @return start of the last message below the end; null if there is none, or the scan was lapped
     */
    static Boundary in(final Log log, final long end) {
        final NewestMessage newest = new NewestMessage(log, end);
        Boundary from = ChunkTable.newest(log);
        // The newest chunk may be empty, or contain only frames of an earlier message.
        while (newest.scan(from) && newest.last == null) {
            final Boundary older = ChunkTable.atOrBelow(log, from.sequence() - 1);
            if (older.position() >= from.position()) {
                break;
            }
            from = older;
        }
        return Horizon.isAbove(log.headerWords(), from.position()) ? null : newest.last;
    }

    /** Scans to the end; returns false at an invalid frame, which a lap causes. */
    private boolean scan(final Boundary from) {
        long sequence = from.sequence();
        int aligned;
        for (long position = from.position(); position < end; position += aligned) {
            final long word = ring.getLongAcquire((int) position & mask);
            aligned = align(length(word));
            if (aligned == 0 || aligned > longest) {
                return false;
            }
            if (isData(word)) {
                if (isFirst(word)) {
                    last = new Boundary(position, sequence);
                }
                sequence++;
            } else { // after a range that a relay did not get, or the same
                sequence = ring.getLong(((int) position & mask) + SEQUENCE_OFFSET);
            }
        }
        return true;
    }
}
