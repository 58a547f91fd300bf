package io.verbus.tools.export.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusException;
import io.verbus.BusSettings;
import io.verbus.LostSession;
import io.verbus.MutableHeader;
import io.verbus.Policy;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.journal.SessionRecording;
import io.verbus.support.Forked;
import io.verbus.support.Patience;
import io.verbus.support.ShmDir;
import io.verbus.tools.Main;
import io.verbus.tools.export.QueueRecording;
import io.verbus.tools.tap.MessageSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.queue.rollcycles.TestRollCycles;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A queue is published: that of a bridge as the messages that were recorded, another one document by document. */
@Tag("processes")
class QueueSourceTest {
    private static final String STREAM = "s";

    @TempDir(factory = ShmDir.class)
    private Path bus;
    @TempDir
    private Path folder;
    private final List<SessionEvent> events = new ArrayList<>();
    private final List<String> received = new ArrayList<>();

    @Test
    void messagesOfABridgeArePublishedAsTheyWere() throws IOException {
        try (QueueRecording recording = BridgeQueue.open(queue(), "md", null)) {
            final SessionRecording session = recording.session(session(7));
            IntStream.range(0, 20).forEach(i -> append(session, i));
            session.end(20, 0);
        }
        try (Bus reading = launch(); Subscription subscription = subscribe(reading); Forked publish = publish()) {
            poll(subscription, this::isOver, publish);
            assertEquals(0, publish.exitStatus(), publish::output);
            assertEquals(numbers(0, 20), received);
            assertInstanceOf(SessionEvent.Ended.class, events.getLast());
            assertTrue(publish.output().contains("publish: 20 messages on stream s"), publish::output);
        }
    }

    @Test
    void messagesThatABridgeHasMissedAreReported() throws IOException {
        try (QueueRecording recording = BridgeQueue.open(queue(), "md", null)) {
            final SessionRecording session = recording.session(session(7));
            append(session, 0);
            append(session, 5);
            session.breakOff(6, "its publisher is gone", 0);
        }
        try (Bus reading = launch(); Subscription subscription = subscribe(reading); Forked publish = publish()) {
            poll(subscription, this::isOver, publish);
            assertEquals(1, publish.exitStatus(), publish::output);
            assertEquals(List.of("0", "5"), received);
            assertInstanceOf(LostSession.class, events.getLast());
            assertTrue(publish.output().contains("publish: session 0000000000000007: sequences 1 to 4 are missing in"
                    + " the queue: "), publish::output);
            assertTrue(publish.output().contains("publish: session 0000000000000007 was lost before sequence 6: its"
                    + " publisher is gone"), publish::output);
        }
    }

    /** While another program writes it, and it rolls. */
    @Test
    void documentsOfAnotherProgramAreFollowed() throws IOException {
        try (ChronicleQueue queue = SingleChronicleQueueBuilder.binary(queue())
                .rollCycle(TestRollCycles.TEST_SECONDLY).build();
                ExcerptAppender appender = queue.createAppender();
                Bus reading = launch();
                Subscription subscription = subscribe(reading)) {
            write(appender, 0, 10);
            final String next;
            try (Forked publish = publish("--follow")) {
                for (int number = 10; cycles() < 3; number++) {
                    write(appender, number, number + 1);
                    final int count = number + 1;
                    poll(subscription, () -> received.size() == count, publish);
                }
                assertEquals(numbers(0, received.size()), received);
                publish.interrupt();
                poll(subscription, this::isOver, publish);
                assertInstanceOf(SessionEvent.Ended.class, events.getLast());
                assertTrue(publish.exitStatus() != 0, publish::output);
                next = publish.output().replaceFirst("(?s).*continues at --start ([0-9a-f]+)\n.*", "$1");
            }
            received.clear();
            events.clear();
            write(appender, 0, 5);
            try (Forked publish = publish("--start", next)) {
                poll(subscription, this::isOver, publish);
                assertEquals(numbers(0, 5), received);
                assertEquals(0, publish.exitStatus(), publish::output);
            }
        }
    }

