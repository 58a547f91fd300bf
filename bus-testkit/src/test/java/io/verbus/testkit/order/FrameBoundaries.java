package io.verbus.testkit.order;

import io.verbus.internal.log.Boundary;
import io.verbus.internal.log.ChunkTable;
import io.verbus.internal.log.Log;
import io.verbus.testkit.memory.Interleaving;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A publisher replaces entries of the chunk table; another actor looks for frame boundaries. */
public final class FrameBoundaries extends OneLog {
    static final Map<String, String> OUTCOMES = Map.of(
            "before", "the reader sees the table as it was before the first claim",
            "before, the oldest gone", "the same, but the horizon has moved already",
            "in between", "it sees the entries of one or two of the three frames",
            "in between, the oldest gone", "and the horizon has passed its candidate for the oldest",
            "after, the oldest gone", "it sees all entries and the newest horizon",
            "after", "it looked for the oldest before all claims, for the newest after them");

    private static final int BEFORE = 15;
    private final List<Boundary> found = new ArrayList<>();

    @Override
    public void stage(final Interleaving played) {
        create(played, Path.of("log"), UNGATED);
        commit(BEFORE);
        final Log attached = Log.attach(log.path());
        played.actor("publisher", () -> commit(3));
        played.actor("reader", () -> {
            found.add(ChunkTable.atOrAbove(attached, 0));
            found.add(ChunkTable.newest(attached));
            found.add(ChunkTable.atOrBelow(attached, 1));
        });
    }

    private void commit(final int messages) {
        for (int i = 0; i < messages; i++) {
            writer.claim(LONG);
            writer.commit();
        }
        writer.handOver();
    }

    @Override
    public String outcome() {
        for (final Boundary boundary : found) {
            if (boundary.position() != boundary.sequence() * CHUNK) {
                throw new AssertionError("no frame begins at " + boundary);
            }
        }
        final long newest = found.get(1).sequence();
        return (newest < BEFORE ? "before" : newest < BEFORE + 2 ? "in between" : "after")
                + (found.getFirst().sequence() > 0 ? ", the oldest gone" : "");
    }
}
