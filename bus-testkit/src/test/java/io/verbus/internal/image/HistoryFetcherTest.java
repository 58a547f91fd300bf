package io.verbus.internal.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.GapCause;
import io.verbus.Policy;
import io.verbus.PollHandler;
import io.verbus.Refusal;
import io.verbus.Repair;
import io.verbus.internal.log.Boundary;
import io.verbus.internal.log.ChunkTable;
import io.verbus.internal.log.CopiedBoundaries;
import io.verbus.internal.log.FrameCopier;
import io.verbus.internal.log.FrameLayout;
import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogLayout;
import io.verbus.internal.log.LogWriter;
import io.verbus.internal.log.LongMessages;
import io.verbus.internal.monitor.GapCounters;
import io.verbus.spi.Offer;
import io.verbus.support.EventRecorder;
import io.verbus.support.Logs;
import io.verbus.support.Payloads;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One log, one image of it, and a link that copies history when the test permits; stepped by one thread. */
class HistoryFetcherTest {
    private static final int CAPACITY = LogLayout.MIN_CAPACITY;
    private static final int CHUNK = CAPACITY / LogLayout.CHUNKS;
    /** In three frames. */
    private static final int LONG = 2 * CHUNK;
    private static final int MEMORY = 1 << 20;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final Payloads payloads = new Payloads(7, sequence -> sequence % 40 == 3 ? LONG : (int) (sequence % 300));
    private final UnsafeBuffer source = new UnsafeBuffer(new byte[LONG]);
    private EventRecorder recording = new EventRecorder();
    private final List<Long> got = new ArrayList<>();
    private final List<Throwable> errors = new ArrayList<>();
    private final List<Integer> refused = new ArrayList<>();
    private long delivered;
    private final PollHandler handler = (buffer, offset, length, header) -> {
        assertEquals(null, payloads.fault(buffer, offset, length, header.sequence()));
        if (refused.size() < 30 && header.sequence() % 7 == 0 && !refused.contains((int) header.sequence())) {
            refused.add((int) header.sequence());
            return Action.NOT_TAKEN;
        }
        got.add(header.sequence());
        delivered += header.frames();
        return Action.TAKEN;
    };
    private Log log;
    private Log memory;
    private Log history;
    private LogWriter writer;
    private LongMessages messages;
    private CopyingLink link;
    private RemoteSubscriberPosition place;
    private Image image;

    @BeforeEach
    void create() {
        log = Logs.create(directory, CAPACITY, false);
        writer = new LogWriter(log, () -> Long.MAX_VALUE, () -> 0);
        messages = new LongMessages(log, writer);
        memory = Log.image(directory.resolve("i"), 1, log.identity());
        history = Log.image(directory.resolve("h"), 1, log.identity());
    }

    @AfterEach
    void close() {
        if (image != null) {
            image.close();
        }
        history.close();
        log.close();
        assertEquals(List.of(), errors, "failed assertions of handlers");
    }

    @Test
    void gapIsFilledBeforeLiveMessages() {
        join(Policy.SKIP, Repair.REPAIR, MEMORY);
        for (int round = 0; round < 20; round++) {
            leaveOut(CAPACITY / 4, CAPACITY / 4);
            drain();
        }
        assertEquals(writer.sequence(), delivered);
        assertEquals(List.of("started 0"), recording.events());
    }

    @Test
    void reportOnlyReaderReceivesTheGap() {
        join(Policy.SKIP, Repair.REPORT, MEMORY);
        leaveOut(CAPACITY / 4, CAPACITY / 4);
        drain();
        assertEquals(2, recording.events().size(), recording.events()::toString);
        assertEquals(0, link.steps());
        assertAccounted();
    }

    @Test
    void messagesSkippedByConflateAreNotFilled() {
        join(Policy.CONFLATE, Repair.REPAIR, MEMORY);
        leaveOut(CAPACITY / 4, CAPACITY / 4);
        drain();
        assertEquals(2, recording.events().size(), recording.events()::toString);
        assertEquals(0, link.steps());
    }

    @Test
    void imageWithoutHistoryDoesNotWait() {
        join(Policy.SKIP, Repair.REPAIR, MEMORY);
        link.withoutHistory();
        leaveOut(CAPACITY / 4, CAPACITY / 4);
        for (int i = 0; i < 10; i++) {
            image.poll(handler, 1_000);
            link.push(writer.position());
        }
        assertEquals(2, recording.events().size(), recording.events()::toString);
        drain();
        assertAccounted();
    }

