package io.verbus.testkit.stepper;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.support.mutant.Mutant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The stepper finds planted bugs: each is added to the bus alone, and one of the first thousand histories fails. */
@Tag("long")
class StepperPlantedBugsTest {
    private static final long SEEDS = 1_000;
    private static final String WRITER = "io/verbus/internal/log/LogWriter.java";
    private static final String FRAME_READER = "io/verbus/internal/image/FrameReader.java";
    private static final String IMAGE = "io/verbus/internal/image/Image.java";
    private static final String LOCAL_IMAGE = "io/verbus/internal/image/LocalImage.java";
    private static final String IN_PLACE = "io/verbus/internal/image/InPlaceReader.java";
    private static final String GAPS = "io/verbus/internal/image/GapTracker.java";
    private static final String LANDING = "io/verbus/internal/image/FrameSeeker.java";
    private static final String READERS = "io/verbus/internal/publisher/LocalReaders.java";
    private static final String PROGRESS = "io/verbus/internal/conductor/ProgressMonitor.java";
    private static final String READER = "io/verbus/internal/publisher/LocalReader.java";

    static final Mutant[] BUGS = {
            new Mutant("the horizon is stored after the bytes", WRITER,
                    "Horizon.advance(log.header(), horizon);",
                    "Horizon.advance(log.header(), horizon - chunkLength);"),
            new Mutant("the next commit word is not cleared", WRITER,
                    "ring.putLong(offset(next), 0L);", ""),
            new Mutant("the chunk table is one frame off", WRITER,
                    "position, sequence);\n            recorded", "position, sequence + 1);\n            recorded"),
            new Mutant("a claim leaves no room for the word that its commit clears", WRITER,
                    "if (!open(position + aligned + RESERVE)) {", "if (!open(position + aligned)) {"),
            new Mutant("a reader does not check the horizon", FRAME_READER,
                    "if (Horizon.isAbove(logHeader, lowest)) {\n                discardedCopies",
                    "if (copying && Horizon.isAbove(logHeader, lowest)) {\n                discardedCopies")
                    .lastFoundAt(240),
            new Mutant("a reader reads in place before it is acknowledged", LOCAL_IMAGE,
                    "settings.copies() || !consumed.isGating(reader.position());",
                    "settings.copies() || consumed.isGating(reader.position()) && false;"),
            new Mutant("a reader in its ordinary state does not check the horizon", IN_PLACE,
                    " || Horizon.isAbove(logHeader, lowest)) {\n                break;", ") {\n                break;")
                    .lastFoundAt(585),
            new Mutant("a reader in its ordinary state reports no doubt", IN_PLACE,
                    "if (lowest < position && Horizon", "if (lowest > position && Horizon")
                    .lastFoundAt(156),
            new Mutant("the conductor cannot end the ordinary state", LOCAL_IMAGE,
                    "public void check() {\n        ordinary.close();", "public void check() {").lastFoundAt(282),
            new Mutant("the ordinary state begins inside a message", LOCAL_IMAGE,
                    " && !reader.isReassembling();", ";"),
            new Mutant("a doubtful message is not reported", IMAGE, "if (reader.isDoubtful()) {",
                    "if (reader.isDoubtful() && gapTracker.isStarted() && false) {")
                    .lastFoundAt(156),
            new Mutant("a gap is one message too long", GAPS, "report(wanted, first - 1, cause, cause.description());",
                    "report(wanted, first, cause, cause.description());"),
            new Mutant("a gap is counted one message short", GAPS, "counters().gap(last - first + 1);",
                    "counters().gap(last - first);"),
            new Mutant("an ended session reports one message too many", IMAGE, "Ended(session, reader.sequence())",
                    "Ended(session, reader.sequence() + 1)"),
            new Mutant("no reader is evicted", PROGRESS, "timeout.isOver(nowNs);", "false;").lastFoundAt(5),
            new Mutant("the progress timeout is ignored", PROGRESS, "timeout.isOver(nowNs);",
                    "timeout.isOver(nowNs) || newPosition < awaited;").lastFoundAt(7),
            new Mutant("dead readers block the publisher", READERS,
                    "!directory.isAlive(reader.identity().process())", "nowNs == Long.MIN_VALUE"),
            new Mutant("all policies block the publisher", READER, "return identity().policy() == Policy.BLOCK;",
                    "return identity().policy() != null;"),
            new Mutant("a refused reader blocks the publisher", "io/verbus/internal/publisher/BlockingBudgets.java",
                    "if (!allowed.allow(name)) {", "if (allowed.names().size() == Integer.MAX_VALUE) {"),
            new Mutant("a refused reader is not notified", "io/verbus/internal/subscriber/ImageHandover.java",
                    "if (refusal != Refusal.NONE) {", "if (refusal == null) {")
                    .lastFoundAt(10),
            new Mutant("a reader that has read is evicted as if it had not",
                    "io/verbus/internal/publisher/BlockingUsage.java",
                    "hasRead = true;", "")
                    .lastFoundAt(585),
            new Mutant("only the last reader blocks the publisher", "io/verbus/internal/publisher/BlockingReaders.java",
                    "lowest = Math.min(lowest, one.position());", "lowest = one.position();")
                    .lastFoundAt(4),
            new Mutant("the death of a publisher is not noticed", "io/verbus/internal/subscriber/WatchedSession.java",
                    "image.publisherDied();", ""),
            new Mutant("a conflating reader resumes after the newest message", LANDING,
                    "reader.returnToBeginning();", ""),
            new Mutant("a conflating reader searches only the newest chunk", LANDING,
                    "if (older.position() >= from.position()) {", "if (older.position() <= from.position()) {")
                    .lastFoundAt(16),
            new Mutant("a reader lapped under EVICT keeps the session",
                    "io/verbus/internal/image/LocalSubscriberPosition.java",
                    "return policy == Policy.EVICT;", "return false;")
                    .lastFoundAt(8),
            new Mutant("a lost session is reported without its newest sequence", LOCAL_IMAGE, "frameSeeker.atEnd();",
                    "")
                    .lastFoundAt(19),
            new Mutant("long messages do not reserve room first", "io/verbus/internal/log/LongMessages.java",
                    "writer.makeRoom(framesLength(length));", "0;")};

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @FieldSource("BUGS")
    void aBugIsFound(final Mutant bug) {
        bug.assertFound(StepperHunt.class, SEEDS);
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void withoutBugNothingIsFound() {
        assertEquals("", new StepperHunt().apply(new long[]{0, 100}));
    }
}
