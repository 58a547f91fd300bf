package io.verbus.internal.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.GapCause;
import io.verbus.Policy;
import io.verbus.PollHandler;
import io.verbus.Repair;
import io.verbus.Start;
import io.verbus.internal.log.FrameLayout;
import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogLayout;
import io.verbus.internal.log.LogWriter;
import io.verbus.internal.log.LongMessages;
import io.verbus.internal.monitor.GapCounters;
import io.verbus.internal.shm.Positions;
import io.verbus.spi.SubscriptionIdentity;
import io.verbus.support.EventRecorder;
import io.verbus.support.Logs;
import io.verbus.support.Payloads;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages of several frames: written by one writer, reassembled by one image, stepped alternately. */
class LongMessagesTest {
    private static final int CAPACITY = LogLayout.MIN_CAPACITY;
    private static final int CHUNK = CAPACITY / LogLayout.CHUNKS;
    private static final int LONGEST = CAPACITY / 4;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final Payloads payloads = new Payloads(7, LONGEST);
    private final UnsafeBuffer source = new UnsafeBuffer(new byte[LONGEST + 1]);
    private final EventRecorder recording = new EventRecorder();
    private final List<String> got = new ArrayList<>();
    private final List<Throwable> errors = new ArrayList<>();
    private final PollHandler handler = (buffer, offset, length, header) -> {
        got.add(header.sequence() + "+" + header.frames() + ": " + length);
        assertEquals(null, payloads.fault(buffer, offset, length, header.sequence(), length));
        return Action.TAKEN;
    };
    private long lowest = Long.MAX_VALUE;
    private int failures;
    private Log log;
    private LogWriter writer;
    private LongMessages messages;
    private Positions positions;
    private Image image;

    @BeforeEach
    void create() {
        open(false);
    }

