package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIGTERM ends commands in an orderly way: a summary, status 143, no file left in the bus directory. */
@Tag("processes")
class TerminatedTest {
    private static final int BY_SIGTERM = 128 + 15;

    @TempDir(factory = ShmDir.class)
    private Path bus;
    @TempDir
    private Path disk;

    @Test
    void feedBookRecordAndReplayEndCleanly() throws IOException {
        final Path itch = disk.resolve("20191230.itch");
        final Path journal = disk.resolve("journal");
        Command.generate(itch, 60_000, 200);
        try (Command record = Command.start(bus, "record", "--stream", "md", "--dir", journal);
                Command book = Command.start(bus, "book", "--stream", "md", "--idle", "sleep");
                Command feed = Command.start(bus, "feed", "--stream", "md", "--itch", itch, "--rate", "2000/s",
                        "--await-subscribers", 2)) {
            book.awaitLine("reading session ");
            record.awaitLine("recording session ");
            assertEnds(book, "book: the books are not whole: reading stopped before the session ended");
            assertEnds(feed, "feed: stopped before the end of " + itch);
            record.awaitLine(" ended before sequence ");
            assertEnds(record, ", 0 gaps, in " + journal);
        }
        try (Command book = Command.start(bus, "book", "--stream", "again", "--idle", "sleep");
                Command replay = Command.start(bus, "replay", "--dir", journal, "--stream", "again", "--rate",
                        "x0.01", "--await-subscribers", 1)) {
            book.awaitLine("reading session ");
            assertEnds(replay, "replay: stopped before the end of the journal");
            assertEquals(1, book.exitStatus(), book::output);
            assertTrue(book.output().contains("the session was lost before its end"), book::output);
        }
        try (Stream<Path> files = Files.walk(bus)) {
            assertEquals(List.of(bus.resolve(".changes"), bus.resolve(".losses")),
                    files.filter(Files::isRegularFile).sorted().toList());
        }
    }

    /** The file cannot be written, which shows only after the signal. */
    @Test
    void failureAfterTheSignalIsReported() throws IOException {
        final Path itch = disk.resolve("20191230.itch");
        Command.generate(itch, 60_000, 200);
        try (Command book = Command.start(bus, "book", "--stream", "md", "--idle", "sleep", "--book-out", "/dev/full");
                Command feed = Command.start(bus, "feed", "--stream", "md", "--itch", itch, "--rate", "2000/s",
                        "--await-subscribers", 1)) {
            book.awaitLine("AAPL|MSFT|AMD");
            book.interrupt();
            assertEquals(1, book.exitStatus(), book::output);
            assertTrue(book.output().contains("bus: cannot write /dev/full: "), book::output);
            feed.interrupt();
            assertEquals(BY_SIGTERM, feed.exitStatus(), feed::output);
        }
    }

    private static void assertEnds(final Command command, final String message) {
        command.interrupt();
        assertEquals(BY_SIGTERM, command.exitStatus(), command::output);
        assertTrue(command.output().contains(message), command::output);
    }
}
