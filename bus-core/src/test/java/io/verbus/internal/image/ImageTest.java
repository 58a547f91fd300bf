package io.verbus.internal.image;

import static io.verbus.internal.log.FrameLayout.ALIGNMENT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.LossCause;
import io.verbus.Policy;
import io.verbus.PollHandler;
import io.verbus.Repair;
import io.verbus.Start;
import io.verbus.internal.log.Acknowledgements;
import io.verbus.internal.log.FrameLayout;
import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogLayout;
import io.verbus.internal.log.LogWriter;
import io.verbus.internal.shm.PeerPositions;
import io.verbus.internal.shm.Positions;
import io.verbus.spi.SubscriptionIdentity;
import io.verbus.support.EventRecorder;
import io.verbus.support.Logs;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One writer and one image of the same log, stepped alternately by one thread. */
class ImageTest {
    private static final int CAPACITY = LogLayout.MIN_CAPACITY;
    private static final int FRAMES_A_LAP = CAPACITY / ALIGNMENT;
    private static final long SUBSCRIPTION = 5;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final EventRecorder recording = new EventRecorder();
    private final List<Long> got = new ArrayList<>();
    private final List<Throwable> errors = new ArrayList<>();
    private final CountingGaps counters = new CountingGaps();
    private final PollHandler handler = (buffer, offset, length, header) -> {
        assertEquals(header.sequence(), buffer.getLong(offset));
        got.add(header.sequence());
        return Action.TAKEN;
    };
    private long lowest = Long.MAX_VALUE;
    private Log log;
    private LogWriter writer;
    private Positions positions;
    private Image image;

    @BeforeEach
    void create() {
        log = Logs.create(directory, CAPACITY, false);
        writer = new LogWriter(log, () -> lowest, () -> 0);
    }

    @AfterEach
    void close() {
        if (image != null) {
            image.close();
            positions.close();
        }
        log.close();
        assertEquals(List.of(), errors, "failed assertions of handlers");
    }

    @Test
    void theOldestStartBeginsWithTheFirstMessage() {
        publish(100);
        join(Policy.SKIP, Start.oldest());
        drain();
        assertEquals(upTo(100), got);
        assertEquals(List.of("started 0"), recording.events());
    }

    @Test
    void theLiveStartBeginsWithTheNextMessage() {
        publish(5_000);
        join(Policy.SKIP, Start.live());
        drain();
        assertEquals(List.of(), got);
        publish(1);
        drain();
        assertEquals(List.of(5_000L), got);
        assertEquals(List.of("started 5000"), recording.events());
    }

    @Test
    void aStartAtASequenceBeginsThere() {
        publish(1_000);
        join(Policy.SKIP, Start.at(990));
        drain();
        assertEquals(LongStream.range(990, 1_000).boxed().toList(), got);
    }

    @Test
    void startAtAFutureSequenceWaitsForIt() {
        publish(10);
        join(Policy.SKIP, Start.at(15));
        drain();
        publish(10);
        drain();
        assertEquals(List.of(15L, 16L, 17L, 18L, 19L), got);
        assertEquals(List.of("started 15"), recording.events());
    }

    @Test
    void startBeforeTheOldestReportsTheGap() {
        publish(3 * FRAMES_A_LAP);
        join(Policy.SKIP, Start.at(3));
        drain();
        final long first = got.getFirst();
        assertEquals(List.of("started " + first, "gap 3.." + (first - 1)), recording.events());
        assertEquals(LongStream.range(first, 3L * FRAMES_A_LAP).boxed().toList(), got);
    }

    @Test
    void lappedReaderResumesHalfALogBeforeTheEndAndReportsTheExactGap() {
        publish(10);
        join(Policy.SKIP, Start.oldest());
        drain();
        publish(10 * FRAMES_A_LAP);
        drain();
        final long resumed = got.get(10);
        assertEquals(List.of("started 0", "gap 10.." + (resumed - 1)), recording.events());
        assertEquals(10L + 10 * FRAMES_A_LAP, got.size() + recording.missed());
        assertEquals(recording.missed(), counters.missed());
        final long lag = 10L + 10 * FRAMES_A_LAP - resumed;
        assertTrue(lag >= FRAMES_A_LAP / 2 - FRAMES_A_LAP / 16 && lag <= FRAMES_A_LAP / 2 + FRAMES_A_LAP / 16,
                "resumed " + lag + " frames of lag");
    }

    @Test
    void aReaderLappedAtRandomNeverMissesSilently() {
        join(Policy.SKIP, Start.oldest());
        final Random random = new Random(7);
        long published = 0;
        for (int i = 0; i < 2_000; i++) {
            final int burst = random.nextInt(FRAMES_A_LAP);
            publish(burst);
            published += burst;
            image.poll(handler, 1 + random.nextInt(500));
        }
        drain();
        assertEquals(published, got.size() + recording.missed());
        assertTrue(recording.missed() > 0);
        for (int i = 1; i < got.size(); i++) {
            assertTrue(got.get(i - 1) < got.get(i));
        }
    }