    @Test
    void gapBeyondMemoryIsReported() {
        join(Policy.SKIP, Repair.REPAIR, MEMORY);
        leaveOut(CAPACITY / 4, CAPACITY / 4);
        for (int i = 0; i < 10; i++) {
            image.poll(handler, 1_000);
            link.push(writer.position());
        }
        assertEquals(List.of("started 0"), recording.events(), "it waits for the conductor");
        assertTrue(place.isHistoryAsked(link));
        place.grant(new RemoteSubscriberPosition.Grant(link, null, null));
        drain();
        assertEquals(2, recording.events().size(), recording.events()::toString);
        assertAccounted();
    }

    @Test
    void copyOverwrittenBeforeTheHorizonCheckIsDiscarded() {
        join(Policy.SKIP, Repair.REPAIR, MEMORY);
        leaveOut(CAPACITY / 4, CAPACITY / 4);
        final boolean[] lapped = {false};
        link.meddle((offset, length, into) -> {
            if (offset >= LogLayout.HEADER_LENGTH && !lapped[0]) {
                lapped[0] = true;
                into.setMemory(offset, length, (byte) 0x77); // as if some of the copy was older, and some newer
                publish(CAPACITY * 5 / 8);
                link.push(writer.position());
            }
        });
        drain();
        assertTrue(lapped[0]);
        assertTrue(recording.missed() > 0);
        assertAccounted();
        assertFalse(image.isDone(), recording.events()::toString);
    }

    @Test
    void aPublisherThatLapsEachCopyIsFollowedToTheEndOfTheGap() {
        join(Policy.SKIP, Repair.REPAIR, MEMORY);
        leaveOut(CAPACITY / 4, CAPACITY / 4);
        link.meddle((offset, length, into) -> {
            publish(CHUNK / 2);
            link.push(writer.position());
        });
        drain();
        assertAccounted();
        assertFalse(image.isDone(), recording.events()::toString);
    }

    @Test
    void tornHorizonIsRejected() {
        join(Policy.SKIP, Repair.REPAIR, MEMORY);
        leaveOut(CAPACITY / 4, CAPACITY / 4);
        final int[] copies = {0};
        link.meddle((offset, length, into) -> {
            if (offset >= LogLayout.HEADER_LENGTH && copies[0] == 0) {
                copies[0] = 1;
                publish(CAPACITY * 5 / 8);
                link.push(writer.position());
                into.setMemory(offset, length, (byte) 0x77);
            } else if (offset < LogLayout.HEADER_LENGTH && copies[0] == 1) {
                copies[0] = 2;
                into.putLong(CopiedBoundaries.OFFSET, 0); // the first check after that copy
            }
        });
        drain();
        assertEquals(2, copies[0]);
        assertTrue(recording.missed() > 0);
        assertAccounted();
        assertFalse(image.isDone(), recording.events()::toString);
    }

    @Test
    void fetchEndsIfTheHorizonNeverStops() {
        join(Policy.SKIP, Repair.REPAIR, MEMORY);
        leaveOut(CAPACITY / 4, CAPACITY / 4);
        final long[] count = {0};
        link.meddle((offset, length, into) -> {
            if (offset < LogLayout.HEADER_LENGTH) {
                into.putLong(CopiedBoundaries.OFFSET, count[0]++);
            }
        });
        drain();
        assertEquals(2, recording.events().size(), recording.events()::toString);
        assertAccounted();
    }

    @Test
    void linkThatEndsAtAnyStepLosesAtMostTheRestOfTheGap() {
        long steps = Long.MAX_VALUE;
        for (int at = 0; at < steps; at++) {
            restart();
            join(Policy.SKIP, Repair.REPAIR, MEMORY);
            leaveOut(CAPACITY / 4, CAPACITY / 4);
            for (int i = 0; i < 1_000; i++) {
                step();
                if (link.steps() >= at) {
                    link.end("the cable was cut");
                }
            }
            assertAccounted();
            assertTrue(link.endedBy() == null || place.detached() != null, "the image releases the link");
            steps = link.endedBy() == null ? at : steps;
        }
        assertTrue(steps > 20, steps + " steps");
    }

