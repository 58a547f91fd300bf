package io.verbus.internal.image;

import static io.verbus.internal.log.LogLayout.CHUNKS;

import io.verbus.Repair;
import io.verbus.internal.log.Boundary;
import io.verbus.internal.log.ChunkTable;
import io.verbus.internal.log.Horizon;
import io.verbus.internal.log.Log;

/**
 * Moves a reader to a frame boundary, and requests that the publisher waits for it from there. If the publisher
 * overwrites that boundary in between, another is chosen.
 */
final class FrameSeeker {
    private static final int HALF_LAP = CHUNKS / 2;

    private final Log log;
    private final FrameReader reader;
    private final LocalSubscriberPosition subscriberPosition;
    private final Repair repair;
    private final int capacity;
    /** Position of the reader after its last lap, and its distance from the oldest boundary in chunks. */
    private long resumedAt;
    private int chunksKept;

    FrameSeeker(final Log log, final FrameReader reader, final LocalSubscriberPosition subscriberPosition,
            final Repair repair) {
        this.log = log;
        this.reader = reader;
        this.subscriberPosition = subscriberPosition;
        this.repair = repair;
        this.capacity = log.identity().capacity();
    }

    /**
     * At the newest boundary at or below a sequence, or else the oldest. Under EVICT at most half a log before the end,
     * to leave time to read.
     */
    void atOrBelow(final long sequence) {
        Boundary boundary;
        do {
            boundary = ChunkTable.atOrBelow(log, sequence);
            if (subscriberPosition.isLostByLap() && boundary.position() < middle()) {
                boundary = ChunkTable.atOrAbove(log, middle());
            }
        } while (!moveTo(boundary));
    }

    /** After the overwritten part. */
    void afterLap() {
        if (subscriberPosition.isConflating()) {
            while (!isOnNewestMessage()) {
                Thread.onSpinWait();
            }
        } else {
            resume();
        }
    }

    /** At the end of the log, to find the newest sequence. */
    void atEnd() {
        Boundary newest;
        do {
            newest = ChunkTable.newest(log);
        } while (!moveTo(newest) || !reader.passTo(endOf(newest)));
    }

    /**
     * Moves the reader to the start of the newest message; if none starts in the log, to its end. The message was the
     * newest when this began, or is newer: a faster publisher is not followed forever.
     *
     * @return false if the reader was lapped in between
     */
    private boolean isOnNewestMessage() {
        final Boundary newest = ChunkTable.newest(log);
        Boundary from = newest;
        while (moveTo(from) && reader.passTo(endOf(newest))) {
            if (reader.hasPassedBeginning()) {
                reader.returnToBeginning();
                return true;
            }
            // The newest chunk may be empty, or contain only the end frame or frames of an earlier message.
            final Boundary older = ChunkTable.atOrBelow(log, from.sequence() - 1);
            if (older.position() >= from.position()) {
                return true;
            }
            from = older;
        }
        return false;
    }

    /**
     * A position after all frames that were committed when a boundary was the newest: a frame is at most a chunk long.
     */
    private long endOf(final Boundary newest) {
        return newest.position() + 2L * (capacity / CHUNKS);
    }

    /**
     * Under report, resumes half a log before the end. Under repair, resumes near the oldest frame; if the reader is
     * lapped again soon, the distance from it doubles, up to half a log.
     */
    private void resume() {
        final boolean soon = reader.position() - resumedAt < capacity / 2;
        chunksKept = soon ? Math.clamp(2L * chunksKept, 1, HALF_LAP) : 1;
        Boundary boundary;
        do {
            boundary = ChunkTable.atOrAbove(log, aim());
        } while (!moveTo(boundary));
        resumedAt = boundary.position();
    }

    private long aim() {
        final long middle = middle();
        final long oldest = Horizon.of(log.header()) + (long) chunksKept * (capacity / CHUNKS);
        return repair == Repair.REPAIR ? Math.min(oldest, middle) : middle;
    }

    private long middle() {
        return ChunkTable.newest(log).position() - capacity / 2;
    }

    /** Moves the reader to a boundary, and returns false if it was overwritten before the publisher could see that. */
    private boolean moveTo(final Boundary boundary) {
        reader.moveTo(boundary);
        reader.copying(true);
        subscriberPosition.request(boundary.position());
        return !Horizon.isAbove(log.headerWords(), boundary.position());
    }
}
