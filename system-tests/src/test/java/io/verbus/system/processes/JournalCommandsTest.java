package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.ShmDir;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A session of a repeatedly killed recorder is verified, printed and replayed into the same books. */
@Tag("processes")
class JournalCommandsTest {
    private static final int KILLS = 3;
    private static final int LONG = 400_000;
    private static final int SHORT = 20_000;

    @TempDir(factory = ShmDir.class)
    private Path bus;
    @TempDir
    private Path folder;
    private Path itch;
    private Path journal;

    @BeforeEach
    void name() {
        itch = folder.resolve("20191230.itch");
        journal = folder.resolve("journal");
    }

    private void generate(final int messages) {
        Command.generate(itch, messages, 200);
    }

    @Test
    void sessionOfKilledRecorderIsReplayedUnchanged() throws IOException {
        generate(LONG); // long, so that its end is never between two loops, when the books are empty
        final Path live = folder.resolve("live");
        final Path replayed = folder.resolve("replayed");
        try (Command book = book("md.itch", live); Command feed = feed("5000/s", "--loop", 1_000_000)) {
            feed.awaitLine("feed: begins, ");
            for (int i = 0; i < KILLS; i++) {
                try (Command record = record()) {
                    record.awaitLine("recording session ");
                    record.kill();
                }
            }
            try (Command record = record()) {
                record.awaitLine("recording session ");
                feed.interrupt(); // ends only now, because of its many loops
                feed.awaitLine("feed: [\\d,]+ messages in ");
                assertEquals(0, record.exitStatus(), record::output);
                assertTrue(record.output().contains(", 0 gaps, in "), record::output);
            }
            assertEquals(0, book.exitStatus(), book::output);
        }
        final String checked = run(0, "journal", "check", journal);
        assertTrue(checked.matches("(?s)session [0-9a-f]{16} of stream md\\.itch: sequences 0\\..+, 0 gaps, .+, ended\n"
                + "1 session, .+"), checked);
        try (Command book = book("replayed", replayed);
                Command replay = Command.start(bus, "replay", "--dir", journal,
                        "--stream", "replayed", "--rate", "max", "--await-subscribers", 1)) {
            assertEquals(0, replay.exitStatus(), replay::output);
            assertEquals(0, book.exitStatus(), book::output);
        }
        assertEquals(Files.readString(live), Files.readString(replayed));
        assertTrue(Files.size(live) > 0);
    }

    @Test
    void journalIsPrintedAndItsDamageIsReported() throws IOException {
        generate(SHORT);
        try (Command feed = feed("max"); Command record = record("--block", "--segment-size", "64K")) {
            assertEquals(0, feed.exitStatus(), feed::output);
            assertEquals(0, record.exitStatus(), record::output);
        }
        final List<String> lines = run(0, "journal", "cat", journal, "--from", 5, "--to", 6).lines().toList();
        assertEquals(3, lines.size(), lines::toString);
        assertTrue(lines.getFirst().startsWith("# session "), lines::toString);
        assertTrue(lines.get(1).matches("5 \\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{9}Z \\d+ [0-9a-f]+"),
                lines::toString);
        final Path second;
        try (Stream<Path> files = Files.list(journal)) {
            second = files.filter(file -> file.toString().endsWith(".segment")).sorted().skip(1).findFirst()
                    .orElseThrow();
        }
        try (RandomAccessFile file = new RandomAccessFile(second.toFile(), "rw")) {
            file.seek(9_000);
            file.write(file.read() ^ 1);
        }
        final String damaged = run(1, "journal", "check", journal);
        assertTrue(damaged.contains("bus: " + second + " is damaged at offset "), damaged);
        assertTrue(run(1, "journal", "cat", journal).contains("bus: " + second + " is damaged at offset "));
    }

    private String run(final int status, final Object... arguments) throws IOException {
        try (Command command = Command.start(bus, arguments)) {
            assertEquals(status, command.exitStatus(), command::output);
            return command.output();
        }
    }

    private Command record(final Object... more) throws IOException {
        return Command.start(bus, Stream.concat(Stream.of("record", "--stream", "md.itch", "--dir", journal,
                "--until-session-ends"), Stream.of(more)).toArray());
    }

    private Command book(final String stream, final Path levels) throws IOException {
        return Command.start(bus, "book", "--stream", stream, "--idle", "sleep", "--book-out", levels);
    }

    private Command feed(final String rate, final Object... more) throws IOException {
        return Command.start(bus, Stream.concat(Stream.of("feed", "--stream", "md.itch", "--itch", itch, "--rate", rate,
                "--await-subscribers", 1, "--block-for", "book", "--block-for", "recorder"), Stream.of(more))
                .toArray());
    }
}
