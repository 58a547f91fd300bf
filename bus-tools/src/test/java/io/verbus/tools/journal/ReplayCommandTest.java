package io.verbus.tools.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Endpoint;
import io.verbus.Policy;
import io.verbus.Refusal;
import io.verbus.SessionEvent;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.support.EventRecorder;
import io.verbus.support.Patience;
import io.verbus.support.ShmDir;
import io.verbus.testkit.Journals;
import io.verbus.testkit.fabric.Fabric;
import io.verbus.testkit.fabric.link.FabricSettings;
import io.verbus.tools.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Subscribers of a replayed stream see every hole of the journal. */
class ReplayCommandTest {
    private static final String REMEDY = "; nothing is published, because subscribers would not see the holes:"
            + " --allow-gaps publishes the parts as sessions that are lost at their end\n";

    @TempDir(factory = ShmDir.class)
    private Path bus;
    @TempDir
    private Path journal;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final EventRecorder recording = new EventRecorder();
    private final List<Long> received = new ArrayList<>();

    @Test
    void wholeSessionEndsRegularly() {
        Journals.write(journal, 3_000);
        assertEquals(0, replayToReader());
        assertEquals(List.of("started 0", "ended 3000"), recording.events());
        assertEquals(sequences(0, 3_000), received);
    }

    @Test
    void recordedHoleIsRefusedBeforeAnythingIsPublished() {
        Journals.write(journal, session -> {
            Journals.append(session, 0, 1_000);
            session.lose(1_000, 1_999, "it was lapped", Journals.receivedNs(1_000));
            Journals.append(session, 2_000, 3_000);
            session.lose(3_000, 3_009, "it was lapped", Journals.receivedNs(3_000));
            session.end(3_010, Journals.receivedNs(3_010));
        });
        assertEquals(1, replay());
        assertEquals("bus: session 0000000000abcdef: sequences 1000 to 1999 are missing in the journal: it was lapped,"
                + " and 1 more hole" + REMEDY, err.toString());
        assertEquals("", out.toString());
    }

    /** A session that a recorder could not read is a hole of the journal, though no other session has one. */
    @Test
    void segmentThatWasSetAsideIsAHole() throws IOException {
        Journals.write(journal, 3_000);
        final Path aside = journal.resolve("00000000000000aa-0000000000000000000.segment.damaged");
        Files.writeString(aside, "illegible");
        assertEquals(1, replay());
        final String message = "bus: " + aside + " could not be read by a recorder, which set it aside: session"
                + " 00000000000000aa lacks its sequences from 0 on; restore the file from a copy under its name without"
                + " the suffix, or move it away";
        assertEquals(message + REMEDY, err.toString());
        for (final String command : new String[]{"check", "cat"}) {
            err.getBuffer().setLength(0);
            assertEquals(1, run("journal", command, journal.toString()));
            assertEquals(message + "\n", err.toString());
        }
        assertEquals(1, replayToReader("--allow-gaps"));
        assertEquals(0, run("journal", "cat", journal.toString(), "--session", "abcdef"));
    }

    @Test
    void readerOfReplayWithGapsSeesEachPartLost() {
        Journals.write(journal, session -> {
            Journals.append(session, 0, 1_000);
            session.lose(1_000, 1_999, "it was lapped", Journals.receivedNs(1_000));
            session.lose(2_000, 2_009, "and again", Journals.receivedNs(1_000));
            Journals.append(session, 2_010, 3_000);
            session.end(3_000, Journals.receivedNs(3_000));
        });
        assertEquals(1, replayToReader("--allow-gaps"));
        final String lost = ": its publisher closed it without a regular end";
        assertEquals(List.of("started 0", "lost for good 1000" + lost, "restarted", "started 0",
                "lost for good 990" + lost), recording.events());
        assertEquals(Stream.of(sequences(0, 1_000), sequences(2_010, 3_000)).flatMap(List::stream).toList(), received);
        assertTrue(err.toString().contains("replay: session 0000000000abcdef: sequences 1000 to 1999 are missing in the"
                + " journal: it was lapped\n"), err::toString);
        assertTrue(err.toString().contains("sequences 2000 to 2009"), err::toString);
    }

    @Test
    void damageIsAHole() throws IOException {
        Journals.write(journal, 3_000);
        final Path second;
        try (Stream<Path> files = Files.list(journal)) {
            second = files.filter(file -> file.toString().endsWith(".segment")).sorted().skip(1).findFirst()
                    .orElseThrow();
        }
        try (RandomAccessFile file = new RandomAccessFile(second.toFile(), "rw")) {
            file.seek(9_000);
            final int found = file.read();
            file.seek(9_000);
            file.write(found ^ 1);
        }
        assertEquals(1, replay());
        assertTrue(err.toString().startsWith("bus: session 0000000000abcdef: sequences ")
                && err.toString().contains(" cannot be read: " + second + " is damaged at offset "), err::toString);
        assertEquals(1, replayToReader("--allow-gaps"));
        assertEquals(2, recording.events().stream().filter(event -> event.startsWith("lost for good ")).count(),
                recording.events()::toString);
    }

    @Test
    void missingBeginningOfSessionIsAHole() {
        Journals.write(journal, session -> {
            Journals.append(session, 500, 1_000);
            session.end(1_000, Journals.receivedNs(1_000));
        });
        assertEquals(1, replay());
        assertEquals("bus: session 0000000000abcdef: sequences 0 to 499 are not in the journal (--from 500 selects the"
                + " rest)" + REMEDY, err.toString());
        assertEquals(0, replayToReader("--from", "500"));
        assertEquals(List.of("started 0", "ended 500"), recording.events());
    }

