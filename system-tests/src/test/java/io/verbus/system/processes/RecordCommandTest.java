package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Clocks;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.SessionListener;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.journal.JournalSettings;
import io.verbus.journal.JournalWriter;
import io.verbus.journal.Recorder;
import io.verbus.support.Namespace;
import io.verbus.support.ShmDir;
import io.verbus.tools.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exit statuses of {@code ./bus record}: 1 if the journal lacks messages. */
class RecordCommandTest {
    @TempDir(factory = ShmDir.class)
    private Path directory;
    @TempDir
    private Path journal;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Bus bus;
    private Publication publication;

    @BeforeEach
    void publish() {
        bus = Bus.launch(settings());
        publication = bus.publish(PublicationSettings.of("s").withCapacity(1 << 16));
    }

    @AfterEach
    void close() {
        bus.close();
    }

    @Test
    void wholeSessionHasStatusZero() {
        final CompletableFuture<Integer> record = record();
        offer(100);
        publication.close();
        assertEquals(0, record.join(), this::printed);
        assertTrue(out.toString().startsWith("record: 100 messages, 0 gaps, in "), this::printed);
    }

    @Test
    void holeHasStatusOne() {
        recordBefore();
        offer(5_000); // more than a log, while no recorder runs
        final CompletableFuture<Integer> record = record();
        offer(1);
        publication.close();
        assertEquals(1, record.join(), this::printed);
        assertTrue(out.toString().contains(", 1 gap ("), this::printed);
        assertTrue(err.toString().contains(" are missing: the log does not go back that far"), this::printed);
    }

    @Test
    void lostSessionHasStatusOne() {
        final CompletableFuture<Integer> record = record();
        offer(100);
        publication.breakOff();
        publication.close();
        assertEquals(1, record.join(), this::printed);
        assertTrue(out.toString().startsWith("record: 100 messages, 0 gaps, in "), this::printed);
        assertTrue(err.toString().contains(" is lost for good before sequence 100: "), this::printed);
    }

    @Test
    void fullDiskHasStatusOne() throws IOException {
        assumeTrue(Namespace.isAllowed(), "this user may not make a namespace (unshare)");
        final Path mount = Files.createDirectory(journal.resolve("mount"));
        try (Command record = Command.startWithin(
                Namespace.script("mount -t tmpfs -o size=200k,mode=700 none " + mount + " && exec \"$@\""), directory,
                "record", "--stream", "s", "--dir", mount, "--segment-size", "64K")) {
            record.awaitLine("recording session ");
            while (record.isAlive()) {
                offer(10);
                Thread.onSpinWait();
            }
            assertEquals(1, record.exitStatus(), record::output);
            assertTrue(
                    record.output().contains("bus: recording of stream s failed, all up to there is written: no"
                            + " room for " + mount),
                    record::output);
        }
    }

    @Test
    void signalEndsAWholeRecordingWithItsStatusAndALossyOneWithOne() throws IOException {
        try (Command record = Command.start(directory, "record", "--stream", "s", "--dir", journal)) {
            record.awaitLine("recording session ");
            record.interrupt();
            assertEquals(143, record.exitStatus(), record::output);
        }
        recordBefore();
        offer(5_000); // more than a log, while no recorder runs
        try (Command record = Command.start(directory, "record", "--stream", "s", "--dir", journal)) {
            record.awaitLine(" are missing: ");
            record.interrupt();
            assertEquals(1, record.exitStatus(), record::output);
            assertTrue(record.output().contains(", 1 gap ("), record::output);
        }
    }

    /** Once: the session has an end then. */
    @Test
    void sessionWhoseLogIsGoneHasStatusOne() throws IOException {
        recordBefore();
        offer(3);
        publication.close();
        publication = bus.publish(PublicationSettings.of("s").withCapacity(1 << 16));
        for (final int status : List.of(1, 143)) {
            try (Command record = Command.start(directory, "record", "--stream", "s", "--dir", journal)) {
                record.awaitLine("recording session ");
                record.interrupt();
                assertEquals(status, record.exitStatus(), record::output);
                assertEquals(status == 1, record.output().contains(": sequences from 10 on are missing: its log was"
                        + " gone when the recording was started again"), record::output);
            }
        }
    }

    /** A recorder that stops before the session ends. */
    private void recordBefore() {
        try (JournalWriter writer = JournalWriter.open(journal, "s",
                JournalSettings.defaults().withSegmentLength(1 << 15).steppedBy(Clocks.SYSTEM))) {
            final Recorder recorder = new Recorder(writer, Clocks.SYSTEM, SessionListener.NONE);
            try (Subscription subscription = bus.subscribe(SubscriptionSettings.of("s").withPolicy(Policy.SKIP)
                    .withStart(recorder.start()).withListener(recorder))) {
                offer(10);
                while (recorder.messages() < 10) {
                    recorder.doWork(subscription);
                }
            }
        }
    }

    private CompletableFuture<Integer> record() {
        final CompletableFuture<Integer> record = CompletableFuture.supplyAsync(
                () -> Main.commandLine(this::settings).setOut(new PrintWriter(out)).setErr(new PrintWriter(err, true))
                        .execute("record", "--stream", "s", "--dir", journal.toString(), "--segment-size", "64K",
                                "--until-session-ends"));
        assertTrue(publication.awaitSubscribers(1, Duration.ofMinutes(1)), this::printed);
        return record;
    }

    private void offer(final int count) {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[40]);
        for (int i = 0; i < count; i++) {
            assertTrue(publication.offer(message, 0, message.capacity()) >= 0);
        }
    }

    private BusSettings settings() {
        return BusSettings.defaults().withDirectory(directory).withTransports(List.of());
    }

    private String printed() {
        return out.toString() + err;
    }
}