    @Test
    void wrongQueuesAndPlacesAreRefused() throws IOException {
        assertRefused("there is no queue in " + queue(), "oldest");
        DocumentQueue documents = new DocumentQueue(Files.createDirectory(queue()), new FreeRoom(queue()));
        documents.write("Order", fields -> fields.write("price").float64(1));
        documents.close();
        assertRefused("--start cannot be 'late': use oldest, newest, or the index of a document", "late");
        assertRefused("the queue in " + queue() + " has no document with the index 4d2500000007", "4d2500000007");
        try (Stream<Path> files = Files.list(queue())) {
            final Path cycle = files.filter(file -> file.toString().endsWith(".cq4")).findFirst().orElseThrow();
            Files.writeString(cycle, "not Chronicle's".repeat(1_000));
        }
        assertRefused("cannot read the queue in " + queue() + ": ", "oldest");
    }

    private void assertRefused(final String begin, final String start) {
        final BusException refused = assertThrows(BusException.class,
                () -> QueueSource.open(queue(), start, sentence -> {}).close());
        assertTrue(refused.getMessage().startsWith(begin), refused::getMessage);
    }

    /** Also if it begins with the name that a document of a bridge has. */
    @Test
    void documentIsItsBytes() {
        try (ChronicleQueue queue = SingleChronicleQueueBuilder.binary(queue()).build();
                ExcerptAppender appender = queue.createAppender()) {
            write(appender, "sessions");
            write(appender, "x");
        }
        try (MessageSource source = QueueSource.open(queue(), "oldest", sentence -> {})) {
            assertTrue(source.next());
            assertEquals("sessions", source.buffer().getStringWithoutLengthAscii(0, source.length()));
            assertTrue(source.next());
            assertEquals(1, source.length());
            assertTrue(!source.next() && source.isWhole());
        }
    }

    private static void write(final ExcerptAppender appender, final int from, final int to) {
        IntStream.range(from, to).forEach(i -> write(appender, Integer.toString(i)));
    }

    private static void write(final ExcerptAppender appender, final String document) {
        appender.writeBytes(out -> out.write(document.getBytes(StandardCharsets.US_ASCII)));
    }

    private static List<String> numbers(final int from, final int to) {
        return IntStream.range(from, to).mapToObj(Integer::toString).toList();
    }

    private long cycles() throws IOException {
        try (Stream<Path> files = Files.list(queue())) {
            return files.filter(file -> file.toString().endsWith(".cq4")).count();
        }
    }

    private boolean isOver() {
        return events.stream().anyMatch(event -> event instanceof SessionEvent.Ended
                || event instanceof LostSession lost && lost.forGood());
    }

    private void poll(final Subscription subscription, final BooleanSupplier condition, final Forked publish) {
        final long beganNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            subscription.poll((buffer, offset, length, header) -> {
                received.add(buffer.getStringWithoutLengthAscii(offset, length));
                return Action.TAKEN;
            }, 10);
            assertTrue(System.nanoTime() - beganNs < Patience.NS, publish::output);
        }
    }

    private Bus launch() {
        return Bus.launch(BusSettings.defaults().withDirectory(bus).withDutyCycle(Duration.ofMillis(1)));
    }

    private Subscription subscribe(final Bus reading) {
        return reading.subscribe(SubscriptionSettings.of(STREAM).withPolicy(Policy.BLOCK).withListener(events::add));
    }

    private Forked publish(final String... options) throws IOException {
        return Forked.start(List.of(), List.of("@../config/chronicle.options"), Main.class, bus,
                Stream.concat(Stream.of("publish", STREAM, "--from-queue", queue(), "--await-subscribers", "1",
                        "--capacity", "64K"), Stream.of(options)).toArray());
    }

    private Path queue() {
        return folder.resolve("queue");
    }

    private static void append(final SessionRecording session, final int number) {
        final UnsafeBuffer message = new UnsafeBuffer(Integer.toString(number).getBytes(StandardCharsets.US_ASCII));
        session.append(message, 0, message.capacity(), new MutableHeader(7, "md", "test").set(number, 0), 1);
    }

    private static Session session(final long id) {
        return new Session("md", id, "test", 1, 0, "test");
    }
}
