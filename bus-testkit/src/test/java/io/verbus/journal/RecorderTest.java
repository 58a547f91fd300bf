package io.verbus.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.Clocks;
import io.verbus.Gap;
import io.verbus.GapCause;
import io.verbus.MutableHeader;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Repair;
import io.verbus.SessionEvent;
import io.verbus.SessionListener;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.internal.os.MappedFile;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stream into a journal, over a real bus, and back. */
class RecorderTest {
    private static final int CAPACITY = 1 << 16;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private final List<String> events = new ArrayList<>();
    private Bus bus;
    private Publication publication;

    @BeforeEach
    void launch() {
        bus = Bus.launch(busSettings());
        publication = publish();
    }

    @AfterEach
    void close() {
        bus.close();
    }

    @Test
    void restartedRecorderFillsItsGapFromTheLog() {
        offer(10);
        record(10);
        offer(50); // no recorder runs
        record(50);
        assertEquals(messages(0, 60), journal());
    }

    @Test
    void overwrittenMessagesAreAGapInTheJournal() {
        offer(10);
        record(10);
        offer(5_000);
        final Recorder recorder = record(1);
        final List<String> lines = journal();
        assertEquals(1, recorder.gaps());
        final long first = 10 + recorder.missing();
        assertEquals("loss 10.." + (first - 1) + ": the log does not go back that far", lines.get(10));
        final List<String> expected = messages(0, 10);
        expected.add(lines.get(10));
        expected.addAll(messages(first, 5_010));
        assertEquals(expected, lines);
    }

    @Test
    void recordingResumesEachSessionAtItsEnd() {
        try (Publication other = publish()) {
            offer(10);
            offer(other, 300);
            record(310);
            offer(7);
            offer(other, 3);
            try (Publication third = publish()) {
                offer(third, 4);
                record(14);
                assertEquals(3, JournalReader.open(recording()).sessions().size());
                assertEquals(messages(0, 17), journal(publication.session().id()));
                assertEquals(messages(0, 303), journal(other.session().id()));
                assertEquals(messages(0, 4), journal(third.session().id()));
            }
        }
    }

    @Test
    void sessionsAreAbsentAfterAPollThatDoesNotFindThem() {
        final long gone = publication.session().id();
        offer(10);
        try (Publication other = publish()) {
            offer(other, 5);
            record(15);
            publication.close();
            try (JournalWriter journal = JournalWriter.open(recording(), "s", settings())) {
                final Recorder recorder = recorder(journal);
                try (Subscription subscription = subscribe(recorder)) {
                    assertEquals(Map.of(), recorder.absent()); // a recorder that is stopped here knows nothing
                    recorder.doWork(subscription);
                    assertEquals(Map.of(gone, 10L), recorder.absent());
                    journal.abandon(gone, "its log is gone");
                }
            }
            try (JournalWriter journal = JournalWriter.open(recording(), "s", settings())) {
                assertEquals(Map.of(other.session().id(), 5L), journal.unfinished());
            }
            assertEquals("end 10its log is gone", journal(gone).getLast());
        }
    }

    /** As that of a relay that was gone, or of a session that the recorder had lost for good. */
    @Test
    void messagesAfterARecordedLossAreReported() {
        offer(10);
        record(10);
        try (JournalWriter journal = JournalWriter.open(recording(), "s", settings())) {
            journal.abandon(publication.session().id(), "its log is gone");
        }
        offer(3);
        try (JournalWriter journal = JournalWriter.open(recording(), "s", settings())) {
            final Recorder recorder = recorder(journal);
            try (Subscription subscription = subscribe(recorder)) {
                while (recorder.missing() < 3) {
                    recorder.doWork(subscription);
                }
            }
            assertEquals(0, recorder.messages());
            assertEquals(1, recorder.gaps());
        }
    }

    @Test
    void theEndOfASessionIsRecorded() {
        offer(3);
        try (JournalWriter journal = JournalWriter.open(recording(), "s", settings())) {
            final Recorder recorder = recorder(journal);
            try (Subscription subscription = subscribe(recorder)) {
                while (recorder.messages() < 3) {
                    recorder.doWork(subscription);
                }
                publication.close();
                while (!subscription.sessions().isEmpty()) {
                    recorder.doWork(subscription);
                }
            }
        }
        final List<String> expected = messages(0, 3);
        expected.add("end 3");
        assertEquals(expected, journal());
    }

