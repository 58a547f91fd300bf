package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.support.ShmDir;
import io.verbus.support.seeds.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The recorder of a real NASDAQ session is killed repeatedly; the replay ends in the known books. */
@Tag("long")
@Tag("processes")
class KilledRecorderTest {
    private static final int KILLS = Integer.getInteger("verbus.recorderKills", 5);
    private static final long SEED = Seeds.draw();

    @TempDir(factory = ShmDir.class)
    private Path bus;
    @TempDir
    private Path folder;
    private Path journal;
    private KnownSession session;

    @BeforeEach
    void findData() {
        final Optional<KnownSession> real = KnownSession.real();
        assumeTrue(real.isPresent(), "VERBUS_TEST_DATA does not contain a real session");
        session = real.get();
        journal = folder.resolve("journal");
    }

    @Test
    void journalHasTheWholeSession() throws IOException {
        record();
        final String checked = run("journal", "check", journal);
        assertTrue(checked.contains(", 0 gaps, "), checked);
        final BookFiles books = new BookFiles(folder, "books");
        try (Command book = books.start(bus);
                Command replay = Command.start(bus, "replay", "--dir", journal, "--stream", "md.itch", "--rate", "max",
                        "--await-subscribers", 1)) {
            assertEquals(0, replay.exitStatus(), replay::output);
            assertEquals(0, book.exitStatus(), book::output);
        }
        session.assertIsIn(books, 1);
    }

    /** Splits the session into parts and kills one recorder at a random message of each part except the last. */
    private void record() throws IOException {
        final SplittableRandom random = new SplittableRandom(SEED);
        final long part = session.published() / (KILLS + 1);
        try (Brake brake = new Brake(bus, journal);
                Command feed = Command.start(bus, "feed", "--stream", "md.itch", "--itch", session.itch(),
                        "--capacity", "1M", "--await-subscribers", 1, "--block-for", "brake")) {
            for (int kill = 0; kill < KILLS; kill++) {
                final long until = kill * part + 1 + random.nextLong(part);
                try (Command record = startRecorder()) {
                    brake.readUntil(until, () -> record.isAlive() && feed.isAlive(),
                            "seed " + SEED + ", kill " + kill);
                    record.kill();
                }
            }
            try (Command record = startRecorder()) {
                brake.readToEnd(feed::isAlive, "seed " + SEED + ", after the last kill");
                assertEquals(session.feedStatus(), feed.exitStatus(), feed::output);
                assertEquals(0, record.exitStatus(), record::output);
            }
            assertEquals(session.published(), brake.recorded(), "seed " + SEED);
        }
    }

    private Command startRecorder() throws IOException {
        return Command.start(bus, "record", "--stream", "md.itch", "--dir", journal, "--until-session-ends");
    }

    private String run(final Object... arguments) throws IOException {
        try (Command command = Command.start(bus, arguments)) {
            assertEquals(0, command.exitStatus(), command::output);
            return command.output();
        }
    }
}