    @Test
    void messageNotTakenIsDeliveredAgain() {
        publish(3);
        join(Policy.SKIP, Start.oldest());
        final List<Long> offered = new ArrayList<>();
        final PollHandler reluctant = (buffer, offset, length, header) -> {
            offered.add(header.sequence());
            return offered.size() % 2 == 0 ? Action.TAKEN : Action.NOT_TAKEN;
        };
        for (int i = 0; i < 4; i++) {
            image.poll(reluctant, 10);
        }
        assertEquals(List.of(0L, 0L, 1L, 1L, 2L, 2L), offered.subList(0, 6));
    }

    @Test
    void messageIsConsumedIfItsHandlerThrows() {
        publish(3);
        join(Policy.SKIP, Start.oldest());
        image.poll((buffer, offset, length, header) -> {
            got.add(header.sequence());
            throw new IllegalStateException("message " + header.sequence());
        }, 10);
        assertEquals(upTo(3), got);
        assertEquals(List.of("message 0", "message 1", "message 2"),
                errors.stream().map(Throwable::getMessage).toList());
        assertEquals(3, counters.failures());
        errors.clear();
    }

    @Test
    void positionsBeyondFourGibibytesWork() {
        join(Policy.BLOCK, Start.oldest());
        acknowledge();
        final int length = writer.maxPayloadLength();
        final long[] next = {0};
        final PollHandler big = (buffer, offset, size, header) -> {
            assertEquals(next[0]++, buffer.getLong(offset + size - Long.BYTES));
            assertEquals(length, size);
            return Action.TAKEN;
        };
        while (writer.position() < 5L << 30) {
            for (int i = 0; i < 10; i++) {
                final int offset = writer.claim(length);
                log.ring().putLong(offset + length - Long.BYTES, writer.sequence());
                writer.commit();
            }
            while (next[0] < writer.sequence()) {
                image.poll(big, 100);
            }
        }
        assertEquals(List.of("started 0"), recording.events());
    }

    @Test
    void pollLimitHolds() {
        publish(100);
        join(Policy.SKIP, Start.oldest());
        assertEquals(7, image.poll(handler, 7));
        assertEquals(upTo(7), got);
    }

    @Test
    void pollEndsAfterAThousandMessagesToShowProgress() {
        log.close();
        log = Logs.create(directory, 1 << 20, false);
        writer = new LogWriter(log, () -> lowest, () -> 0);
        join(Policy.BLOCK, Start.oldest());
        publish(3_000);
        assertEquals(1_024, image.poll(handler, Integer.MAX_VALUE));
        try (PeerPositions seen = PeerPositions.attach(directory.resolve("p"))) {
            assertEquals(1_024 * ALIGNMENT, seen.position(0));
        }
    }

    @Test
    void endIsReportedAfterTheLastMessage() {
        publish(3);
        assertTrue(writer.end());
        join(Policy.BLOCK, Start.oldest());
        drain();
        assertEquals(upTo(3), got);
        assertEquals(List.of("started 0", "ended 3"), recording.events());
        assertTrue(image.isDone());
    }

    @Test
    void logOfDeadPublisherIsDrainedBeforeTheLossIsReported() {
        publish(3);
        join(Policy.BLOCK, Start.oldest());
        image.publisherDied();
        drain();
        assertEquals(upTo(3), got);
        assertEquals(List.of("started 0", "lost for good 3: its publisher's process died without closing it"),
                recording.events());
    }

    @Test
    void messageOfDeadPublisherAfterPaddingIsDelivered() {
        join(Policy.BLOCK, Start.oldest());
        publish(FRAMES_A_LAP / 2);
        drain();
        publish(FRAMES_A_LAP / 2 - 1);
        for (int cycle = 0; cycle < 100; cycle++) {
            image.poll(handler, FRAMES_A_LAP - 1 - got.size()); // stops before the padding
        }
        image.publisherDied();
        writer.claim(64);
        log.ring().putLong(FrameLayout.HEADER_LENGTH, writer.sequence());
        writer.commit();
        drain();
        assertEquals(upTo(FRAMES_A_LAP), got);
        assertEquals("lost for good " + FRAMES_A_LAP + ": its publisher's process died without closing it",
                recording.events().getLast());
    }

    @Test
    void refusedMessageOfDeadPublisherIsDeliveredAgain() {
        publish(2);
        join(Policy.BLOCK, Start.oldest());
        image.publisherDied();
        image.poll((buffer, offset, length, header) -> Action.NOT_TAKEN, 10);
        assertFalse(image.isDone());
        drain();
        assertEquals(upTo(2), got);
    }

