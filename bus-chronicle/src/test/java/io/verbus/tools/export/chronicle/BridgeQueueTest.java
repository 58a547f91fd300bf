package io.verbus.tools.export.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.MutableHeader;
import io.verbus.Session;
import io.verbus.journal.SessionRecording;
import io.verbus.tools.export.QueueRecording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A queue has the state of its recording; a directory with other content is refused by one sentence. */
class BridgeQueueTest {
    private static final String STREAM = "s";
    private final UnsafeBuffer message = new UnsafeBuffer("a message".getBytes());

    @TempDir
    private Path folder;

    @Test
    void recordingContinuesAfterTheLastMessageOfEachSession() {
        try (QueueRecording queue = open()) {
            final SessionRecording one = queue.session(session(1));
            final SessionRecording two = queue.session(session(2));
            final SessionRecording three = queue.session(session(-3));
            for (int i = 0; i < 10; i++) {
                append(one, 1, i);
                append(two, 2, i + 5);
                append(three, -3, i);
            }
            append(one, 1, 9); // it is there
            append(two, 2, 20); // 15 to 19 are missing
            three.lose(10, 12, "lapped", 0);
            one.end(10, 0);
        }
        for (int start = 0; start < 2; start++) { // the second one has nothing but states after the others
            try (QueueRecording queue = open()) {
                assertEquals(Map.of(2L, 21L, -3L, 13L), queue.unfinished());
                assertEquals(-1, queue.session(session(4)).next());
                assertEquals(21, queue.session(session(2)).next());
            }
        }
        try (QueueRecording queue = open()) {
            append(queue.session(session(2)), 2, 20);
            append(queue.session(session(2)), 2, 21);
            append(queue.session(session(1)), 1, 0); // its log is still there, or there again
            assertTrue(queue.session(session(1)).isOver());
            queue.abandon(-3, "gone");
            assertEquals(Map.of(2L, 22L), queue.unfinished());
        }
        final List<String> events = new ArrayList<>();
        ReadDocuments.queue(folder.resolve("queue"), (event, fields) -> events.add(event.equals("missed")
                ? "missed " + fields.get("session") + " " + fields.get("first") + " " + fields.get("next")
                : event));
        assertEquals(List.of("missed 0000000000000002 15 20", "missed fffffffffffffffd 10 13"),
                events.stream().filter(event -> event.startsWith("missed")).toList());
        assertEquals(32, events.stream().filter("message"::equals).count());
        assertEquals(2, events.stream().filter("ended"::equals).count());
    }

    @Test
    void secondBridgeIsRefused() {
        try (QueueRecording queue = open()) {
            assertTrue(queue.unfinished().isEmpty());
            assertRefused("another recorder writes into ");
        }
    }

    @Test
    void otherContentIsRefused() throws IOException {
        final Path directory = Files.createDirectory(folder.resolve("queue"));
        final Path file = Files.writeString(directory.resolve("notes.txt"), "");
        assertRefused(directory + " is not a queue: it contains notes.txt; name a new directory, or a queue of this"
                + " command");
        Files.delete(file);
        try (DocumentQueue queue = new DocumentQueue(directory, new FreeRoom(directory))) {
            queue.write("Order", fields -> fields.write("price").float64(1));
        }
        assertRefused(
                "the queue in " + directory + " has other content, such as Order: name a new directory, or a queue"
                        + " of stream s");
    }

    @Test
    void queueOfAnotherStreamIsRefused() {
        BridgeQueue.open(folder.resolve("queue"), "t", null).close();
        assertRefused("the queue in " + folder.resolve("queue") + " has the messages of stream t: name a new directory,"
                + " or a queue of stream s");
    }

    @Test
    void unknownRollCycleIsRefused() {
        final BusException refused = assertThrows(BusException.class,
                () -> BridgeQueue.open(folder.resolve("queue"), STREAM, "DAYLY"));
        assertTrue(refused.getMessage().startsWith("there is no roll cycle DAYLY: use one of "), refused::getMessage);
    }

    @Test
    void damagedCycleIsRefused() throws IOException {
        open().close();
        try (Stream<Path> files = Files.list(folder.resolve("queue"))) {
            final Path cycle = files.filter(file -> file.toString().endsWith(".cq4")).findFirst().orElseThrow();
            Files.writeString(cycle, "not Chronicle's".repeat(1_000));
        }
        assertRefused("cannot use the queue in " + folder.resolve("queue") + ": ");
        assertRefused("cannot use the queue in " + folder.resolve("queue") + ": "); // and is not locked
    }

    @Test
    void damagedQueueIsRefused() throws IOException {
        final Path directory = Files.createDirectory(folder.resolve("queue"));
        Files.writeString(directory.resolve("metadata.cq4t"), "not Chronicle's".repeat(1_000));
        assertRefused("cannot use the queue in " + directory + ": ");
    }

    private void assertRefused(final String begin) {
        final BusException refused = assertThrows(BusException.class, this::open);
        assertTrue(refused.getMessage().startsWith(begin), refused::getMessage);
    }

    private QueueRecording open() {
        return BridgeQueue.open(folder.resolve("queue"), STREAM, null);
    }

    private void append(final SessionRecording session, final long id, final long sequence) {
        session.append(message, 0, message.capacity(), new MutableHeader(id, STREAM, "test").set(sequence, 0), 1);
    }

    private static Session session(final long id) {
        return new Session(STREAM, id, "test", 1, 0, "test");
    }
}
