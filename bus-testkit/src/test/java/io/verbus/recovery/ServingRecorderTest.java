package io.verbus.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.Gap;
import io.verbus.Header;
import io.verbus.MutableHeader;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Repair;
import io.verbus.Start;
import io.verbus.SubscriptionSettings;
import io.verbus.internal.os.MappedFile;
import io.verbus.journal.JournalCheck;
import io.verbus.journal.JournalReader;
import io.verbus.journal.JournalSettings;
import io.verbus.journal.JournalWriter;
import io.verbus.journal.SessionReader;
import io.verbus.journal.SessionWriter;
import io.verbus.support.Patience;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stream that is recorded and served in the process of its publisher. */
class ServingRecorderTest {
    private static final SubscriptionSettings BLOCKING = SubscriptionSettings.of("s").withName("recorder")
            .withPolicy(Policy.BLOCK);
    private static final JournalSettings SMALL = JournalSettings.defaults().withSegmentLength(1 << 16);
    /** More than the log holds. */
    private static final int MANY = 5_000;
    private static final int JOINERS = 6;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private Path journal;
    private final List<String> errors = new CopyOnWriteArrayList<>();
    private final List<String> gaps = new ArrayList<>();
    private Bus bus;
    private Publication publication;

    @BeforeEach
    void launch() {
        journal = directory.resolve("journal");
        bus = Bus.launch(BusSettings.defaults().withDirectory(directory.resolve("bus")).withTransports(List.of())
                .withErrorHandler(error -> errors.add(error.getMessage())));
        publication = bus.publish(PublicationSettings.of("s").withCapacity(1 << 16).withLinger(Duration.ZERO));
    }

    @AfterEach
    void close() {
        bus.close();
    }

    @Test
    void lateJoinerReadsTheJournalOfTheSameProcess() {
        try (ServingRecorder recorder = start(SMALL)) {
            offer(MANY);
            assertEquals(sequences(MANY), joinLate(MANY));
            assertNull(recorder.failure());
        }
        assertEquals(List.of(), errors);
    }

    @Test
    void messagesCommittedBeforeTheCloseAreRecorded() {
        final ServingRecorder recorder = start(SMALL);
        offer(MANY);
        publication.close();
        recorder.close();
        recorder.close();
        assertEquals(sequences(MANY), recorded());
        assertEquals(MANY, recorder.messages());
        assertEquals(0, recorder.gaps() + recorder.missing());
        assertEquals(1, new JournalCheck(journal).run().size());
        assertNotEquals("", new JournalCheck(journal).run().getFirst().end());
    }

    @Test
    void restartedRecorderContinuesTheJournalFromTheLog() {
        try (ServingRecorder first = start(SMALL)) {
            offer(100);
            await(() -> first.messages() == 100);
        }
        offer(100);
        try (ServingRecorder second = ServingRecorder.start(bus, "s", journal)) {
            assertEquals(List.of(), second.cuts());
            second.reports(errors::add);
            await(() -> second.messages() == 100);
        }
        assertEquals(sequences(200), recorded());
        assertEquals(List.of(), errors);
    }

    @Test
    void secondRecorderOfAJournalIsRefusedAndLeavesNoSubscription() {
        try (ServingRecorder recorder = start(SMALL)) {
            assertTrue(publication.awaitSubscribers(1, Duration.ofSeconds(30)));
            assertThrows(BusException.class, () -> start(SMALL));
            assertThrows(BusException.class, () -> ServingRecorder.start(bus, "s".repeat(120),
                    directory.resolve("other")));
            assertEquals(1, publication.subscribers().size());
            assertNull(recorder.failure());
        }
        ServingRecorder.start(bus, "t", directory.resolve("other")).close(); // the refused one has left its journal
    }

    @Test
    void failedRecordingIsReportedOnceAndIsServedAndBlocksNoPublisher() {
        final int[] room = {2};
        final JournalSettings full = SMALL.withFiles((path, length) -> {
            if (room[0]-- <= 0) {
                throw new BusException("the disk is full");
            }
            return MappedFile.create(path, length);
        });
        try (ServingRecorder recorder = start(full)) {
            await(() -> {
                offer(1);
                return recorder.failure() != null;
            });
            offer(MANY); // the failed recorder does not block it
            final long recorded = recorder.messages();
            assertTrue(recorded > 0);
            assertEquals(sequences(recorded), joinLate(recorded).subList(0, (int) recorded));
            assertEquals(List.of(recorder.failure().getMessage()), errors);
            assertTrue(errors.getFirst().startsWith(
                    "recording of stream s failed, the journal up to there is valid: "), errors::toString);
        }
    }

