package io.verbus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.EventRecorder;
import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The files that all processes of a bus directory write are truncated while buses use them: in a shared directory,
 * every member of the group may do that.
 */
class TruncatedFilesTest {
    /** The duty cycles are compiled then, so that the JVM reports a missing page late. */
    private static final int MANY_CYCLES = 30_000;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final List<String> errors = new ArrayList<>();
    private final EventRecorder recording = new EventRecorder();
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[1_000]);
    private int received;

    @Test
    void commonFilesAreThoseThatAreTested() throws IOException {
        try (Bus bus = bus(); Stream<Path> files = Files.list(directory)) {
            assertTrue(bus.doWork() >= 0);
            assertEquals(List.of(".changes", ".losses"), files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString()).sorted().toList());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {100, MANY_CYCLES})
    void sessionsAreFoundWithoutTheCountsOfChanges(final int cycles) throws IOException {
        try (Bus publishing = bus(); Bus reading = bus(); Subscription subscription = subscribe(reading)) {
            for (int cycle = 0; cycle < cycles; cycle++) {
                publishing.doWork();
                reading.doWork();
            }
            truncate(".changes");
            for (int session = 0; session < 3; session++) {
                publish(publishing, reading, subscription, 1);
            }
            assertEquals(3, received);
            assertEquals(
                    List.of("each duty cycle looks at its directory, because the counts of changes cannot be used: "
                            + directory.resolve(".changes")
                            + " was truncated by another program: remove it when no bus runs"),
                    errors.stream().distinct().toList());
            assertEquals(2, errors.size(), "one message of each bus");
        }
    }

    @Test
    void lossesAreReportedWithoutTheLossReport() throws IOException {
        try (Bus publishing = bus(); Bus reading = bus(); Subscription subscription = subscribe(reading)) {
            truncate(".losses");
            publish(publishing, reading, subscription, 1_000); // the log has 64 messages
            assertTrue(recording.events().stream().anyMatch(event -> event.startsWith("gap")),
                    recording.events()::toString);
            assertEquals(List.of("cannot write losses of this process to the report: " + directory.resolve(".losses")
                    + " was truncated by another program; the next bus that starts renames it"), errors);
        }
        try (Bus next = bus()) {
            assertTrue(errors.getLast().startsWith("the loss report was renamed to "), errors::toString);
            assertTrue(next.doWork() >= 0);
        }
    }

    private void publish(final Bus publishing, final Bus reading, final Subscription subscription, final int count) {
        try (Publication publication = publishing.publish(
                PublicationSettings.of("s").withCapacity(1 << 16).withLinger(Duration.ZERO))) {
            publishing.doWork();
            reading.doWork();
            for (int sent = 0; sent < count; sent++) {
                publication.offer(message, 0, message.capacity());
            }
            for (int poll = 0; poll < 10; poll++) { // one may only adopt the session, or end the one before
                received += subscription.poll((buffer, offset, length, header) -> Action.TAKEN, count);
            }
        }
    }

    private Subscription subscribe(final Bus bus) {
        return bus.subscribe(SubscriptionSettings.of("s").withListener(recording));
    }

    private Bus bus() {
        return Bus.launch(BusSettings.defaults().withDirectory(directory).withoutThread()
                .withErrorHandler(error -> errors.add(error.getMessage())));
    }

    private void truncate(final String file) throws IOException {
        try (FileChannel channel = FileChannel.open(directory.resolve(file), StandardOpenOption.WRITE)) {
            channel.truncate(0);
        }
    }
}