    private void open(final boolean timestamps) {
        log = Logs.create(directory, CAPACITY, timestamps);
        writer = new LogWriter(log, () -> lowest, () -> 42);
        messages = new LongMessages(log, writer);
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

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyLengthIsCompleteAtEveryPosition(final boolean timestamps) {
        log.close();
        open(timestamps);
        join(Repair.REPORT, Start.oldest(), 1 << 20);
        final SplittableRandom random = new SplittableRandom(3);
        final List<String> published = new ArrayList<>();
        for (int round = 0; round < 3_000; round++) {
            final int length = switch (random.nextInt(4)) {
                case 0 -> random.nextInt(200);
                case 1 -> writer.maxPayloadLength() - 40 + random.nextInt(80); // at the edge of one frame
                case 2 -> 2 * writer.maxPayloadLength() - 40 + random.nextInt(80); // and of two
                default -> random.nextInt(LONGEST + 1);
            };
            final long sequence = publish(length);
            published.add(sequence + "+" + (writer.sequence() - sequence) + ": " + length);
            drain();
        }
        assertEquals(published, got);
        assertEquals(List.of("started 0"), recording.events());
    }

    @Test
    void longestMessageIsAQuarterOfTheLog() {
        assertEquals(LONGEST, messages.maxLength());
        assertEquals(
                "message length 16385 exceeds 16384 of a log of 65536 bytes: use a larger capacity; the longest"
                        + " message is 16 MiB",
                assertThrows(IllegalArgumentException.class, () -> messages.offer(source, 0, LONGEST + 1))
                        .getMessage());
        assertThrows(IndexOutOfBoundsException.class, () -> messages.offer(source, 2, LONGEST));
        assertEquals(0, writer.position());
    }

    @Test
    void blockingReaderReceivesCompleteMessagesOnly() {
        join(Repair.REPORT, Start.oldest(), 1 << 20);
        lowest = 0;
        int offered = 0;
        while (publish(LONGEST) >= 0) {
            offered++;
        }
        final long end = writer.position();
        assertTrue(offered >= 2, offered + " fit");
        assertEquals(LogWriter.BACK_PRESSURED, publish(LONGEST));
        assertEquals(end, writer.position());
        drain();
        lowest = end;
        assertTrue(publish(LONGEST) > 0);
        writer.close();
        assertEquals(LogWriter.CLOSED, messages.offer(source, 0, LONGEST));
        drain();
        assertEquals(offered + 1, got.size());
    }

    @Test
    void messageNotTakenIsDeliveredAgainWithoutEarlierOnes() {
        join(Repair.REPORT, Start.oldest(), 1 << 20);
        publish(LONGEST);
        publish(10);
        for (int poll = 0; poll < 20; poll++) {
            assertEquals(0, image.poll((buffer, offset, length, header) -> {
                assertEquals(0, header.sequence());
                assertEquals(LONGEST, length);
                return Action.NOT_TAKEN;
            }, 10));
        }
        drain();
        assertEquals(List.of("0+5: 16384", "5+1: 10"), got);
    }

    @Test
    void aHandlerThatThrowsHasConsumedTheMessage() {
        join(Repair.REPORT, Start.oldest(), 1 << 20);
        publish(LONGEST);
        publish(10);
        for (int poll = 0; poll < 20; poll++) {
            image.poll((buffer, offset, length, header) -> {
                throw new IllegalStateException("message " + header.sequence());
            }, 10);
        }
        assertEquals(List.of("message 0", "message 5"), errors.stream().map(Throwable::getMessage).toList());
        assertEquals(2, failures);
        errors.clear();
    }

    @Test
    void lateJoinerStartsAtNextMessage() {
        publish(LONGEST);
        publish(20);
        for (long sequence = 1; sequence < 5; sequence++) {
            join(Repair.REPORT, Start.at(sequence), 1 << 20);
            drain();
            assertEquals(List.of("5+1: 20"), got, "from " + sequence);
            assertEquals("started 5", recording.events().removeLast());
            assertEquals(List.of(), recording.events());
            got.clear();
            image.close();
            positions.close();
            image = null;
        }
    }

    @Test
    void oldestFragmentsOfAPartialMessageAreNotMissing() {
        for (int i = 0; i < 9; i++) {
            publish(LONGEST);
        }
        join(Repair.REPORT, Start.oldest(), 1 << 20);
        drain();
        assertEquals(List.of("40+5: 16384"), got.subList(got.size() - 1, got.size()));
        assertEquals(List.of("started " + first(got.getFirst())), recording.events());
    }

    @Test
    void readerLappedInsideAMessageReportsTheExactGap() {
        for (final Repair repair : Repair.values()) {
            join(repair, Start.live(), 1 << 20);
            final long first = publish(LONGEST);
            image.poll(handler, 1); // starts the reassembly
            while (writer.sequence() < first + 100) {
                publish(LONGEST);
            }
            drain();
            final long resumed = first(got.getFirst());
            assertEquals(List.of("started " + first, "gap " + first + ".." + (resumed - 1)), recording.events());
            assertTrue(resumed > first && (resumed - first) % 5 == 0, "resumed at " + resumed);
            assertEquals((writer.sequence() - resumed) / 5, got.size());
            image.close();
            positions.close();
            image = null;
            recording.events().clear();
            got.clear();
        }
    }

    @Test
    void messageOverwrittenDuringReassemblyIsAGap() {
        for (int part = 0; part < 5; part++) {
            final ReassemblyMemory memory = new ReassemblyMemory(1 << 20);
            memory.giveBack(new PassedWhileFilling(part));
            join(Repair.REPORT, Start.live(), memory);
            final long first = publish(LONGEST);
            drain();
            assertEquals(List.of("started " + first, "gap " + first + ".." + (first(got.getFirst()) - 1)),
                    recording.events(), "passed in part " + part);
            image.close();
            positions.close();
            image = null;
            recording.events().clear();
            got.clear();
        }
    }

    @Test
    void repairResumesNearTheOldestAndReportHalfALogBeforeTheEnd() {
        final List<Integer> delivered = new ArrayList<>();
        for (final Repair repair : Repair.values()) {
            join(repair, Start.live(), 1 << 20);
            for (int i = 0; i < 3 * CAPACITY / FrameLayout.ALIGNMENT; i++) {
                publish(8);
            }
            drain();
            delivered.add(got.size() / (CHUNK / FrameLayout.ALIGNMENT));
            image.close();
            positions.close();
            image = null;
            got.clear();
        }
        assertEquals(List.of(14, 9), delivered, "chunks delivered after a lap, the newest included");
    }

    @Test
    void messageBeyondMemoryIsAGapAndTheNextOnesFollow() {
        join(Repair.REPORT, Start.oldest(), LONGEST / 2);
        publish(LONGEST / 2);
        publish(LONGEST);
        publish(10);
        publish(LONGEST / 2 - 1);
        drain();
        assertEquals(List.of("0+3: 8192", "8+1: 10", "9+3: 8191"), got);
        assertEquals(List.of("started 0", "gap 3..7"), recording.events());
        assertEquals(List.of(GapCause.TOO_LONG), recording.gapCauses());
    }

    @Test
    void aPublisherThatDiesWithinAMessageLeavesAGapOfItsFrames() {
        join(Repair.REPORT, Start.oldest(), 1 << 20);
        publish(10);
        publish(LONGEST);
        log.ring().putLong(FrameLayout.ALIGNMENT + 2 * CHUNK, 0); // the third of five frames was not committed
        image.publisherDied();
        drain();
        assertEquals(List.of("0+1: 10"), got);
        assertEquals(List.of("started 0", "gap 1..2",
                "lost for good 1: its publisher's process died without closing it"), recording.events());
    }

    @Test
    void messagesOfLostSessionAreOfferedForFetchingBeforeTheReaderStarts() {
        recording.takeOver();
        join(Repair.REPORT, Start.at(1), 1 << 20);
        while (writer.sequence() < 100) {
            publish(LONGEST);
        }
        secondFrameAfterEachBoundary().forEach(offset -> log.ring().putLong(offset, 0));
        image.publisherDied();
        drain();
        assertEquals("started 1", recording.events().get(1));
        assertTrue(recording.events().getFirst().startsWith("missing 1.."), recording.events()::toString);
    }

    @Test
    void aPublisherThatIsSilentWhileALappedReaderSeeksIsLostWhereTheGapBegins() {
        join(Repair.REPORT, Start.live(), 1 << 20);
        final long first = publish(10);
        drain();
        while (writer.sequence() < first + 100) {
            publish(LONGEST);
        }
        final List<Integer> rests = secondFrameAfterEachBoundary();
        final List<Long> words = rests.stream().map(offset -> log.ring().getLong(offset)).toList();
        rests.forEach(offset -> log.ring().putLong(offset, 0));
        image.publisherSilent(true);
        drain();
        for (int i = 0; i < words.size(); i++) {
            log.ring().putLong(rests.get(i), words.get(i));
        }
        image.publisherSilent(false);
        drain();
        final long missing = first + 1;
        assertEquals(List.of("started " + first,
                "lost " + missing + ": its publisher sends no heartbeat, and its end is not known",
                "back " + missing, "gap " + missing + ".." + (first(got.get(1)) - 1)), recording.events());
    }

    @Test
    void memoryOfSmallMessagesIsNotTakenFromLargerOnes() {
        final ReassemblyMemory memory = new ReassemblyMemory(1 << 20);
        memory.giveBack(memory.take(1 << 20));
        final UnsafeBuffer one = memory.take(10_000);
        final UnsafeBuffer another = memory.take(10_000);
        assertEquals(List.of(16_384, 16_384), List.of(one.capacity(), another.capacity()));
        memory.giveBack(one);
        assertSame(one, memory.take(9_000), "used again");
    }

    @Test
    void invalidFragmentsLoseTheSession() {
        final int third = FrameLayout.ALIGNMENT + 2 * CHUNK;
        final long[][] forgeries = {
                {FrameLayout.HEADER_LENGTH + FrameLayout.ALIGNMENT, 0}, // an empty message in several frames
                {FrameLayout.HEADER_LENGTH + FrameLayout.ALIGNMENT, Long.MAX_VALUE},
                {FrameLayout.HEADER_LENGTH + FrameLayout.ALIGNMENT, LONGEST + 1}, // longer than any message of this log
                {FrameLayout.HEADER_LENGTH + FrameLayout.ALIGNMENT, LONGEST - 1}, // ends too early
                {FrameLayout.HEADER_LENGTH + FrameLayout.ALIGNMENT, LONGEST - 3}, // ends too late
                {third, word(FrameLayout.FIRST)}, {third, word(FrameLayout.WHOLE)}, {third, word(FrameLayout.LAST)},
                {third, word(0b0100)}, {third, word(0) + 1}, {FrameLayout.ALIGNMENT, word(0)}};
        for (final long[] forgery : forgeries) {
            log.close();
            open(false);
            join(Repair.REPORT, Start.oldest(), 1 << 20);
            publish(10);
            publish(LONGEST - 2);
            log.ring().putLong((int) forgery[0], forgery[1]);
            drain();
            assertEquals(List.of("0+1: 10"), got);
            assertTrue(recording.events().getLast().contains("its log is corrupt at position"),
                    recording.events()::toString);
            assertTrue(image.isDone());
            image.close();
            positions.close();
            image = null;
            got.clear();
        }
        assertFalse(recording.events().isEmpty());
    }

    private static long word(final int flags) {
        return FrameLayout.commitWord(FrameLayout.DATA, flags, CHUNK);
    }

    /** Memory of a reader that is stopped while it copies a fragment into it, for two laps of the publisher. */
    private final class PassedWhileFilling extends UnsafeBuffer {
        private final int part;
        private int parts;

        PassedWhileFilling(final int part) {
            super(new byte[LONGEST]);
            this.part = part;
        }

        @Override
        public void putBytes(final int index, final DirectBuffer from, final int offset, final int length) {
            if (parts++ == part) {
                for (int i = 0; i < 2 * CAPACITY / LONGEST; i++) {
                    publish(LONGEST);
                }
            }
            super.putBytes(index, from, offset, length);
        }
    }

    private static long first(final String delivered) {
        return Long.parseLong(delivered.substring(0, delivered.indexOf('+')));
    }

    /** Offsets of the second frame after each boundary: without these a seeking reader finds no whole message. */
    private List<Integer> secondFrameAfterEachBoundary() {
        final List<Integer> rests = new ArrayList<>();
        for (int chunk = 0; chunk < LogLayout.CHUNKS; chunk++) {
            final int boundary = (int) log.header().getLong(1024 + 16 * chunk) & (CAPACITY - 1);
            rests.add(boundary + FrameLayout.align(FrameLayout.length(log.ring().getLong(boundary))) & (CAPACITY - 1));
        }
        return rests;
    }

    private void join(final Repair repair, final Start.Point start, final int memory) {
        join(repair, start, new ReassemblyMemory(memory));
    }

    private void join(final Repair repair, final Start.Point start, final ReassemblyMemory memory) {
        positions = Positions.create(directory.resolve("p"), new SubscriptionIdentity(5, "t", Policy.SKIP, 1, 1), 64);
        image = new LocalImage(Log.attach(log.path()), positions, start, new ImageSettings("t", repair, false,
                memory, recording, new Uncounted(), errors::add, () -> 0));
    }

    private long publish(final int length) {
        payloads.encode(source, 0, writer.sequence(), length);
        if (length > writer.maxPayloadLength()) {
            return messages.offer(source, 0, length);
        }
        final int offset = writer.claim(length);
        if (offset < 0) {
            return offset;
        }
        log.ring().putBytes(offset, source, 0, length);
        return writer.commit();
    }

    private void drain() {
        int idle = 0;
        while (idle < 10 && !image.isDone()) {
            idle = image.poll(handler, 1_000) == 0 ? idle + 1 : 0;
        }
    }

    private final class Uncounted implements GapCounters {
        @Override
        public void gap(final long messages) {
        }

        @Override
        public void discarded(final long copies) {
        }

        @Override
        public void failed() {
            failures++;
        }
    }
}