    @Test
    void sessionWithoutRecordedEndIsLostAtItsEnd() {
        Journals.write(journal, session -> Journals.append(session, 0, 1_000));
        assertEquals(1, replayToReader());
        assertEquals("lost for good 1000: its publisher closed it without a regular end", recording.events().getLast());
        assertTrue(err.toString().contains("replay: session 0000000000abcdef: its end is not recorded\n"),
                err::toString);
    }

    @Test
    void lostSessionIsReplayedAsLost() {
        Journals.write(journal, session -> {
            Journals.append(session, 0, 1_000);
            session.breakOff(1_000, "its process died", Journals.receivedNs(1_000));
        });
        assertEquals(1, replayToReader());
        assertEquals("lost for good 1000: its publisher closed it without a regular end", recording.events().getLast());
        assertTrue(err.toString().contains("its publisher was lost before its end: its process died\n"), err::toString);
    }

    @Test
    void holeAfterTheRangeIsIgnored() {
        Journals.write(journal, session -> {
            Journals.append(session, 0, 1_000);
            session.lose(1_000, 1_999, "it was lapped", Journals.receivedNs(1_000));
        });
        assertEquals(0, replayToReader("--to", "998"));
        assertEquals(List.of("started 0", "ended 999"), recording.events());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"--from 5000 | 1", "--from 2030-01-01T00:00:00Z | 1",
            "--to 2020-01-01T00:00:00Z | 1", "--from 100 --to 50 | 2",
            "--from 2026-01-02T00:00:00Z --to 2026-01-01T00:00:00Z | 2"})
    void rangeWithoutMessagesIsRefused(final String range, final int status) {
        Journals.write(journal, 3_000);
        assertEquals(status, replay(range.split(" ")));
        assertEquals(status == 1
                ? "bus: no message of the journal in " + journal + " is in the range: it has session 0000000000abcdef"
                        + " with sequences 0 to 2999\n"
                : "bus: invalid value for option '--to': it is before --from: swap them\n"
                        + "     See: ./bus replay --help\n",
                err.toString());
    }

    /** It might be a stranger that reads nothing: the replay must not wait for it. */
    @Test
    void remoteReaderUnderBlockWithoutASecretIsRefused(@TempDir(factory = ShmDir.class) final Path other) {
        Journals.write(journal, 3_000);
        final Fabric fabric = new Fabric(1, FabricSettings.prompt());
        fabric.driveItself();
        fabric.connectStrangers();
        final List<Refusal> refusals = new CopyOnWriteArrayList<>();
        final BusSettings replaying = BusSettings.defaults().withDirectory(bus)
                .withTransports(List.of(fabric.process("a")));
        try (Bus reading = Bus.launch(BusSettings.defaults().withDirectory(other)
                .withTransports(List.of(fabric.process("b"))));
                Subscription subscription = reading.subscribe(SubscriptionSettings.of("again")
                        .withPolicy(Policy.BLOCK).withStart(Start.oldest()).withListener(event -> {
                            if (event instanceof SessionEvent.Refused(_, Refusal cause)) {
                                refusals.add(cause);
                            }
                        }).withEndpoints(Endpoint.connect("sim://a:1")))) {
            final CompletableFuture<Integer> status = CompletableFuture.supplyAsync(() -> run(replaying, "replay",
                    "--dir", journal.toString(), "--stream", "again", "--rate", "max", "--capacity", "64K", "--listen",
                    "sim://a:1", "--await-subscribers", "1"));
            final long beginNs = System.nanoTime();
            while (!(status.isDone() && !refusals.isEmpty()) && System.nanoTime() - beginNs < Patience.NS) {
                assertTrue(subscription.poll((buffer, offset, length, header) -> Action.NOT_TAKEN, 1) >= 0);
                Thread.onSpinWait();
            }
            assertTrue(status.isDone(), () -> refusals + " " + err);
            assertEquals(0, status.join(), err::toString); // though the log is shorter, and nothing was read
        }
        assertEquals(List.of(Refusal.NAME), refusals);
        assertTrue(out.toString().startsWith("replay: 3,000 messages"), out::toString);
    }

    private static List<Long> sequences(final long from, final long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    /** Replays to one subscription that reads all sessions to their end. */
    private int replayToReader(final String... options) {
        final BusSettings settings = BusSettings.defaults().withDirectory(bus);
        try (Bus reading = Bus.launch(settings.withDutyCycle(Duration.ofMillis(1)));
                Subscription subscription = reading.subscribe(SubscriptionSettings.of("again")
                        .withPolicy(Policy.BLOCK).withStart(Start.oldest()).withListener(recording))) {
            final CompletableFuture<Integer> status = CompletableFuture.supplyAsync(() -> replay(Stream.concat(
                    Stream.of("--await-subscribers", "1"), Stream.of(options)).toArray(String[]::new)));
            while (!status.isDone() || !subscription.sessions().isEmpty()) {
                subscription.poll((buffer, offset, length, header) -> {
                    received.add(buffer.getLong(offset));
                    return Action.TAKEN;
                }, 100);
            }
            return status.join();
        }
    }

    private int replay(final String... options) {
        final String[] arguments = Stream.concat(Stream.of("replay", "--dir", journal.toString(), "--stream", "again",
                "--rate", "max", "--capacity", "1M"), Stream.of(options)).toArray(String[]::new);
        return run(arguments);
    }

    private int run(final String... arguments) {
        return run(BusSettings.defaults().withDirectory(bus), arguments);
    }

    private int run(final BusSettings settings, final String... arguments) {
        return Main.commandLine(() -> settings).setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true)).execute(arguments);
    }
}
