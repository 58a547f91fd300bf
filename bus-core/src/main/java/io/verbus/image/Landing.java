package io.verbus.image;

import static io.verbus.log.LogLayout.CHUNKS;

import io.verbus.Repair;
import io.verbus.log.Boundary;
import io.verbus.log.ChunkTable;
import io.verbus.log.Horizon;
import io.verbus.log.Log;

/**
 * Sets a reader down where a frame begins, and asks the publisher to wait for it from there. The publisher may go past
 * that place meanwhile; then another is looked for.
 */
final class Landing {
    private static final int HALF_A_LAP = CHUNKS / 2;

    private final Log log;
    private final FrameReader reader;
    private final SharedPlace place;
    private final Repair repair;
    private final int capacity;
    /** Where the reader landed when it was last lapped, and how far from the oldest, in chunks. */
    private long landedAt;
    private int chunksKept;

    Landing(final Log log, final FrameReader reader, final SharedPlace place, final Repair repair) {
        this.log = log;
        this.reader = reader;
        this.place = place;
        this.repair = repair;
        this.capacity = log.identity().capacity();
    }

    /**
     * On the newest boundary at or below a sequence, or else the oldest. Who would lose the session begins half a lap
     * behind the newest at most, to have time to read.
     */
    void atOrBelow(final long sequence) {
        Boundary boundary;
        do {
            boundary = ChunkTable.atOrBelow(log, sequence);
            if (place.isLostByLap() && boundary.position() < middle()) {
                boundary = ChunkTable.atOrAbove(log, middle());
            }
        } while (!land(boundary));
    }

    /** Behind where the publisher has overwritten. */
    void afterLap() {
        if (place.isConflating()) {
            while (!isOnNewestMessage()) {
                Thread.onSpinWait();
            }
        } else {
            resume();
        }
    }

    /** At the end of the log, to know how far the publisher has got. */
    void atEnd() {
        Boundary newest;
        do {
            newest = ChunkTable.newest(log);
        } while (!land(newest) || !reader.passTo(behind(newest)));
    }

    /**
     * Sets the reader down where the last message begins; if none begins in the log, at its end, where the next will.
     * The message is the last, or younger than that: a publisher that is faster than we are is not followed for ever.
     *
     * @return false if the publisher has gone past that meanwhile
     */
    private boolean isOnNewestMessage() {
        final Boundary newest = ChunkTable.newest(log);
        Boundary from = newest;
        while (land(from) && reader.passTo(behind(newest))) {
            if (reader.hasPassedBeginning()) {
                reader.returnToBeginning();
                return true;
            }
            // The newest chunk may hold nothing yet, the end frame, or frames of a message that began before.
            final Boundary older = ChunkTable.atOrBelow(log, from.sequence() - 1);
            if (older.position() >= from.position()) {
                return true;
            }
            from = older;
        }
        return false;
    }

    /** Beyond what was committed when a boundary was the newest: a frame is at most a chunk long. */
    private long behind(final Boundary newest) {
        return newest.position() + 2L * (capacity / CHUNKS);
    }

    /**
     * Who only wants to know what is missing goes on half a lap behind the newest. Who wants the rest of what is still
     * in the log begins near the oldest; but who is lapped there again before long keeps away from it further and
     * further, up to half a lap.
     */
    private void resume() {
        final boolean soon = reader.position() - landedAt < capacity / 2;
        chunksKept = soon ? Math.clamp(2L * chunksKept, 1, HALF_A_LAP) : 1;
        Boundary boundary;
        do {
            boundary = ChunkTable.atOrAbove(log, aim());
        } while (!land(boundary));
        landedAt = boundary.position();
    }

    private long aim() {
        final long middle = middle();
        final long oldest = Horizon.of(log.header()) + (long) chunksKept * (capacity / CHUNKS);
        return repair == Repair.REPAIR ? Math.min(oldest, middle) : middle;
    }

    private long middle() {
        return ChunkTable.newest(log).position() - capacity / 2;
    }

    /** Whether the reader stands there, and nothing was overwritten before the publisher could know that. */
    private boolean land(final Boundary boundary) {
        reader.moveTo(boundary);
        reader.copying(true);
        place.ask(boundary.position());
        return !Horizon.isAbove(log.headerWords(), boundary.position());
    }
}
