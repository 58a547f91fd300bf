package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Books that join a feed in the middle of its day and end in the same state as books that read all of it. */
@Tag("processes")
class SnapshotTest {
    private static final String JOINS = "joins session \\w+ of stream md.itch .* at message [\\d,]+, waiting for a"
            + " snapshot";

    private static final String REAL_IEX = "iex/iex-deep-1.0-2017-04-25.pcap.gz";

    @TempDir(factory = ShmDir.class)
    private Path bus;
    @TempDir
    private Path folder;

    @Tag("long")
    @Test
    void booksThatJoinGeneratedDayEndAsTheReference() throws IOException {
        joinsInTheMiddleOf(KnownSession.generated(folder, 100_000), "8000/s", "1M", 0.2);
    }

    @Tag("long")
    @Test
    void booksThatWaitWhenTheDayEndsGetItsLastState() throws IOException {
        joinsInTheMiddleOf(KnownSession.generated(folder, 100_000), "20000/s", "1M", 3_600);
        assertEquals(late().value("books.orders"), late().value("snapshot.entries"));
    }

    @Test
    @Tag("long")
    void booksThatJoinTheRealSessionEndInTheKnownState() throws IOException {
        final Optional<KnownSession> real = KnownSession.real();
        assumeTrue(real.isPresent(), "VERBUS_TEST_DATA does not contain a real session");
        joinsInTheMiddleOf(real.get(), "40000/s", "2M", 0.2);
        joinsInTheMiddleOf(real.get(), "40000/s", "2M", 3_600);
        assertEquals("2982 2982", late().value("books.orders") + " " + late().value("snapshot.entries"));
    }

    @Tag("long")
    @Test
    void booksThatJoinTheRestartOfKilledFeedEndAsTheReference() throws IOException {
        final KnownSession session = KnownSession.generated(folder, 100_000);
        final BookFiles books = new BookFiles(folder, "books");
        try (Command killed = feed(session, "1M", "--rate", "20000/s", "--snapshots", "--snapshot-interval", 3_600)) {
            killed.awaitLine("feed: +[2-9]\\d\\.\\d %");
            killed.stop(); // until the book has joined, however long it takes to start
            try (Command book = books.start(bus, "--join", "snapshot", "--join-timeout", 100)) {
                book.awaitLine(JOINS);
                killed.kill();
                try (Command restarted = feed(session, "1M", "--rate", "20000/s", "--snapshots")) {
                    book.awaitLine("no snapshot is needed: the session is read from its first message");
                    assertEquals(0, restarted.exitStatus(), restarted::output);
                }
                assertEquals(0, book.exitStatus(), book::output);
            }
        }
        session.assertIsIn(books, 1);
    }

    /** Its snapshots have price levels. */
    @Tag("long")
    @Test
    void booksThatJoinTheRealSessionOfIexEndInTheKnownLevels() throws IOException {
        final String data = System.getenv("VERBUS_TEST_DATA");
        assumeTrue(data != null && Files.exists(Path.of(data, REAL_IEX)), "VERBUS_TEST_DATA has no " + REAL_IEX);
        try (Command feed = Command.start(bus, "feed", "--stream", "md.iex", "--pcap", Path.of(data, REAL_IEX),
                "--rate", "40000/s", "--no-catch-up", "--capacity", "1M", "--block-for", "book", "--snapshots",
                "--snapshot-interval", 0.2)) {
            feed.awaitLine("feed: +[7-8]\\d\\.\\d %");
            feed.stop(); // until the book has joined, however long it takes to start
            try (Command book = late().startOn("md.iex", bus, "--join", "snapshot", "--join-timeout", 400,
                    "--levels-out", folder.resolve("levels"))) {
                book.awaitLine(JOINS.replace("md.itch", "md.iex"));
                feed.resume();
                book.awaitLine("the books start with a snapshot of [1-9][\\d,]* orders and levels and continue with");
                assertEquals(0, book.exitStatus(), book::output);
            }
            assertEquals(1, feed.exitStatus(), feed::output); // the file ends within a packet
        }
        assertEquals("7ad1cf696314ee8a1f620c470fdaa3865bf7cae614107fc1cf057a88bada26dd",
                KnownSession.digest(Files.readString(folder.resolve("levels"))));
    }

    @Test
    void missingSnapshotsAreReported() throws IOException {
        final KnownSession session = KnownSession.generated(folder, 100_000);
        try (Command feed = feed(session, "256K", "--rate", "20000/s")) {
            feed.awaitLine("feed: +\\d\\d\\.\\d %");
            feed.stop();
            final BookFiles books = new BookFiles(folder, "books");
            try (Command book = books.start(bus, "--join", "snapshot", "--join-timeout", 0.5)) {
                assertEquals(1, book.exitStatus(), book::output);
                assertTrue(book.output().endsWith("no publisher of snapshots on stream md.itch.snapshot: its"
                        + " feed or gateway must make them (--snapshots), or the books start with the oldest message"
                        + " (--join oldest)\n"), book::output);
            }
            feed.resume();
            feed.interrupt();
        }
    }

    private void joinsInTheMiddleOf(final KnownSession session, final String rate, final String capacity,
            final double intervalSeconds) throws IOException {
        final BookFiles first = new BookFiles(folder, "first");
        final BookFiles late = late();
        try (Command early = first.start(bus);
                Command feed = feed(session, capacity, "--rate", rate, "--await-subscribers", 1, "--snapshots",
                        "--snapshot-interval", intervalSeconds)) {
            feed.awaitLine("feed: +[2-5]\\d\\.\\d %");
            feed.stop(); // until the book has joined, however long it takes to start
            try (Command joining = late.start(bus, "--join", "snapshot", "--join-timeout", 400)) {
                joining.awaitLine(JOINS);
                feed.resume();
                joining.awaitLine("the books start with a snapshot of [\\d,]+ orders and levels and continue with");
                assertEquals(0, joining.exitStatus(), joining::output);
            }
            feed.awaitLine("feed: [\\d,]+ snapshots on stream md.itch.snapshot");
            assertEquals(session.feedStatus(), feed.exitStatus(), feed::output);
            assertEquals(0, early.exitStatus(), early::output);
        }
        session.assertIsIn(first, 1);
        assertEquals(first.levels(), late.levels());
        assertEquals(first.value("books.orders"), late.value("books.orders"));
        assertEquals("ended 0 0 0", String.join(" ", late.value("outcome"), late.value("gaps"), late.value("doubtful"),
                late.value("refused.unknownReference")));
        // Each message is in the snapshot or came after it.
        assertTrue(late.number("snapshot.sequence") > 0, late.value("snapshot.sequence"));
        assertEquals(session.published(), late.number("snapshot.sequence") + 1 + late.number("messages"));
    }

    private BookFiles late() {
        return new BookFiles(folder, "late");
    }

    /** Starts a feed. Its log must be too small to hold the first messages until the late books join. */
    private Command feed(final KnownSession session, final String capacity, final Object... more) throws IOException {
        final List<Object> arguments = new ArrayList<>(
                List.of("feed", "--stream", "md.itch", "--itch", session.itch(), "--capacity", capacity,
                        "--block-for", "book", "--no-catch-up"));
        arguments.addAll(List.of(more));
        return Command.start(bus, arguments.toArray());
    }
}
