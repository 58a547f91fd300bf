package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.internal.os.SimulatedDeath;
import io.verbus.internal.shm.BusDirectory;
import io.verbus.support.EventRecorder;
import io.verbus.support.RecordingAudience;
import io.verbus.support.ShmDir;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dead publishers, their restarts, and logs that other programs remove; conductors stepped by hand. */
class LivingSessionTest {
    private static final String BY_OTHERS = "its log was removed by another program while its publisher was alive";

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final List<String> errors = new ArrayList<>();
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[8]);
    private final List<Long> got = new ArrayList<>();
    private final PollHandler handler = (buffer, offset, length, header) -> {
        got.add(buffer.getLong(offset));
        return Action.TAKEN;
    };
    private final EventRecorder recording = new EventRecorder();
    private final List<Bus> dead = new ArrayList<>();
    private Bus bus;
    /** Time that the clock of the buses has advanced by itself: a removal by another program is noticed in a second. */
    private long advancedNs;

    @BeforeEach
    void launch() {
        bus = Bus.launch(settings());
    }

    @AfterEach
    void close() {
        bus.close();
        dead.forEach(Bus::close);
    }

    @Test
    void freshSubscriptionFollowsLivingSession() {
        subscribe(bus, Start.live(), new EventRecorder()); // keeps the log of the dead process
        crash(1);
        bus.doWork();
        final Publication living = publish(bus);
        offer(living, 2);
        for (final Start start : List.of(Start.oldest(), Start.at(0), Start.live())) {
            assertEquals(List.of(living.session()), poll(subscribe(bus, start, recording)).sessions(), start::toString);
        }
        assertEquals(List.of(2L, 2L), got);
        assertEquals(List.of("started 0", "started 0", "started 1"), recording.events());
    }

    @Test
    void freshSubscriptionReadsDeadSessionWithoutSuccessor() {
        subscribe(bus, Start.live(), new EventRecorder());
        crash(1);
        final Subscription subscription = subscribe(bus, Start.oldest(), recording);
        final long deadlineNs = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (recording.events().size() < 2 && System.nanoTime() < deadlineNs) {
            poll(subscription);
        }
        assertEquals(List.of("started 0", "lost for good 1: its publisher's process died without closing it"),
                recording.events());
    }

    @Test
    void resumingSubscriptionReadsDeadSessionBeforeItsSuccessor() {
        subscribe(bus, Start.live(), new EventRecorder());
        final Publication gone = crash(1);
        bus.doWork();
        offer(publish(bus), 2);
        poll(subscribe(bus, Start.resumeAt(Map.of(gone.session().id(), 0L)), recording));
        assertEquals(List.of(1L, 2L), got);
        assertTrue(recording.events().contains("restarted"), recording.events()::toString);
    }

    @Test
    void logRemovedByAnotherProgramIsReportedToBothSides() throws IOException {
        final Bus publishing = Bus.launch(settings());
        final Publication publication = publish(publishing);
        final Subscription subscription = poll(subscribe(bus, Start.oldest(), recording));
        offer(publication, 1);
        try (Stream<Path> files = Files.list(directory.resolve("s"))) {
            Files.delete(files.filter(file -> file.toString().endsWith(".log")).findFirst().orElseThrow());
        }
        advancedNs += 1_000_000_000;
        bus.doWork();
        publishing.doWork();
        poll(subscription);
        assertEquals(List.of("started 0", "lost for good 1: " + BY_OTHERS), recording.events());
        assertEquals(List.of(LossCause.LOG_REMOVED), recording.lossCauses());
        assertTrue(publication.isLogRemoved());
        assertEquals(1, errors.size(), errors::toString);
        assertTrue(errors.getFirst().startsWith("the log of stream s was removed by another program"),
                errors.getFirst());
        publishing.close();
    }

    @Test
    void removedDirectoryIsNotDeath() throws IOException {
        final Bus publishing = Bus.launch(settings());
        final RecordingAudience audience = new RecordingAudience();
        final Publication publication = publishing.publish(PublicationSettings.of("s").withCapacity(1 << 16)
                .withLinger(Duration.ZERO).withListener(audience));
        final Subscription subscription = poll(subscribe(bus, Start.oldest(), recording));
        publishing.doWork();
        try (Stream<Path> files = Files.walk(directory)) {
            files.filter(file -> !file.equals(directory)).sorted(Comparator.reverseOrder()).map(Path::toFile)
                    .forEach(File::delete);
        }
        advancedNs += 1_000_000_000;
        for (int cycle = 0; cycle < 10; cycle++) {
            publishing.doWork();
            bus.doWork();
        }
        assertTrue(publication.isLogRemoved());
        assertFalse(audience.events().toString().contains("died"), audience.events()::toString);
        publication.close();
        poll(subscription);
        assertEquals(List.of("started 0", "lost for good 0: " + BY_OTHERS), recording.events());
        publishing.close();
    }

    @Test
    void fileRemovedByAnotherProgramIsTheCauseOfTheDeparture() throws IOException {
        final RecordingAudience audience = new RecordingAudience();
        try (Bus publishing = Bus.launch(settings());
                Publication publication = publishing.publish(PublicationSettings.of("s").withCapacity(1 << 16)
                        .withLinger(Duration.ZERO).withListener(audience))) {
            subscribe(bus, Start.live(), recording);
            publishing.doWork();
            assertEquals(1, publication.subscribers().size());
            try (Stream<Path> files = Files.list(directory.resolve("s"))) {
                Files.delete(files.filter(file -> file.toString().endsWith(".positions")).findFirst().orElseThrow());
            }
            advancedNs += 1_000_000_000;
            publishing.doWork();
            assertEquals(List.of(DepartureCause.FILE_REMOVED), audience.departures());
        }
    }

    @Test
    void silentReaderDoesNotKeepPublisherFromStarting() {
        final Path stream = BusDirectory.open(directory).stream("s").log(0).getParent();
        subscribe(bus, Start.live(), recording); // its conductor does not run from here on
        for (int crash = 0; crash < 10; crash++) {
            crash(crash);
        }
        Bus.launch(settings()).close(); // sweeps
        assertTrue(logs(stream) <= 2, () -> logs(stream) + " logs");
    }

    private Publication crash(final long value) {
        final Bus publishing = Bus.launch(settings());
        final Publication publication = publish(publishing);
        publishing.doWork();
        offer(publication, value);
        SimulatedDeath.of(publishing);
        dead.add(publishing);
        return publication;
    }

    private static long logs(final Path stream) {
        return Stream.of(stream.toFile().list()).filter(name -> name.endsWith(".log")).count();
    }

    private BusSettings settings() {
        return BusSettings.defaults().withDirectory(directory).withErrorHandler(t -> errors.add(t.getMessage()))
                .withClocks(new Clocks(() -> System.nanoTime() + advancedNs, Clocks.SYSTEM.epoch()))
                .withoutThread();
    }

    private static Publication publish(final Bus publishing) {
        return publishing.publish(
                PublicationSettings.of("s").withCapacity(1 << 16).withLinger(Duration.ZERO));
    }

    private Subscription subscribe(final Bus reading, final Start start, final EventRecorder listener) {
        return reading.subscribe(SubscriptionSettings.of("s").withPolicy(Policy.SKIP).withStart(start)
                .withListener(listener));
    }

    private Subscription poll(final Subscription subscription) {
        for (int cycle = 0; cycle < 5; cycle++) {
            while (subscription.poll(handler, 10) > 0) {
                bus.doWork();
            }
            bus.doWork();
        }
        return subscription;
    }

    private void offer(final Publication publication, final long value) {
        message.putLong(0, value);
        assertTrue(publication.offer(message, 0, 8) >= 0);
    }
}
