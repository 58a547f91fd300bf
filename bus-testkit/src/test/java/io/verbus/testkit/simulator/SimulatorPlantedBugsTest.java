package io.verbus.testkit.simulator;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.support.mutant.Mutant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The simulator finds planted bugs: each is added to the bus alone; some were real. */
@Tag("long")
class SimulatorPlantedBugsTest {
    private static final long SEEDS = 2_000;
    private static final String CURSOR = "io/verbus/internal/publisher/Cursor.java";
    private static final String PLACE = "io/verbus/internal/image/RemoteSubscriberPosition.java";
    private static final String ARRIVALS = "io/verbus/internal/image/ArrivalReader.java";
    private static final String READER = "io/verbus/internal/publisher/RemoteReader.java";
    private static final String READERS = "io/verbus/internal/publisher/RemoteReaders.java";
    private static final String EPOCHS = "io/verbus/internal/publisher/Epochs.java";
    private static final String HISTORY = "io/verbus/internal/image/HistoryFetcher.java";
    private static final String FRAME_SKIPPER = "io/verbus/internal/image/FrameSkipper.java";
    private static final String IMAGE = "io/verbus/internal/image/Image.java";
    private static final String FETCH = "io/verbus/internal/recovery/RangeFetch.java";
    private static final String MISSING = "io/verbus/internal/recovery/MissingRange.java";
    private static final String SWEEP = "io/verbus/internal/journal/RetentionSweep.java";
    private static final String SESSION = "io/verbus/internal/subscriber/RemoteSession.java";