    /** A recorder that is added for safety takes nothing away from later subscriptions. */
    @Test
    void lateJoinersGetEverythingFromTwoRecordersAlsoIfOneBeganLate() {
        try (ServingRecorder first = start(SMALL); Bus other = launchOther()) {
            offer(MANY);
            try (ServingRecorder second = ServingRecorder.start(other, BLOCKING, directory.resolve("second"), SMALL,
                    ServeSettings.defaults())) {
                await(() -> second.messages() > 0);
                for (int joiner = 0; joiner < JOINERS; joiner++) {
                    offer(100);
                    final long published = publication.sequence();
                    await(() -> first.messages() == published);
                    assertEquals(sequences(published), joinLate(published), "joiner " + joiner);
                }
                assertEquals(List.of(), gaps);
                assertTrue(second.messages() < MANY, "it began in time");
            }
        }
    }

    @Test
    void onlyWhatAllRecordersLackIsLost() {
        offer(MANY);
        final Path second = directory.resolve("second");
        write(journal, new long[][]{{1_000, 1_999}});
        write(second, new long[][]{{0, 499}, {1_500, 2_499}});
        final List<Long> expected = new ArrayList<>(sequences(MANY));
        expected.removeIf(sequence -> sequence >= 1_500 && sequence <= 1_999);
        try (Bus other = launchOther();
                RangeServer one = new RangeServer(bus, "s", journal, ServeSettings.defaults());
                RangeServer two = new RangeServer(other, "s", second, ServeSettings.defaults())) {
            for (int joiner = 0; joiner < JOINERS; joiner++) {
                gaps.clear();
                assertEquals(expected, joinLate(expected.size(), () -> {
                    one.doWork();
                    two.doWork();
                }), "joiner " + joiner);
                assertEquals(List.of("1500..1999"), gaps, "joiner " + joiner);
            }
        }
    }

    /** A journal of the session with losses. */
    private void write(final Path target, final long[]... losses) {
        try (JournalWriter writer = JournalWriter.open(target, "s", SMALL)) {
            final SessionWriter session = writer.session(publication.session());
            final UnsafeBuffer message = new UnsafeBuffer(new byte[64]);
            for (final long[] loss : losses) {
                for (long sequence = Math.max(0, session.next()); sequence < loss[0]; sequence++) {
                    append(session, message, sequence);
                }
                session.lose(loss[0], loss[1], "it was lapped", 1);
            }
            while (session.next() < MANY) {
                append(session, message, session.next());
            }
        }
    }

    private static void append(final SessionWriter session, final UnsafeBuffer message, final long sequence) {
        message.putLong(0, sequence);
        session.append(message, 0, message.capacity(),
                new MutableHeader(0, "s", "").set(sequence, 0).publishedNs(Header.NO_TIMESTAMP), 1);
    }

    private Bus launchOther() {
        return Bus.launch(BusSettings.defaults().withDirectory(directory.resolve("bus")).withTransports(List.of()));
    }

    /** Reads at least a number of messages from the first on. */
    private List<Long> joinLate(final long count) {
        return joinLate(count, () -> {});
    }

    private List<Long> joinLate(final long count, final Runnable servers) {
        final List<Long> received = new ArrayList<>();
        try (RecoveringSubscription late = RecoveringSubscription.of(bus, SubscriptionSettings.of("s")
                .withPolicy(Policy.SKIP).withRepair(Repair.REPAIR).withStart(Start.at(0))
                .withListener(event -> {
                    if (event instanceof Gap gap) {
                        gaps.add(gap.first() + ".." + gap.last());
                    }
                }), RecoverySettings.defaults())) {
            await(() -> {
                servers.run();
                late.poll((buffer, offset, length, header) -> {
                    received.add(buffer.getLong(offset));
                    return Action.TAKEN;
                }, 100);
                return received.size() >= count;
            });
        }
        return received;
    }

    private ServingRecorder start(final JournalSettings settings) {
        final ServingRecorder recorder = ServingRecorder.start(bus, BLOCKING, journal, settings,
                ServeSettings.defaults());
        assertTrue(publication.awaitSubscribers(1, Duration.ofSeconds(30)));
        return recorder;
    }

    private static void await(final BooleanSupplier condition) {
        final long beganNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - beganNs < Patience.NS, "no end");
            Thread.onSpinWait();
        }
    }

    /** Publishes messages that contain their sequences, and waits while the recorder blocks. */
    private void offer(final int count) {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[64]);
        for (int i = 0; i < count; i++) {
            message.putLong(0, publication.sequence());
            await(() -> publication.offer(message, 0, message.capacity()) >= 0);
        }
    }

    private List<Long> recorded() {
        final List<Long> messages = new ArrayList<>();
        try (SessionReader reader = JournalReader.open(journal).read(publication.session().id())) {
            while (reader.poll((buffer, offset, length, header) -> {
                messages.add(buffer.getLong(offset));
                return Action.TAKEN;
            }, 100) > 0) {
                assertTrue(messages.size() <= MANY);
            }
        }
        return messages;
    }

    private static List<Long> sequences(final long count) {
        return LongStream.range(0, count).boxed().toList();
    }
}
