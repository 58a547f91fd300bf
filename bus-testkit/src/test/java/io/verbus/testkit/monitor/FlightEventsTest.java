package io.verbus.testkit.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Clocks;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.support.Forked;
import io.verbus.support.ShmDir;
import io.verbus.testkit.fabric.FabricPair;
import io.verbus.testkit.fabric.link.FabricSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The events of the bus in a JDK Flight Recorder recording. Other tests of this JVM make events too. */
class FlightEventsTest {
    private static final int CAPACITY = 1 << 16;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    @TempDir
    private Path folder;

    @Test
    void joinsGapsBackPressureAndLongCyclesAreRecorded() throws IOException {
        final long[] nowNs = {1_000_000_000};
        final List<RecordedEvent> events;
        try (Recording recording = start()) {
            try (Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory).withoutThread()
                    .withTransports(List.of()).withClocks(new Clocks(() -> nowNs[0], () -> nowNs[0])));
                    Publication publication = bus.publish(PublicationSettings.of("flight").withCapacity(CAPACITY)
                            .withLinger(Duration.ZERO));
                    Subscription lapped = subscribe(bus, "lapped", Policy.SKIP)) {
                bus.doWork();
                while (publication.position() < 3 * CAPACITY) {
                    commit(publication);
                }
                lapped.poll((buffer, offset, length, header) -> Action.TAKEN, 1);
                try (Subscription slow = subscribe(bus, "slow", Policy.BLOCK)) {
                    bus.doWork();
                    slow.poll((buffer, offset, length, header) -> Action.TAKEN, 1);
                    bus.doWork();
                    while (publication.claim(1_000) >= 0) {
                        publication.commit();
                    }
                    bus.doWork();
                    for (int i = 0; i < 10; i++) { // no claim is refused any more
                        bus.doWork();
                    }
                    nowNs[0] += 300_000_000;
                    bus.doWork();
                }
                bus.doWork();
            }
            events = stop(recording);
        }
        assertEquals(Set.of("lapped", "slow"), values("SubscriberJoined", "subscription", events));
        assertTrue(values("SubscriberLeft", "subscription", events).contains("slow"));
        assertTrue(values("SessionJoined", "stream", events).contains("flight"));
        assertEquals(Set.of("LAPPED"), values("Gap", "cause", events));
        assertEquals(Set.of("slow"), values("BackPressureBegan", "subscription", events));
        assertEquals(Set.of(1L), values("BackPressureEnded", "claims", events));
        assertTrue(all("LongConductorCycle", events).stream()
                .anyMatch(one -> one.getDuration("cycleNs").equals(Duration.ofMillis(300))));
    }

    @Test
    void bothEndsRecordEpochs() throws IOException {
        final List<RecordedEvent> events;
        try (Recording recording = start()) {
            try (FabricPair hosts = FabricPair.open(directory, FabricSettings.prompt())) {
                final Publication publication = hosts.publish(PublicationSettings.of("flight")
                        .withCapacity(CAPACITY));
                final Subscription book = hosts.subscribe(SubscriptionSettings.of("flight").withName("epochs"));
                hosts.pass(Duration.ofSeconds(1));
                hosts.breakLinks();
                for (int i = 0; i < 4; i++) { // polls find the end, release the link, and take the next one
                    hosts.pass(Duration.ofSeconds(1));
                    assertEquals(0, book.poll((buffer, offset, length, header) -> Action.TAKEN, 1));
                }
                assertEquals(0, publication.sequence());
            }
            events = stop(recording);
        }
        final Set<Object> began = values("EpochBegan", "subject", events);
        assertTrue(began.contains("epochs"), began::toString);
        assertTrue(began.stream().anyMatch(one -> one.toString().startsWith("flight ")), began::toString);
        assertTrue(values("EpochEnded", "subject", events).contains("epochs"));
        for (final String end : List.of("epochs", "flight ")) {
            assertEquals(List.of("1 simulated", "2 simulated"), all("EpochBegan", events).stream()
                    .filter(one -> one.getString("subject").startsWith(end))
                    .map(one -> one.getLong("epoch") + " " + one.getString("link")).toList(), end);
        }
    }

    /** The second message waits for two seconds while the handler of the first one runs. */
    @Test
    void lateMessagesAreRecordedWithTheirCause() throws IOException {
        final long[] nowNs = {1_000_000_000};
        final List<RecordedEvent> events;
        try (Recording recording = start()) {
            try (Bus bus = Bus.launch(BusSettings.defaults().withDirectory(directory).withoutThread()
                    .withTransports(List.of()).withClocks(new Clocks(() -> nowNs[0], () -> nowNs[0])));
                    Publication publication = bus.publish(PublicationSettings.of("flight").withCapacity(CAPACITY)
                            .withTimestamps(true).withLinger(Duration.ZERO));
                    Subscription late = bus.subscribe(SubscriptionSettings.of("flight").withName("late")
                            .withStart(Start.oldest()).withLatencies(true))) {
                commit(publication);
                commit(publication);
                assertEquals(1, late.poll((buffer, offset, length, header) -> {
                    pass(bus, nowNs, 200);
                    return Action.TAKEN;
                }, 1));
                assertEquals(1, late.poll((buffer, offset, length, header) -> Action.TAKEN, 1));
                pass(bus, nowNs, 100);
            }
            events = stop(recording);
        }
        final List<RecordedEvent> ofTest = all("LateMessages", events).stream()
                .filter(one -> one.getString("subscription").equals("late")).toList();
        assertEquals(1, ofTest.size(), ofTest::toString);
        final RecordedEvent event = ofTest.getFirst();
        assertEquals("flight reader 1", event.getString("stream") + " " + event.getString("cause") + " "
                + event.getLong("messages"));
        assertEquals(Duration.ofSeconds(2), event.getDuration("longestNs"));
    }

    private static void pass(final Bus bus, final long[] nowNs, final int dutyCycles) {
        for (int i = 0; i < dutyCycles; i++) {
            nowNs[0] += 10_000_000;
            bus.doWork();
        }
    }

    /** An event class whose initialisation fails, because memory is short, is unusable for good. */
    @Test
    void withoutARecordingNoEventClassIsInitialised() throws IOException {
        try (Forked process = Forked.start(List.of(), List.of("-Xlog:class+init"), Joining.class, directory)) {
            assertEquals(0, process.exitStatus(), process::output);
            final List<String> initialised = process.output().lines().filter(line -> line.contains("Initializing"))
                    .filter(line -> line.contains("io/verbus/internal/jfr/")).toList();
            assertEquals(1, initialised.size(), initialised::toString);
            assertTrue(initialised.getFirst().contains("FlightEvents'"), initialised::toString);
        }
    }

    /** A process in which a subscription joins and leaves a session. */
    static final class Joining {
        private Joining() {
        }

        static void main() {
            final BusSettings settings = BusSettings.defaults().withoutThread().withTransports(List.of());
            try (Bus bus = Bus.launch(settings);
                    Publication publication = bus.publish(PublicationSettings.of("flight").withCapacity(CAPACITY)
                            .withLinger(Duration.ZERO));
                    Subscription reader = subscribe(bus, "reader", Policy.BLOCK)) {
                bus.doWork();
                commit(publication);
                while (reader.poll((buffer, offset, length, header) -> Action.TAKEN, 1) == 0) {
                    bus.doWork();
                }
            }
        }
    }

    private static Recording start() {
        final Recording recording = new Recording();
        recording.start();
        return recording;
    }

    private List<RecordedEvent> stop(final Recording recording) throws IOException {
        recording.stop();
        final Path file = folder.resolve("recording.jfr");
        recording.dump(file);
        return RecordingFile.readAllEvents(file);
    }

    /** Values of a field, in events of this test's stream. */
    private static Set<Object> values(final String name, final String field, final List<RecordedEvent> events) {
        return all(name, events).stream()
                .filter(one -> !one.hasField("stream") || one.getString("stream").equals("flight"))
                .<Object>map(one -> one.getValue(field)).collect(Collectors.toSet());
    }

    private static List<RecordedEvent> all(final String name, final List<RecordedEvent> events) {
        return events.stream().filter(one -> one.getEventType().getName().equals("io.verbus." + name)).toList();
    }

    private static void commit(final Publication publication) {
        assertTrue(publication.claim(1_000) >= 0);
        publication.commit();
    }

    private static Subscription subscribe(final Bus bus, final String name, final Policy policy) {
        return bus.subscribe(SubscriptionSettings.of("flight").withName(name).withPolicy(policy)
                .withStart(Start.oldest()));
    }
}
