package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.ShmDir;
import io.verbus.testkit.FullPipe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands run on while standard error is a full pipe that is not read. */
@Tag("long")
@Tag("processes")
class BlockedStandardErrorTest {
    private static final int MESSAGES = 120_000;

    @TempDir(factory = ShmDir.class)
    private Path bus;
    @TempDir
    private Path folder;
    private Path file;

    @BeforeEach
    void generate() {
        file = folder.resolve("20191230.itch");
        Command.generate(file, MESSAGES, 8_000);
    }

    @Test
    void progressDoesNotStopTheFeed() throws IOException {
        try (Command book = Command.start(bus, "book", "--stream", "md.itch", "--idle", "sleep");
                Command feed = feed("--await-subscribers", 1)) {
            assertEquals(0, feed.exitStatus(), feed::output);
            assertEquals(0, book.exitStatus(), book::output);
        }
    }

    @Test
    void errorsOfTheConductorDoNotStopTheFeedWhenABlockingReaderDies() throws IOException {
        try (Command book = Command.start(bus, "book", "--stream", "md.itch", "--idle", "sleep");
                Command feed = feed("--block-for", "book")) { // --await-subscribers could miss its short life
            book.awaitLine("reading session");
            Files.write(bus.resolve("md.itch").resolve("0123456789abcdef.positions"), new byte[100]);
            book.kill();

            assertEquals(0, feed.exitStatus(), feed::output);
            assertTrue(feed.output().contains("feed: "), feed::output);
        }
    }

    /** Publishes for six seconds. */
    private Command feed(final String option, final Object value) throws IOException {
        return Command.startWithin(FullPipe.asStandardError(folder.resolve("err")), bus, "feed", "--stream", "md.itch",
                "--itch", file, "--rate", MESSAGES / 6 + "/s", option, value);
    }
}
