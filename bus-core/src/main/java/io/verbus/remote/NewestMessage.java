package io.verbus.remote;

import static io.verbus.log.FrameLayout.align;
import static io.verbus.log.FrameLayout.isData;
import static io.verbus.log.FrameLayout.isFirst;
import static io.verbus.log.FrameLayout.length;
import static io.verbus.log.LogLayout.CHUNKS;

import io.verbus.log.Boundary;
import io.verbus.log.ChunkTable;
import io.verbus.log.Horizon;
import io.verbus.log.Log;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Where the last message begins in a log of our own, found by walking the frames of its newest chunk. By the conductor,
 * beside the publisher's thread, which may lap the walk.
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
     * Looks for it.
     *
     * @param log that is written meanwhile
     * @param end of what is committed
     * @return where the last message below the end begins; null if there is none, or the log went past the walk
     */
    static Boundary in(final Log log, final long end) {
        final NewestMessage walk = new NewestMessage(log, end);
        Boundary from = ChunkTable.newest(log);
        // The newest chunk may hold nothing yet, or frames of a message that began before.
        while (walk.passes(from) && walk.last == null) {
            final Boundary older = ChunkTable.atOrBelow(log, from.sequence() - 1);
            if (older.position() >= from.position()) {
                break;
            }
            from = older;
        }
        return Horizon.isAbove(log.headerWords(), from.position()) ? null : walk.last;
    }

    /** Walks to the end; false if what it finds is no frame, which is what a lap does. */
    private boolean passes(final Boundary from) {
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
            }
        }
        return true;
    }
}