    @Test
    void acknowledgedReaderReadsInPlaceAndStoresItsPosition() {
        join(Policy.BLOCK, Start.oldest());
        acknowledge();
        publish(10);
        image.poll((buffer, offset, length, header) -> {
            assertEquals(log.ring().capacity(), buffer.capacity(), "not in place");
            return Action.TAKEN;
        }, 4);
        try (PeerPositions seen = PeerPositions.attach(directory.resolve("p"))) {
            assertEquals(4 * ALIGNMENT, seen.position(0));
        }
    }

    @Test
    void readerWithoutAcknowledgementReadsCopiesAndRequestsAnother() {
        join(Policy.BLOCK, Start.oldest());
        acknowledge();
        publish(5);
        image.poll(handler, 2);
        Acknowledgements.withdraw(log.header(), SUBSCRIPTION);
        image.poll((buffer, offset, length, header) -> {
            assertTrue(buffer.capacity() < CAPACITY, "in place, although its publisher may overwrite it");
            got.add(header.sequence());
            return Action.TAKEN;
        }, 1);
        assertEquals(2, joinNumber());
        acknowledge();
        drain();
        assertEquals(upTo(5), got);
        assertEquals(List.of("started 0"), recording.events());
    }

    @Test
    void aReaderThatIsNotAcknowledgedReadsCopies() {
        join(Policy.BLOCK, Start.oldest());
        publish(1);
        image.poll((buffer, offset, length, header) -> {
            assertTrue(buffer.capacity() < CAPACITY, "in place");
            return Action.TAKEN;
        }, 1);
    }

    @Test
    void messageChangedDuringItsHandlerIsReportedAsDoubtful() {
        join(Policy.BLOCK, Start.oldest());
        acknowledge();
        publish(5);
        final int taken = image.poll((buffer, offset, length, header) -> {
            got.add(header.sequence());
            if (header.sequence() == 2) {
                publish(2 * FRAMES_A_LAP); // as a publisher does after it evicted this reader
            }
            return Action.TAKEN;
        }, 10);
        assertEquals(3, taken);
        assertEquals(upTo(3), got);
        assertEquals("doubtful 2", recording.events().get(1));
        assertTrue(recording.events().get(2).startsWith("gap 3.."), recording.events()::toString);
        assertEquals(2, joinNumber(), "it requests another acknowledgement");
    }

    @Test
    void garbageInAnyHeaderFieldEndsTheImageWithoutReadsOutside() {
        final Random random = new Random(11);
        for (int i = 0; i < 20_000; i++) {
            final int victim = random.nextInt(5);
            final Log bad = Logs.create(directory, CAPACITY, false);
            final LogWriter badWriter = new LogWriter(bad, () -> Long.MAX_VALUE, () -> 0);
            for (int message = 0; message < 5; message++) {
                final int offset = badWriter.claim(8);
                bad.ring().putLong(offset, message);
                badWriter.commit();
            }
            final int field = victim * ALIGNMENT + (random.nextBoolean() ? 0 : FrameLayout.SEQUENCE_OFFSET);
            final long before = bad.ring().getLong(field);
            final long garbage = random.nextBoolean() ? random.nextLong() : before ^ 1L << random.nextInt(64);
            bad.ring().putLong(field, garbage);
            final FrameReader reader = new FrameReader(bad, "t", new ReassemblyMemory(1 << 20),
                    (sequence, thrown) -> errors.add(thrown));
            reader.copying(random.nextBoolean());
            final int taken = reader.poll((buffer, offset, length, header) -> {
                buffer.getByte(offset + Math.max(0, length - 1));
                return Action.TAKEN;
            }, 10);
            final String what = "field " + field + " of message " + victim + " became " + Long.toHexString(garbage)
                    + ": "
                    + reader.outcome() + " after " + taken;
            assertTrue(taken >= victim && taken <= 5, what);
            if (garbage != before && !couldBeWritten(before, garbage, field)) {
                assertEquals(victim, taken, what);
                assertTrue(reader.outcome() == ReadOutcome.CORRUPT || garbage == 0 && field % ALIGNMENT == 0, what);
            }
            bad.unlink();
            bad.close();
        }
        assertEquals(List.of(), errors);
    }

    /** Without a checksum a wrong message length or beginning cannot be distinguished from a correct one. */
    private static boolean couldBeWritten(final long before, final long garbage, final int field) {
        final int length = FrameLayout.length(garbage);
        return field % ALIGNMENT == 0 && FrameLayout.isData(before) && FrameLayout.isData(garbage)
                && length >= FrameLayout.HEADER_LENGTH && length <= CAPACITY / LogLayout.CHUNKS;
    }