    static final Mutant[] BUGS = {
            new Mutant("a claim enters bytes in flight", CURSOR,
                    "return Math.min((long) READING.getAcquire(this), link.unfinished());",
                    "return (long) READING.getAcquire(this);"),
            new Mutant("a jump announces another sequence", CURSOR,
                    "link.jump(position, to.position(), to.sequence())",
                    "link.jump(position, to.position(), to.sequence() + 1)"),
            new Mutant("the newest message is reported with another sequence",
                    "io/verbus/internal/publisher/NewestMessage.java",
                    "new Boundary(position, sequence);", "new Boundary(position, sequence + 1);"),
            new Mutant("a reader lapped under EVICT keeps its session", CURSOR,
                    "case EVICT -> lapped = true;", "case EVICT -> lapped = false;")
                    .lastFoundAt(20),
            new Mutant("a reader requests a lost session again", "io/verbus/internal/subscriber/RemoteSessions.java",
                    "known.evict(offer);", "")
                    .lastFoundAt(20),
            new Mutant("a session is read over two connections",
                    "io/verbus/internal/subscriber/RemoteSessions.java",
                    "if (known != null || isBeingJoined(session) || finished.contains(session)) {",
                    "if (finished.contains(session)) {"),
            new Mutant("awaited bytes are left to the publisher's thread", CURSOR,
                    "if (!gone) {", "if (!gone && writer.awaited() <= position) {").lastFoundAt(1),
            new Mutant("a detached reader reads a part of a frame", PLACE, "readable = atPosition;", ""),
            new Mutant("a reader in its ordinary state reads bytes before they arrive", ARRIVALS,
                    "(int) Math.min(capacity, offset + arrived)", "capacity"),
            new Mutant("a reader in its ordinary state follows no jump", ARRIVALS, "link.jumpPosition() < 0 && ", ""),
            new Mutant("a reader in its ordinary state keeps an ended link", ARRIVALS,
                    " && link.endedBy() == null && image.isPublisherHeard()", ""),
            new Mutant("credit is not returned", PLACE, "epoch.link().consumed(newPosition);", ""),
            new Mutant("the log is not held for a disconnected reader", READER, "heldAt = lowest();",
                    "heldAt = NOWHERE;")
                    .lastFoundAt(1),
            new Mutant("a reconnected reader does not get awaited bytes",
                    "io/verbus/internal/publisher/StartPositions.java",
                    "writer.awaited() > position && ownPosition > position", "writer.awaited() > position")
                    .lastFoundAt(138),
            new Mutant("the log is held before the image exists", READERS,
                    "offered.put(request, offer.refusal());",
                    """
                            offered.put(request, offer.refusal());
                            if (request.target() instanceof Request.Another
                                    && request.subscriber().policy() == Policy.BLOCK) {
                                final RemoteReader early = add(request.subscriber(), offer.refusal());
                                early.gate(offer.position(), offer.position(), beginnings);
                                early.detach(nowNs);
                            }
                            """),
            new Mutant("a link is closed before the device releases it", EPOCHS, "|| !cursor.link().isReleased()",
                    ""),
            new Mutant("a frame is read before its end arrives", FRAME_SKIPPER,
                    "return align(length) <= readable - position && ", "return readable >= position && "),
            new Mutant("the horizon is not read again after a READ", HISTORY,
                    "if (!hasCopied(CopiedBoundaries.OFFSET", "if (copied == 0 && !hasCopied(CopiedBoundaries.OFFSET"),
            new Mutant("the credit is off by one frame", PLACE, "epoch.link().consumed(newPosition);",
                    "epoch.link().consumed(newPosition + 32);"),
            new Mutant("a stale epoch is accepted", SESSION, "detached.link() == link ||", "true ||"),
            new Mutant("the tail of a session that is lost is not checked", IMAGE,
                    "if (known > next && !accepted) {", "if (known < next) {")
                    .lastFoundAt(18),
            new Mutant("the index of a journal is off by one", "io/verbus/internal/journal/SegmentIndex.java",
                    "return at >= 0 ? at : -at - 2;", "return at >= 0 ? at : Math.min(-at - 1, count - 1);"),
            new Mutant("a restarted recorder skips a message", "io/verbus/internal/journal/JournalRecovery.java",
                    "RecoveredSession(tail.header.session(), tail.next(), ",
                    "RecoveredSession(tail.header.session(), tail.next() + 1, "),
            new Mutant("recovery cuts at the first damage", "io/verbus/internal/journal/SegmentRepair.java",
                    "found == SegmentReader.Found.RECORD || pass(reader, index, damages)",
                    "found == SegmentReader.Found.RECORD")
                    .lastFoundAt(510),
            new Mutant("recovery does not rebuild a header", "io/verbus/internal/journal/JournalRecovery.java",
                    "!(one.failure instanceof CorruptHeader)", "true")
                    .lastFoundAt(64),
            new Mutant("a recorder records without copies", "io/verbus/Bus.java",
                    "requested.repair(), requested.copies(),",
                    "requested.repair(), requested.copies() && !\"recorder\".equals(requested.name()),")
                    .lastFoundAt(18),
            new Mutant("a refused remote reader blocks the publisher", READER,
                    "return refusal() == Refusal.NONE ? identity().policy() : Policy.SKIP;",
                    "return identity().policy();"),
            new Mutant("the time budget of a name restarts with each process",
                    "io/verbus/internal/publisher/BlockingBudgets.java",
                    "return isUsedUp(name) ? Refusal.BUDGET : Refusal.NONE;",
                    "usedNs.remove(name);\n        return Refusal.NONE;").lastFoundAt(273),
            new Mutant("a sweep removes only one segment for its bytes", SWEEP, "bytes -= first.bytes;", "bytes = 0;")
                    .lastFoundAt(4),
            new Mutant("a sweep removes nothing for its age", SWEEP,
                    "epochNs - first.newestNs > retention.age().toNanos();", "epochNs - first.newestNs < 0;")
                    .lastFoundAt(54),
            new Mutant("a following segment is not noted at once", "io/verbus/journal/SessionWriter.java",
                    "segment.followedBy(first);", ""),
            new Mutant("a restarted recorder notes no following segment", "io/verbus/journal/SessionWriter.java",
                    "journal.followed(found, first);", "")
                    .lastFoundAt(34),
            new Mutant("retention leaves the note about a removed segment", SWEEP,
                    "SegmentNote.PRECEDING.write(next, SegmentNote.NONE);", ""),
            new Mutant("a continued session notes a segment that retention removed", SWEEP,
                    "return isContinued.computeIfAbsent(newest, segment -> true);", "return true;")
                    .lastFoundAt(113),
            new Mutant("ages follow a clock that was set", "io/verbus/internal/journal/SteadyEpochClock.java",
                    "disputed = !agrees && nowNs - disputedNs < BELIEVED_NS;", "disputed = false;")
                    .lastFoundAt(725),
            new Mutant("a range response leaves its directory", "io/verbus/internal/shm/StreamDirectory.java",
                    "Files.deleteIfExists(path);", "Files.deleteIfExists(path.resolve(name));"),
            new Mutant("a silent subscription keeps the logs of dead publishers", "io/verbus/internal/shm/Sweep.java",
                    "nowNs - positions.heartbeat() <= silentNs", "nowNs - positions.heartbeat() <= silentNs * 1_000")
                    .lastFoundAt(6),
            new Mutant("all unfound logs are kept", "io/verbus/internal/shm/Sweep.java",
                    "ofPublisher.subList(Math.min(KEPT_UNFOUND, ofPublisher.size()),",
                    "ofPublisher.subList(ofPublisher.size(),").lastFoundAt(0),
            new Mutant("a gap filled from the journal is one message short", MISSING,
                    "next = newNext;", "next = newNext + 1;"),
            new Mutant("only one recorder is asked", FETCH,
                    "return seen.size() > lackers;", "return false;"),
            new Mutant("a session that is broken off gets an end",
                    "io/verbus/internal/publisher/PublicationCloser.java",
                    "if (!ended && (!isRegular || writer.end())) {", "if (!ended && writer.end()) {")};

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @FieldSource("BUGS")
    void aBugIsFound(final Mutant bug) {
        assumeTrue(bug.name().contains(System.getProperty("verbus.bug", "")), "another bug is selected");
        bug.assertFound(SimulatorHunt.class, SEEDS);
    }
}
