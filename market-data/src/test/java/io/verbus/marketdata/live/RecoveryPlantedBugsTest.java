package io.verbus.marketdata.live;

import io.verbus.support.mutant.Mutant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Histories of losses and snapshots detect each rule that is removed from the recovery. */
@Tag("long")
class RecoveryPlantedBugsTest {
    private static final long SEEDS = 200;
    private static final String SOURCE = "io/verbus/marketdata/live/RecoveringSource.java";
    private static final String HELD = "io/verbus/marketdata/live/HeldBlocks.java";
    private static final String FEED = "io/verbus/marketdata/feed/Feed.java";

    static final Mutant[] BUGS = {
            new Mutant("a snapshot from before the end of the loss is used", SOURCE, "if (next < heldFrom) {",
                    "if (next < 1) {"),
            new Mutant("a snapshot ahead of the feed is used at once", SOURCE,
                    "} else if (next <= held.nextSequence()) {", "} else if (next > 0) {"),
            new Mutant("a stored message that the snapshot includes is repeated", SOURCE,
                    "held.take(block, snapshots.nextSequence());", "held.take(block, snapshots.nextSequence() - 1);"),
            new Mutant("a stored message that the snapshot does not include is left out", SOURCE,
                    "held.take(block, snapshots.nextSequence());", "held.take(block, snapshots.nextSequence() + 1);"),
            new Mutant("the books are sound before the stored messages are repeated", SOURCE,
                    "if (held.sequence() < returnedBefore) {", "if (held.sequence() < 1) {"),
            new Mutant("messages since a second loss are not stored from its end on", SOURCE,
                    "        attempts = 0;\n        restart(afterGap);",
                    "        attempts = 0;\n        heldFrom = Math.min(heldFrom, afterGap);"),
            new Mutant("messages that arrive during a snapshot are dropped", SOURCE,
                    "            } else if (live.length() > 0) {\n                held.append(live);",
                    "            } else if (live.length() > 0) {\n                isAhead = true;"),
            new Mutant("a loss during a snapshot is forgotten", SOURCE,
                    "if (live == null || source.change() != Change.NONE) {", "if (live == null) {"),
            new Mutant("a sequence is skipped within a stored block", HELD, "sequence < fromSequence; sequence++",
                    "sequence <= fromSequence; sequence++"),
            new Mutant("books are sound while a snapshot is incomplete", FEED, "MessagePrefix.SUSPECT);", "0);"),
            new Mutant("a loss leaves the books sound", FEED,
                    "sessionMessages.state(InstrumentAction.SUSPECT, StateReason.SOURCE_GAP, sequence);", ""),
            new Mutant("a message of a wrong length is not reported to the source", FEED, "source.onUnusable();", ""),
            new Mutant("a message of a wrong length after a snapshot is forgotten", SOURCE, "isOutdated = true;", ""),
            new Mutant("executions are repeated", "io/verbus/marketdata/feed/RepeatWriter.java",
                    "if (type == OrderExecutedDecoder.TEMPLATE_ID) {", "if (type == -2) {")};

    @ParameterizedTest
    @FieldSource("BUGS")
    void bugIsFound(final Mutant bug) {
        bug.assertFound(RecoveryHunt.class, SEEDS);
    }
}