    @Test
    void aCorruptLogIsLostWithItsPosition() {
        publish(5);
        log.ring().putLong(2 * ALIGNMENT + FrameLayout.SEQUENCE_OFFSET, 77);
        join(Policy.SKIP, Start.oldest());
        drain();
        assertEquals(upTo(2), got);
        assertEquals("lost for good 2: its log is corrupt at position 64",
                recording.events().getLast());
        assertEquals(List.of(LossCause.CORRUPT), recording.lossCauses());
        assertFalse(log.path().toString().isEmpty());
    }

    @Test
    void lappedReaderOfCorruptChunkTableLosesOnlyTheSession() {
        join(Policy.SKIP, Start.oldest());
        publish(3 * FRAMES_A_LAP);
        for (int chunk = 0; chunk < LogLayout.CHUNKS; chunk++) {
            log.header().putLong(1024 + 16 * chunk, 12345); // no frame begins there
        }
        assertEquals(0, image.poll(handler, 10));
        assertTrue(image.isDone());
        assertTrue(recording.events().getLast().contains("corrupt chunk table in " + log.path()),
                recording.events()::toString);
    }

    @Test
    void paddingOfTheWholeRingIsInvalidAndDoesNotLoop() {
        publish(10);
        final long whole = FrameLayout.commitWord(FrameLayout.PADDING, FrameLayout.WHOLE, CAPACITY);
        log.ring().putLong(0, whole);
        for (final Start.Point start : List.of(Start.live(), Start.oldest(), Start.at(5))) {
            join(Policy.SKIP, start);
            drain();
            assertTrue(image.isDone(), start::toString);
            assertTrue(recording.events().getLast().contains("its log is corrupt at position"),
                    recording.events()::toString);
            image.close();
            positions.close();
            image = null;
        }
        assertEquals(List.of(), got);
    }

    @Test
    void framesInPlaceOfMissingOnesInTheWholeRingAreInvalidAndDoNotLoop() {
        final int chunk = CAPACITY / LogLayout.CHUNKS;
        for (int offset = 0; offset < CAPACITY; offset += chunk) {
            log.ring().putLong(offset, FrameLayout.commitWord(FrameLayout.MISSING, FrameLayout.WHOLE, chunk));
        }
        for (final Start.Point start : List.of(Start.live(), Start.oldest(), Start.at(5))) {
            join(Policy.SKIP, start);
            for (int i = 0; i < FRAMES_A_LAP && !image.isDone(); i++) { // a poll passes a part of the ring
                assertEquals(0, image.poll(handler, 1));
            }
            assertTrue(image.isDone(), start::toString);
            assertTrue(recording.events().getLast().contains("its log is corrupt at position " + CAPACITY),
                    recording.events()::toString);
            image.close();
            positions.close();
            image = null;
        }
        assertEquals(List.of(), got);
    }

    @Test
    void boundaryOutsideTheLogIsRejected() {
        final int last = CAPACITY - ALIGNMENT; // and the position after it would be below 0
        log.ring().putLong(last, FrameLayout.commitWord(FrameLayout.DATA, 0, ALIGNMENT));
        final int entry = 1024 + 16 * 15;
        log.header().putLong(entry, Long.MAX_VALUE - ALIGNMENT + 1);
        for (final Start.Point start : List.of(Start.live(), Start.oldest(), Start.at(5))) {
            join(Policy.SKIP, start);
            drain();
            image.close();
            positions.close();
            image = null;
        }
        assertEquals(List.of(), got);
    }

    private void join(final Policy policy, final Start.Point start) {
        positions = Positions.create(directory.resolve("p"), new SubscriptionIdentity(SUBSCRIPTION, "t", policy, 1, 1),
                64);
        image = new LocalImage(Log.attach(log.path()), positions, start,
                new ImageSettings("t", Repair.REPORT, false, new ReassemblyMemory(1 << 20), recording, counters,
                        errors::add,
                        () -> 0));
    }

    private void acknowledge() {
        assertTrue(Acknowledgements.acknowledge(log.header(), SUBSCRIPTION, joinNumber()));
    }

    private long joinNumber() {
        try (PeerPositions seen = PeerPositions.attach(directory.resolve("p"))) {
            return seen.join(0);
        }
    }

    private void publish(final int messages) {
        for (int i = 0; i < messages; i++) {
            log.ring().putLong(writer.claim(8), writer.sequence());
            writer.commit();
        }
    }

    private void drain() {
        int idle = 0;
        while (idle < 3 && !image.isDone()) {
            idle = image.poll(handler, 1_000) == 0 ? idle + 1 : 0;
        }
    }

    private static List<Long> upTo(final long end) {
        return LongStream.range(0, end).boxed().toList();
    }
}
