package io.verbus.testkit.order;

import io.verbus.support.mutant.Mutant;
import java.util.List;

/**
 * The log and the shared words of readers and publisher, each with one ordering operation removed; by the scenario that
 * finds the bug.
 */
final class Mutants {
    private static final String LOG = "io/verbus/internal/log/";
    private static final String WRITER = LOG + "LogWriter.java";
    private static final String HORIZON = LOG + "Horizon.java";
    private static final String TABLE = LOG + "ChunkTable.java";
    private static final String FRAMES = "io/verbus/internal/image/FrameReader.java";
    private static final String IN_PLACE = "io/verbus/internal/image/InPlaceReader.java";
    private static final String GATING = "io/verbus/internal/image/GatingReader.java";
    private static final String COPIES = "io/verbus/internal/image/CopyingReader.java";
    private static final String READERS = "io/verbus/internal/publisher/LocalReaders.java";
    private static final String CURSOR = "io/verbus/internal/publisher/Cursor.java";
    private static final String FULL_FENCE = "VarHandle.fullFence();";
    private static final String STORE_FENCE = "VarHandle.storeStoreFence();";
    private static final String REQUESTED_HORIZON = "        final boolean requested = writer.awaited() > position;"
            + " // loaded first: after a 0 the horizon is the newest\n";
    private static final String NEW_HORIZON = "        final boolean gone = Horizon.of(log.header()) > position;\n";
    private static final String PAIR = "; // SYNC commit with LogWriter:";

    static final List<Mutant> FIRST_MESSAGES = List.of(
            new Mutant("the commit word is stored plain", WRITER, "ring.putLongRelease(", "ring.putLong("),
            new Mutant("the commit word is read plain", FRAMES, "ring.getLongAcquire(offset)" + PAIR,
                    "ring.getLong(offset)" + PAIR),
            new Mutant("the commit word is read opaque", FRAMES, "ring.getLongAcquire(offset)" + PAIR,
                    "ring.getLongOpaque(offset)" + PAIR));

    static final List<Mutant> LAPPING = List.of(
            new Mutant("the next commit word is not cleared", WRITER,
                    "ring.putLong(offset(next), 0L);", ""),
            new Mutant("the horizon is never checked", HORIZON,
                    "return header.getLongOpaque(HORIZON_OFFSET) > position;", "return false;"),
            new Mutant("the horizon is not checked after a copy", FRAMES,
                    "if (Horizon.isAbove(logHeader, lowest)) {\n                discardedCopies",
                    "if (false) {\n                discardedCopies"),
            new Mutant("no load fence before the horizon is read", HORIZON, "VarHandle.acquireFence();", ""),
            new Mutant("no fence after the store of the horizon", HORIZON, FULL_FENCE, ""),
            new Mutant("the horizon is not stored", WRITER,
                    "Horizon.advance(log.header(), horizon);", ""));

    static final List<Mutant> COPYING = List.of(
            new Mutant("the horizon is not checked after a copy in the ordinary state", COPIES,
                    "if (Horizon.isAbove(logHeader, base + offset)) {", "if (false) {"),
            new Mutant("no load fence before the horizon is read", HORIZON, "VarHandle.acquireFence();", ""));

    static final List<Mutant> FRAME_BOUNDARIES = List.of(
            new Mutant("a chunk's position is stored plain", TABLE,
                    "header.putLongRelease(entry(chunk) + CHUNK_POSITION_OFFSET, position);",
                    "header.putLong(entry(chunk) + CHUNK_POSITION_OFFSET, position);"),
            new Mutant("a chunk's position is read plain", TABLE,
                    "header.getLongAcquire(entry(chunk) + CHUNK_POSITION_OFFSET);",
                    "header.getLong(entry(chunk) + CHUNK_POSITION_OFFSET);"),
            new Mutant("a boundary is not compared with the horizon", TABLE,
                    "return !inThisChunk || Horizon.isAbove(log.headerWords(), position) ?", "return !inThisChunk ?"),
            new Mutant("no load fence before a boundary is compared", HORIZON, "VarHandle.acquireFence();", ""));

