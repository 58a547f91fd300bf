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

    /** On the newest boundary at or below a sequence, or else the oldest. */
    void atOrBelow(final long sequence) {
        Boundary boundary;
        do {
            boundary = ChunkTable.atOrBelow(log, sequence);
        } while (!land(boundary));
    }

    /**
     * Behind where the publisher has overwritten. Who only wants to know what is missing goes on half a lap behind the
     * newest. Who wants the rest of what is still in the log begins near the oldest; but who is lapped there again
     * before long keeps away from it further and further, up to half a lap.
     */
    void afterLap() {
        final boolean soon = reader.position() - landedAt < capacity / 2;
        chunksKept = soon ? Math.clamp(2L * chunksKept, 1, HALF_A_LAP) : 1;
        Boundary boundary;
        do {
            boundary = ChunkTable.atOrAbove(log, aim());
        } while (!land(boundary));
        landedAt = boundary.position();
    }

    private long aim() {
        final long middle = ChunkTable.newest(log).position() - capacity / 2;
        final long oldest = Horizon.of(log.header()) + (long) chunksKept * (capacity / CHUNKS);
        return repair == Repair.REPAIR ? Math.min(oldest, middle) : middle;
    }

    /** Whether the reader stands there, and nothing was overwritten before the publisher could know that. */
    private boolean land(final Boundary boundary) {
        reader.moveTo(boundary);
        reader.copying(true);
        place.ask(boundary.position());
        return !Horizon.isAbove(log.headerWords(), boundary.position());
    }
}
