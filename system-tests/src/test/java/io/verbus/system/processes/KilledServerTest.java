package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The recorder that would serve the history of a late book is killed. */
@Tag("processes")
class KilledServerTest {
    @TempDir(factory = ShmDir.class)
    private Path bus;
    @TempDir
    private Path folder;

    @Test
    void bookThatLacksTheHistoryEndsWithOne() throws IOException {
        final Path itch = folder.resolve("20191230.itch");
        Command.generate(itch, 20_000, 200);
        try (Command record = Command.start(bus, "record", "--stream", "s", "--dir", folder.resolve("journal"),
                "--serve");
                Command feed = Command.start(bus, "feed", "--stream", "s", "--itch", itch, "--rate", "50000/s",
                        "--loop", 1_000_000, "--capacity", "1M", "--await-subscribers", 1)) {
            record.awaitLine("recording session ");
            record.kill();
            feed.awaitLine("[1-9]\\d\\d,\\d{3} messages"); // several logs
            try (Command book = Command.start(bus, "book", "--stream", "s", "--idle", "sleep", "--policy", "skip",
                    "--join", "journal", "--join-timeout", "0.5")) {
                book.awaitLine("reading ");
                feed.interrupt();
                assertEquals(1, book.exitStatus(), book::output);
                assertTrue(book.output().contains("book: the books are not whole: ")
                        && book.output().contains(" messages are missing"), book::output);
            }
            assertEquals(143, feed.exitStatus(), feed::output);
        }
    }
}
