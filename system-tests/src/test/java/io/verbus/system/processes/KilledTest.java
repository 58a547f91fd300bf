package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Feed or books are killed (kill -9): the other process reports it, and a feed continues. */
@Tag("processes")
class KilledTest {
    @TempDir(factory = ShmDir.class)
    private Path bus;
    @TempDir
    private Path folder;
    private Path itch;
    private BookFiles books;

    @BeforeEach
    void generate() {
        itch = folder.resolve("20191230.itch");
        books = new BookFiles(folder, "books");
        Command.generate(itch, 20_000, 200);
    }

    @Test
    void booksReportKilledFeedAndFail() throws IOException {
        try (Command book = books.start(bus); Command feed = feed("1/s")) {
            book.awaitLine("reading ");
            feed.kill();
            assertEquals(1, book.exitStatus(), book::output);
            assertTrue(book.output().contains("the session is lost for good before message "), book::output);
        }
        assertEquals("lost", books.value("outcome"));
    }

    @Test
    void feedContinuesWithoutItsBooks() throws IOException {
        try (Command book = books.start(bus); Command feed = feed("10000/s")) {
            feed.awaitLine("feed: begins, subscribed by book \\(process ");
            book.kill();
            assertEquals(0, feed.exitStatus(), feed::output);
            assertTrue(feed.output().contains(") left, the feed continues: its process died"),
                    feed::output);
            assertTrue(feed.output().contains("feed: 20,000 messages in "), feed::output);
        }
    }

    @Test
    void nextProcessesUseTheDirectoryOfTheDeadOnes() throws IOException {
        try (Command book = books.start(bus); Command feed = feed("1/s")) {
            book.awaitLine("reading ");
            feed.kill();
            book.kill();
        }
        try (Command book = books.start(bus); Command feed = feed("max")) {
            assertEquals(0, feed.exitStatus(), feed::output);
            assertEquals(0, book.exitStatus(), book::output);
        }
        assertEquals("ended 20203", books.value("outcome") + " " + books.value("messages"));
    }

    @Test
    void lossReportOutlivesAllProcesses() throws IOException {
        try (Command feed = Command.start(bus, "feed", "--stream", "md.itch", "--itch", itch, "--capacity", "64K",
                "--loop", 1_000_000, "--await-subscribers", 1);
                Command book = books.start(bus, "--policy", "skip")) {
            book.awaitLine("reading ");
            String losses;
            do {
                losses = loss();
            } while (!losses.contains("the subscription was lapped by its publisher"));
            book.kill();
            feed.kill();
        }
        final String report = loss();
        assertTrue(report.startsWith("TIME (UTC)               STREAM   SESSION           SUBSCRIPTION (PID)"), report);
        final String time = "\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3}";
        final String loss = time + "  md\\.itch  [0-9a-f]{16}  book \\(\\d+\\) +\\d+\\.\\.\\d+ +[\\d,]+";
        assertTrue(report.lines().anyMatch(line -> line.matches(loss)), report);
    }

    private String loss() throws IOException {
        try (Command loss = Command.start(bus, "loss", "--stream", "md.itch")) {
            assertEquals(0, loss.exitStatus(), loss::output);
            return loss.output();
        }
    }

    private Command feed(final String rate) throws IOException {
        return Command.start(bus, "feed", "--stream", "md.itch", "--itch", itch, "--rate", rate,
                "--await-subscribers", 1, "--block-for", "book");
    }
}
