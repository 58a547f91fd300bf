package io.verbus.recovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Clocks;
import io.verbus.Gap;
import io.verbus.GapCause;
import io.verbus.Header;
import io.verbus.MutableHeader;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Repair;
import io.verbus.SessionListener;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.journal.JournalSettings;
import io.verbus.journal.JournalWriter;
import io.verbus.journal.Recorder;
import io.verbus.journal.SessionWriter;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A range server that cannot serve a request, or is occupied by clients that never send one. */
class RefusalTest {
    private static final int CAPACITY = 1 << 16;
    /** More than the log holds. */
    private static final int MANY = 4_000;
    private static final int MOST_SESSIONS = 64;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private final List<String> errors = new ArrayList<>();
    private final List<Gap> gaps = new ArrayList<>();
    private long nowNs = 1;
    private boolean rushing;
    private long received;
    private Bus bus;
    private Publication publication;
    private RangeServer server;

    @BeforeEach
    void recordMoreThanTheLogHolds() {
        final Clocks clocks = new Clocks(this::clock, this::clock);
        bus = Bus.launch(BusSettings.defaults().withDirectory(directory.resolve("bus")).withoutThread()
                .withClocks(clocks).withErrorHandler(t -> errors.add(t.getMessage())).withTransports(List.of()));
        publication = bus.publish(PublicationSettings.of("s").withCapacity(CAPACITY).withLinger(Duration.ZERO));
        try (JournalWriter journal = JournalWriter.open(directory.resolve("journal"), "s",
                JournalSettings.defaults().withSegmentLength(1 << 16).steppedBy(clocks))) {
            final Recorder recorder = new Recorder(journal, clocks, SessionListener.NONE);
            try (Subscription recording = bus.subscribe(SubscriptionSettings.of("s").withPolicy(Policy.SKIP)
                    .withRepair(Repair.REPAIR).withStart(recorder.start()).withListener(recorder))) {
                final UnsafeBuffer message = new UnsafeBuffer(new byte[40]);
                for (int i = 0; i < MANY; i++) {
                    publication.offer(message, 0, message.capacity());
                    while (recorder.doWork(recording) > 0) {
                        journal.doWork();
                    }
                }
            }
        }
    }

    private long clock() {
        nowNs += rushing ? 100_000_000 : 0;
        return nowNs;
    }

    @AfterEach
    void close() throws IOException {
        rushing = true;
        if (server != null) {
            server.close();
        }
        publication.close();
        assertEquals(List.of(), streams());
        bus.close();
    }

    @Test
    void silentRequestersDoNotSwitchHistoryOff() {
        serve(ServeSettings.defaults());
        final List<Publication> silent = new ArrayList<>();
        for (int i = 0; i < MOST_SESSIONS; i++) {
            silent.add(bus.publish(PublicationSettings.of("s.replay").withCapacity(CAPACITY).withPublisher("p" + i)
                    .withLinger(Duration.ZERO)));
        }
        dutyCycle();
        try (RecoveringSubscription late = subscribe(Duration.ofSeconds(5))) {
            until(late, () -> received + missing() == MANY);
        }
        assertEquals(List.of(), gaps);
        assertEquals(MOST_SESSIONS, server.left());
        silent.forEach(Publication::close);
    }

    @Test
    void requestBeyondTheLimitIsServedWhenAResponseEnds() {
        serve(ServeSettings.defaults().withAnswers(1));
        try (RecoveringSubscription late = subscribe(Duration.ofSeconds(5))) {
            final RecoveringSubscription slow = subscribe(Duration.ofSeconds(5));
            until(slow, () -> received > 0);
            received = 0;
            for (int i = 0; i < 100; i++) {
                dutyCycle();
                late.poll(this::onMessage, 100);
            }
            assertEquals(0, received);
            slow.close();
            until(late, () -> received + missing() == MANY);
        }
        assertEquals(List.of(), gaps);
    }

    @Test
    void refusalThatLastsIsTheCauseOfTheLoss() {
        serve(ServeSettings.defaults().withAnswers(1).withPatience(Duration.ofSeconds(1)));
        try (RecoveringSubscription slow = subscribe(Duration.ofSeconds(5));
                RecoveringSubscription late = subscribe(Duration.ofSeconds(1))) {
            until(slow, () -> received > 0);
            until(late, () -> !gaps.isEmpty());
        }
        assertEquals("refused on s.replay for 1000 ms: all 1 responses are in use",
                gaps.getFirst().description());
        assertEquals(GapCause.NOT_SERVED, gaps.getFirst().cause());
    }

    /** The recorder that may have the range refuses until the timeout: what the other one has is not lost. */
    @Test
    void refusalThatLastsCostsOnlyWhatTheOtherRecorderLacks() {
        recordAllBut(1_000);
        serve(ServeSettings.defaults().withAnswers(1));
        try (RecoveringSubscription slow = subscribe(Duration.ofSeconds(5))) {
            until(slow, () -> received > 0);
            received = 0;
            try (Bus otherBus = Bus.launch(bus.settings());
                    RangeServer other = new RangeServer(otherBus, "s", second(), ServeSettings.defaults());
                    RecoveringSubscription late = subscribe(Duration.ofSeconds(1))) {
                untilAllAreKnown(late, otherBus, other);
            }
            rushing = false;
        }
        assertEquals(1, missing(), gaps::toString);
        assertEquals(GapCause.NOT_SERVED, gaps.getFirst().cause());
    }