    @Test
    void messageBeyondMemoryIsReportedAndTheRestIsFetched() {
        join(Policy.SKIP, Repair.REPAIR, LONG - 1);
        leaveOut(CAPACITY / 4, CAPACITY / 4);
        drain();
        assertTrue(recording.missed() > 0 && recording.missed() % 3 == 0, recording.events()::toString);
        assertAccounted();
    }

    @Test
    void historyJoinInsideAMessageStartsAtTheNext() {
        publish(CAPACITY / 2);
        final Boundary newest = ChunkTable.newest(log);
        final long begun = 3; // of three frames
        link = new CopyingLink(log, memory.ring(), newest.position());
        join(new Offer(log.identity(), newest.position(), newest.sequence(), begun + 1, GapCause.TOO_OLD, Refusal.NONE),
                Policy.SKIP,
                Repair.REPAIR, MEMORY);
        drain();
        assertEquals(begun + 3, got.getFirst());
        assertEquals(List.of("started " + (begun + 3)), recording.events());
        assertEquals(writer.sequence() - begun - 3, delivered);
    }

    @Test
    void invalidBytesLoseTheSession() {
        for (final int offset : new int[]{0, FrameLayout.SEQUENCE_OFFSET}) {
            restart();
            join(Policy.SKIP, Repair.REPAIR, MEMORY);
            final long gap = leaveOut(CAPACITY / 4, CAPACITY / 4);
            log.ring().putLong(((int) gap & CAPACITY - 1) + offset, 0x7777_0000_0000L);
            drain();
            assertTrue(image.isDone());
            assertTrue(recording.events().getLast().contains("its log is corrupt at position"),
                    recording.events()::toString);
        }
    }

    @Test
    void chunkTableThatContradictsTheLogLosesTheSession() {
        for (final long[] forged : new long[][]{{-16L * CHUNK, 0}, {0, 1_000_000}, {0, -1}}) {
            restart();
            join(Policy.SKIP, Repair.REPAIR, MEMORY);
            for (int i = 0; i < 12; i++) { // so that the log contains a forged position below the gap
                publish(CAPACITY / 8);
                link.push(writer.position());
                drain();
            }
            final long gap = leaveOut(CAPACITY / 4, CAPACITY / 4);
            link.meddle((offset, length, into) -> {
                if (offset < LogLayout.HEADER_LENGTH) {
                    into.putLong(CopiedBoundaries.OFFSET, 0);
                    for (int chunk = 0; chunk < LogLayout.CHUNKS; chunk++) {
                        final int entry = 1024 + 16 * chunk;
                        into.putLong(entry, gap / CHUNK % LogLayout.CHUNKS == chunk
                                ? gap + forged[0]
                                : -1);
                        into.putLong(entry + 8, forged[1] == 0 ? 0 : into.getLong(entry + 8) + forged[1]);
                    }
                }
            });
            drain();
            assertTrue(image.isDone(), recording.events()::toString);
            assertTrue(recording.events().getLast().startsWith("lost for good"), recording.events()::toString);
        }
    }

    /** The reader has moved into a range that its first source, a relay, did not get. */
    @Test
    void sourceThatHasAPartOfAMissingRangeDeliversIt() {
        for (final int bytes : new int[]{0, CAPACITY / 8}) { // to what the second source has
            restart();
            join(Policy.SKIP, Repair.REPORT, MEMORY);
            publish(CAPACITY / 8);
            drain();
            publish(CAPACITY / 8);
            final Boundary begin = new Boundary(writer.position(), writer.sequence());
            publish(bytes);
            final Boundary found = new Boundary(writer.position(), writer.sequence());
            publish(CAPACITY / 8);
            link.jump(begin.position(), writer.sequence());
            link.end("the relay has ended");
            drain();
            assertEquals(new Boundary(begin.position(), writer.sequence()), place.detached().at());
            final long before = delivered;
            link = new CopyingLink(log, memory.ring(), found.position());
            place.attach(new RemoteSubscriberPosition.Attachment(link, found, GapCause.DISCONNECTED));
            drain();
            assertEquals(List.of("started 0", "gap " + before + ".." + (found.sequence() - 1)), recording.events());
            assertEquals(writer.sequence() - found.sequence(), delivered - before);
        }
    }

