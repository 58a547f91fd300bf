package io.verbus.tools.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.testkit.ShmDir;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./bus stat} for a feed that runs freely and for one under back pressure. */
@Tag("processes")
class StatTest {
    @TempDir(factory = ShmDir.class)
    private Path bus;
    @TempDir
    private Path folder;

    @Test
    void runningFeedHasARate() throws IOException {
        try (Command book = book(); Command feed = feed("--rate", "5000/s")) {
            feed.awaitLine("feed: begins, ");
            try (Command stat = Command.start(bus, "stat", "--wide", "--watch", "0.2")) {
                stat.awaitLine(
                        "^md\\.itch  publisher \\(\\d+\\)  +[0-9a-f]{16}  \\w+  +[\\d,]+"
                                + "  +[1-9][\\d,]*  +[1-9][\\d,]*  ");
                stat.awaitLine("^md\\.itch  book \\(\\d+\\) +[0-9a-f]{16}  [0-9a-f]{16}  BLOCK ");
            }
            assertTrue(feed.isAlive() && book.isAlive());
        }
    }

    @Test
    void causeOfBackPressureIsNamed() throws IOException {
        try (Command book = book(); Command feed = feed()) {
            feed.awaitLine("feed: begins, ");
            String printed;
            do { // more than a log: a reader that has read is evicted later than one that has not
                printed = stat();
            } while (!printed.matches("(?s).*\\nmd\\.itch  publisher \\(\\d+\\)  [0-9a-f]{16}  \\w+  +[\\d,]{7,}  .*")
                    && feed.isAlive());
            book.stop();
            do {
                printed = stat();
            } while (!printed.contains(" causes back pressure ") && feed.isAlive());
            assertTrue(
                    printed.matches(
                            "(?s).*book \\(\\d+\\) causes back pressure on md\\.itch: [\\d,]+ claims? of \\S+ refused,"
                                    + " .*"),
                    printed);
            assertTrue(printed.matches(
                    "(?s).*\\nmd\\.itch  book \\(\\d+\\) .* BLOCK +stalled, blocks "
                            + "+[1-9][\\d,]* +[1-9][\\d,]* +(9|10)\\d.*"),
                    printed);
            book.resume();
        }
    }

    private String stat() throws IOException {
        try (Command stat = Command.start(bus, "stat", "--wide")) {
            assertEquals(0, stat.exitStatus(), stat::output);
            return stat.output();
        }
    }

    private Command book() throws IOException {
        return Command.start(bus, "book", "--stream", "md.itch", "--idle", "sleep");
    }

    private Command feed(final Object... more) throws IOException {
        final Path itch = folder.resolve("session.itch");
        Command.generate(itch, 20_000, 200);
        final Object[] arguments = {"feed", "--stream", "md.itch", "--itch", itch, "--capacity", "64K", "--loop",
                1_000_000, "--await-subscribers", 1, "--block-for", "book"};
        final Object[] all = Arrays.copyOf(arguments, arguments.length + more.length);
        System.arraycopy(more, 0, all, arguments.length, more.length);
        return Command.start(bus, all);
    }
}