    /** A recorder was stopped before its response: it is asked again, although the other one lacks the range. */
    @Test
    void recorderWhoseResponseWasEmptyIsAskedAgain() {
        recordAllBut(0);
        try (Bus otherBus = Bus.launch(bus.settings());
                RangeServer other = new RangeServer(otherBus, "s", second(), ServeSettings.defaults());
                RecoveringSubscription late = subscribe(Duration.ofSeconds(5))) {
            serve(ServeSettings.defaults().withPatience(Duration.ofMillis(100)));
            until(late, () -> late.isFilling());
            late.poll(this::onMessage, 100); // it is requested
            dutyCycle();
            nowNs += 1_000_000_000;
            server.doWork(); // its response has no reader within the patience
            server.doWork();
            untilAllAreKnown(late, otherBus, other);
        }
        rushing = false;
        assertEquals(List.of(), gaps);
    }

    /** Until each message was received or reported lost, while another recorder serves. */
    private void untilAllAreKnown(final RecoveringSubscription late, final Bus otherBus, final RangeServer other) {
        until(late, () -> {
            otherBus.doWork();
            other.doWork();
            return received + missing() == MANY;
        });
        rushing = true;
    }

    private Path second() {
        return directory.resolve("second");
    }

    /** Another journal, which lacks a message. */
    private void recordAllBut(final long missing) {
        try (JournalWriter journal = JournalWriter.open(second(), "s", JournalSettings.defaults()
                .steppedBy(new Clocks(this::clock, this::clock)))) {
            final SessionWriter session = journal.session(publication.session());
            final UnsafeBuffer message = new UnsafeBuffer(new byte[40]);
            for (long sequence = 0; sequence < MANY; sequence++) {
                if (sequence == missing) {
                    session.lose(sequence, sequence, "it was lapped", 1);
                } else {
                    session.append(message, 0, message.capacity(), new MutableHeader(0, "s", "").set(sequence, 0)
                            .publishedNs(Header.NO_TIMESTAMP), 1);
                }
            }
        }
    }

    @Test
    void missingRoomForTheResponseIsTheCauseOfTheLoss() {
        serve(ServeSettings.defaults().withCapacity(3)); // its creation fails, as without room
        try (RecoveringSubscription late = subscribe(Duration.ofSeconds(1))) {
            until(late, () -> received + missing() == MANY);
        }
        assertEquals(1, gaps.size());
        assertTrue(
                gaps.getFirst().description().startsWith("refused on s.replay for 1000 ms: the recorder could not start"
                        + " its response: "),
                gaps.getFirst()::description);
        assertEquals(1, errors.size(), errors::toString);
    }

    @Test
    void responsesLeaveNoDirectory() throws IOException {
        serve(ServeSettings.defaults());
        for (int i = 0; i < 20; i++) {
            received = 0;
            try (RecoveringSubscription late = subscribe(Duration.ofSeconds(5))) {
                until(late, () -> received == MANY);
            }
        }
        while (server.answered() < 20) {
            dutyCycle();
        }
        assertEquals(List.of("s", "s.replay"), streams());
    }

    @Test
    void sessionLeftByTheReaderIsNotJoinedAgain() {
        try (Subscription subscription = bus.subscribe(SubscriptionSettings.of("s").withStart(Start.oldest()))) {
            subscription.poll(this::onMessage, 1);
            assertTrue(subscription.leave(publication.session().id()));
            assertFalse(subscription.leave(publication.session().id()));
            for (int i = 0; i < 500; i++) {
                dutyCycle();
                assertEquals(0, subscription.poll(this::onMessage, 1));
            }
            assertEquals(List.of(), subscription.sessions());
            assertEquals(List.of(), publication.subscribers());
        }
    }

    private long missing() {
        return gaps.stream().mapToLong(Gap::count).sum();
    }

    private void serve(final ServeSettings settings) {
        server = new RangeServer(bus, "s", directory.resolve("journal"), settings);
    }

    private RecoveringSubscription subscribe(final Duration timeout) {
        return RecoveringSubscription.of(bus, SubscriptionSettings.of("s").withPolicy(Policy.SKIP)
                .withRepair(Repair.REPAIR).withStart(Start.at(0)).withListener(event -> {
                    if (event instanceof Gap gap) {
                        gaps.add(gap);
                    }
                }), RecoverySettings.defaults().withTimeout(timeout));
    }

    private void dutyCycle() {
        nowNs += 5_000_000;
        bus.doWork();
        if (server != null) {
            server.doWork();
        }
        assertTrue(nowNs < 100_000_000_000L, () -> "no end: " + received + " messages, " + gaps + errors);
    }

    private void until(final RecoveringSubscription subscription, final BooleanSupplier over) {
        while (!over.getAsBoolean()) {
            dutyCycle();
            subscription.poll(this::onMessage, 100);
        }
    }

    private Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        received++;
        return Action.TAKEN;
    }

    private List<String> streams() throws IOException {
        try (Stream<Path> entries = Files.list(directory.resolve("bus"))) {
            return entries.filter(Files::isDirectory).map(path -> path.getFileName().toString())
                    .filter(name -> !name.startsWith(".")).sorted().toList();
        }
    }
}