    @Test
    void messagesOfSeveralFramesAreRecordedComplete() {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[publication.maxMessageLength()]);
        message.setMemory(0, message.capacity(), (byte) 3);
        publication.offer(message, 0, message.capacity());
        offer(1);
        record(2);
        final long frames = publication.sequence() - 1;
        assertTrue(frames > 1);
        assertEquals(List.of(message.capacity() + " bytes, frames " + frames, "message " + frames), journal());
    }

    /** An evicted in-place reader would compute the checksum of bytes that the publisher has overwritten. */
    @Test
    void blockWithoutCopiesIsRefused() {
        try (JournalWriter journal = JournalWriter.open(recording(), "s", settings())) {
            final Recorder recorder = recorder(journal);
            final SubscriptionSettings blocking = SubscriptionSettings.of("s").withPolicy(Policy.BLOCK)
                    .withStart(recorder.start()).withListener(recorder);
            try (Subscription inPlace = bus.subscribe(blocking)) {
                assertEquals("cannot record stream s in place under BLOCK: subscribe with withCopies(true)",
                        assertThrows(BusException.class, () -> recorder.doWork(inPlace)).getMessage());
            }
            try (Subscription copies = bus.subscribe(blocking.withCopies(true))) {
                recorder.doWork(copies);
            }
        }
    }

    /** The publisher continues, and the recorder leaves. */
    @Test
    void fullDiskEndsOnlyTheRecording() {
        final int[] room = {2};
        final JournalSettings settings = settings().withFiles((path, length) -> {
            if (room[0]-- == 0) {
                throw new BusException("no room");
            }
            return MappedFile.create(path, length);
        });
        long recorded;
        try (JournalWriter journal = JournalWriter.open(recording(), "s", settings)) {
            final Recorder recorder = recorder(journal);
            try (Subscription subscription = subscribe(recorder)) {
                while (recorder.failure() == null) {
                    offer(10);
                    recorder.doWork(subscription);
                }
                assertEquals(0, recorder.doWork(subscription));
            }
            assertEquals("no room", recorder.failure().getMessage());
            recorded = recorder.messages();
        }
        assertTrue(recorded > 0);
        assertEquals(messages(0, recorded), journal());
        offer(10_000);
    }

    /** Not only a BusException: the journal ends before the message, and there is no gap with a false cause. */
    @Test
    void anyExceptionEndsTheRecordingBeforeItsMessage() {
        final int[] room = {2};
        final JournalSettings settings = settings().withFiles((path, length) -> {
            if (room[0]-- == 0) {
                throw new IllegalStateException("unexpected");
            }
            return MappedFile.create(path, length);
        });
        final List<Long> failed = new ArrayList<>();
        final SessionListener listener = event -> {
            if (event instanceof SessionEvent.Failed(_, long sequence, _)) {
                failed.add(sequence);
            }
        };
        final long recorded;
        try (JournalWriter journal = JournalWriter.open(recording(), "s", settings)) {
            final Recorder recorder = new Recorder(journal, Clocks.SYSTEM, listener);
            try (Subscription subscription = subscribe(recorder)) {
                while (recorder.failure() == null) {
                    offer(100); // so that other messages follow the failed one in the same poll
                    recorder.doWork(subscription);
                }
                offer(10);
                assertEquals(0, recorder.doWork(subscription));
            }
            recorded = recorder.messages();
            assertEquals(0, recorder.gaps());
            assertEquals("cannot record message " + recorded + " of session "
                    + Long.toHexString(publication.session().id()) + ": java.lang.IllegalStateException: unexpected",
                    recorder.failure().getMessage());
        }
        assertEquals(List.of(recorded), failed);
        assertEquals(messages(0, recorded), journal());
        assertEquals(List.of("java.lang.IllegalStateException: unexpected"), events);
    }

    @Test
    void exceptionDuringARecordedEventEndsTheRecording() {
        try (JournalWriter journal = JournalWriter.open(recording(), "s", settings())) {
            final SessionListener listener = event -> {
                if (event instanceof Gap _) {
                    throw new IllegalStateException("unexpected");
                }
            };
            final Recorder recorder = new Recorder(journal, Clocks.SYSTEM, listener);
            recorder.onEvent(new SessionEvent.Started(publication.session(), 0));
            recorder.onEvent(new Gap(publication.session(), 0, 4, 1, GapCause.LAPPED, "it was lapped"));
            assertEquals("cannot record an event: java.lang.IllegalStateException: unexpected",
                    recorder.failure().getMessage());
        }
    }

    @Test
    void replayEqualsTheRecording() {
        offer(500);
        record(500);
        try (Publication replayed = bus.publish(PublicationSettings.of("replayed").withCapacity(CAPACITY).withLinger(
                Duration.ZERO));
                Subscription subscription = bus.subscribe(SubscriptionSettings.of("replayed")
                        .withStart(Start.oldest()).withPolicy(Policy.BLOCK));
                SessionReader reader = JournalReader.open(recording()).read(publication.session().id())) {
            assertTrue(replayed.awaitSubscribers(1, Duration.ofSeconds(30)));
            final ReplayRange range = new ReplayRange(new ReplayRange.Sequence(100), new ReplayRange.Sequence(299));
            range.begin(reader);
            final Replay replay = new Replay(reader, replayed, range, ReplayPace.MAX, System::nanoTime,
                    (b, o, l, h) -> null);
            final List<Integer> values = new ArrayList<>();
            while (!replay.isDone() || values.size() < 200) {
                replay.doWork();
                subscription.poll((buffer, offset, length, header) -> {
                    values.add(buffer.getInt(offset));
                    return Action.TAKEN;
                }, 50);
            }
            assertEquals(200, replay.messages());
            for (int i = 0; i < 200; i++) {
                assertEquals(100 + i, values.get(i));
            }
        }
    }

    @Test
    void aReplayKeepsTheTimeBetweenMessages() {
        final AtomicLong nowNs = new AtomicLong(1_000_000);
        final Clocks clocks = new Clocks(nowNs::get, nowNs::get);
        try (JournalWriter journal = JournalWriter.open(recording(), "s",
                JournalSettings.defaults().withSegmentLength(1 << 14).steppedBy(clocks))) {
            final SessionWriter writer = journal.session(publication.session());
            for (int i = 0; i < 5; i++) {
                writer.append(new UnsafeBuffer(new byte[4]), 0, 4, new MutableHeader(0, "test", "test").set(i, 0),
                        5_000 * i);
            }
        }
        try (SessionReader reader = JournalReader.open(recording()).read(publication.session().id())) {
            final Replay replay = new Replay(reader, publication, ReplayRange.ALL, new ReplayPace(5), nowNs::get,
                    (b, o, l, h) -> null);
            for (int ns = 0; ns <= 4_000; ns++) {
                replay.doWork();
                assertEquals(ns / 1_000 + 1, replay.messages());
                nowNs.incrementAndGet();
            }
            replay.doWork();
            assertTrue(replay.isDone());
        }
    }

    private BusSettings busSettings() {
        final BusSettings defaults = BusSettings.defaults();
        return defaults.withDirectory(directory.resolve("bus")).withDutyCycle(Duration.ofMillis(1))
                .withErrorHandler(t -> events.add(t.toString())).withTransports(List.of());
    }

    private Publication publish() {
        return bus.publish(PublicationSettings.of("s").withCapacity(CAPACITY).withLinger(Duration.ZERO));
    }

    private void offer(final int count) {
        offer(publication, count);
    }

    private static void offer(final Publication to, final int count) {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[20]);
        for (int i = 0; i < count; i++) {
            message.putInt(0, (int) to.sequence());
            assertTrue(to.offer(message, 0, message.capacity()) >= 0);
        }
    }

    private Path recording() {
        return directory.resolve("journal");
    }

    private static JournalSettings settings() {
        return JournalSettings.defaults().withSegmentLength(1 << 15).steppedBy(Clocks.SYSTEM);
    }

    private static Recorder recorder(final JournalWriter journal) {
        return new Recorder(journal, Clocks.SYSTEM, SessionListener.NONE);
    }

    private Subscription subscribe(final Recorder recorder) {
        return bus.subscribe(SubscriptionSettings.of("s").withPolicy(Policy.SKIP).withRepair(Repair.REPAIR)
                .withStart(recorder.start()).withListener(recorder));
    }

    /** Records at least so many messages, and all available ones. */
    private Recorder record(final long count) {
        try (JournalWriter journal = JournalWriter.open(recording(), "s", settings())) {
            final Recorder recorder = recorder(journal);
            try (Subscription subscription = subscribe(recorder)) {
                int idle = 0;
                while (recorder.messages() < count || idle < 3) {
                    idle = recorder.doWork(subscription) == 0 ? idle + 1 : 0;
                }
            }
            assertNull(recorder.failure());
            return recorder;
        }
    }

    private List<String> journal() {
        return journal(publication.session().id());
    }

    private List<String> journal(final long session) {
        final List<String> lines = new ArrayList<>();
        try (SessionReader reader = JournalReader.open(recording()).read(session)) {
            reader.poll(new JournalHandler() {
                @Override
                public Action onMessage(final DirectBuffer buffer, final int offset, final int length,
                        final RecordHeader header) {
                    lines.add(length > 20
                            ? length + " bytes, frames " + header.frames()
                            : (buffer.getInt(offset) == header.sequence() ? "message " : "another ")
                                    + header.sequence());
                    return Action.TAKEN;
                }

                @Override
                public void onLoss(final long first, final long last, final long receivedNs, final String cause) {
                    lines.add("loss " + first + ".." + last + ": " + cause);
                }

                @Override
                public void onEnd(final long messages, final long receivedNs, final String cause) {
                    lines.add("end " + messages + cause);
                }
            }, Integer.MAX_VALUE);
        }
        return lines;
    }

    private static List<String> messages(final long from, final long to) {
        final List<String> lines = new ArrayList<>();
        for (long sequence = from; sequence < to; sequence++) {
            lines.add("message " + sequence);
        }
        return lines;
    }
}