    /** A relay lacks the range; the second source has it, and ends at its end. */
    @Test
    void rangeThatAnotherSourceHasIsDeliveredOnce() throws IOException {
        publish(CAPACITY / 8);
        final Boundary from = new Boundary(writer.position(), writer.sequence());
        publish(CAPACITY / 8);
        final Boundary until = new Boundary(writer.position(), writer.sequence());
        try (Log lacking = Logs.create(Files.createDirectory(directory.resolve("lacking")), CAPACITY, false)) {
            final FrameCopier relay = new FrameCopier(lacking, new LogWriter(lacking, () -> Long.MAX_VALUE, () -> 0));
            assertEquals(0, relay.skipTo(from.position(), from.sequence()));
            assertEquals(0, relay.skipTo(until.position(), until.sequence()));
            link = new CopyingLink(lacking, memory.ring(), from.position());
            join(new Offer(log.identity(), from.position(), from.sequence(), from.sequence(), GapCause.TOO_OLD,
                    Refusal.NONE), Policy.SKIP, Repair.REPORT, MEMORY);
            drain();
            assertEquals(List.of(), recording.events(), "the next message may begin in the range");
        }
        continueAt(from);
        continueAt(until);
        publish(CAPACITY / 8);
        drain();
        assertEquals(writer.sequence(), from.sequence() + delivered);
        assertEquals(got.stream().sorted().distinct().toList(), got);
        assertEquals(0, recording.missed(), recording.events()::toString);
    }

    /** The link ends, and another one to the log continues where the reader is. */
    private void continueAt(final Boundary boundary) {
        link.end("the source has ended");
        drain();
        assertEquals(boundary, place.detached().at());
        link = new CopyingLink(log, memory.ring(), boundary.position());
        place.attach(new RemoteSubscriberPosition.Attachment(link, boundary, GapCause.DISCONNECTED));
        drain();
    }

    private void restart() {
        if (image != null) {
            image.close();
            history.close();
            log.close();
            recording = new EventRecorder();
            got.clear();
            delivered = 0;
            create();
        }
    }

    private void join(final Policy policy, final Repair repair, final int reassembly) {
        link = new CopyingLink(log, memory.ring(), 0);
        join(new Offer(log.identity(), 0, 0, 0, GapCause.TOO_OLD, Refusal.NONE), policy, repair, reassembly);
    }

    private void join(final Offer offer, final Policy policy, final Repair repair, final int reassembly) {
        place = new RemoteSubscriberPosition(
                new RemoteSubscriberPosition.Attachment(link, new Boundary(offer.position(), offer.sequence()),
                        offer.gap()),
                policy);
        image = new RemoteImage(memory, place, offer,
                new ImageSettings("t", repair, false, new ReassemblyMemory(reassembly),
                        recording, new NoCounters(), errors::add, () -> 0));
        link.push(writer.position());
    }

    /** The image is read, then a jump follows. Returns the beginning of the gap. */
    private long leaveOut(final int bytes, final int more) {
        publish(CAPACITY / 8);
        link.push(writer.position());
        drain();
        final long gap = writer.position();
        publish(bytes);
        link.jump(writer.position(), writer.sequence());
        publish(more);
        return gap;
    }

    private void publish(final int bytes) {
        for (final long until = writer.position() + bytes; writer.position() < until;) {
            final long sequence = writer.sequence();
            final int length = payloads.length(sequence);
            if (length > writer.maxPayloadLength()) {
                payloads.encode(source, 0, sequence);
                messages.offer(source, 0, length);
            } else {
                payloads.encode(log.ring(), writer.claim(length), sequence);
                writer.commit();
            }
        }
    }

    private void step() {
        image.poll(handler, 10);
        if (place.isHistoryAsked(link)) {
            place.grant(new RemoteSubscriberPosition.Grant(link, history, link.history(history.whole())));
        }
        if (link.endedBy() == null && link.jumpPosition() < 0) {
            link.push(writer.position());
        }
    }

    private void drain() {
        for (int i = 0; i < 2_000 && !image.isDone(); i++) {
            step();
        }
    }

    private void assertAccounted() {
        final long all = place.detached() == null ? writer.sequence() : place.detached().at().sequence();
        assertEquals(all, delivered + recording.missed(), recording.events()::toString);
        assertEquals(got.stream().sorted().distinct().toList(), got);
    }

    private static final class NoCounters implements GapCounters {
        @Override
        public void gap(final long count) {
            assertTrue(count > 0);
        }

        @Override
        public void discarded(final long copies) {
            assertTrue(copies >= 0);
        }

        @Override
        public void failed() {
            throw new AssertionError("no handler of this test throws");
        }
    }
}