    static final List<Mutant> WAITING = List.of(
            new Mutant("the publisher does not check its readers", WRITER,
                    "if (gatingPositions.lowest() < horizon) {", "if (false) {"),
            new Mutant("progress is stored plain", "io/verbus/internal/shm/Positions.java",
                    "public void advance(final int index, final long position) {\n        words.putLongRelease(",
                    "public void advance(final int index, final long position) {\n        words.putLong("));

    static final List<Mutant> JOINING = List.of(
            new Mutant("no fence before the publisher checks its readers", WRITER, FULL_FENCE, ""),
            new Mutant("only a store fence before the publisher checks its readers", WRITER, FULL_FENCE, STORE_FENCE),
            new Mutant("the horizon is stored before the publisher checks its readers", WRITER,
                    "AWAITED.setRelease(this, horizon);",
                    "AWAITED.setRelease(this, horizon); Horizon.advance(log.header(), horizon);"),
            new Mutant("no fence before the conductor checks the horizon again", READERS, FULL_FENCE, ""),
            new Mutant("the conductor does not check the horizon again", READERS,
                    "LogWriter\n        if (isAwaitedOrGone(reader.position())) {", "LogWriter\n        if (false) {"),
            new Mutant("the conductor does not check the requested horizon", READERS,
                    "writer.awaited() > position || ", ""));

    static final List<Mutant> AWAITING = List.of(
            new Mutant("ready before the start is chosen", "io/verbus/internal/image/LocalImage.java",
                    "gapTracker.want(join(start));\n            consumed.show();",
                    "consumed.show();\n            gapTracker.want(join(start));"));

    static final List<Mutant> EVICTION = List.of(
            new Mutant("a reader in its ordinary state does not check its acknowledgement", GATING,
                    "if (!Acknowledgements.holds(logHeader, acknowledgement, subscription, join)) {", "if (false) {"),
            new Mutant("a reader in its ordinary state does not check the horizon", IN_PLACE,
                    " || Horizon.isAbove(logHeader, lowest)) {\n                break;", ") {\n                break;"),
            new Mutant("a reader in its ordinary state reports no doubt", IN_PLACE,
                    "if (lowest < position && Horizon", "if (lowest > position && Horizon"));

    static final List<Mutant> CLOSING = List.of(
            new Mutant("the position is stored before the sequence", WRITER,
                    "SEQUENCE.setOpaque(this, committed + 1);\n        passTo(at + align(frameLength));",
                    "passTo(at + align(frameLength));\n        SEQUENCE.setOpaque(this, committed + 1);"),
            new Mutant("no barrier before the closing thread checks the claim", WRITER,
                    "public boolean isVacant() {\n        ProcessBarrier.run();", "public boolean isVacant() {"),
            new Mutant("the closing thread does not check the claim", WRITER,
                    "if (inside && !owner.isCurrent() && !owner.isDead()) {", "if (false) {"));

    static final List<Mutant> PUSHING = List.of(
            new Mutant("a pusher does not announce the position that it reads", CURSOR,
                    "        READING.setOpaque(this, position);\n", ""),
            new Mutant("no fence after the announcement", CURSOR,
                    "VarHandle.fullFence(); // SYNC promise with LogWriter", ""),
            new Mutant("no fence before the publisher checks the cursors", WRITER, FULL_FENCE, ""),
            new Mutant("a pusher loads the horizon before the requested one", CURSOR,
                    REQUESTED_HORIZON + NEW_HORIZON, NEW_HORIZON + REQUESTED_HORIZON),
            new Mutant("a pusher does not check the requested horizon", CURSOR, "gone || requested", "gone"),
            new Mutant("a pusher does not check the horizon", CURSOR, "gone || requested", "requested"));

    private Mutants() {
    }
}
