package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.ShmDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** VERBUS_CONFIG names a file; VERBUS_DIR and options override it. */
@Tag("processes")
class ConfigurationTest {
    private static final int MESSAGES = 6_000;
    private static final int SYMBOLS = 50;

    @TempDir
    private Path folder;
    @TempDir(factory = ShmDir.class)
    private Path shm;

    @Test
    void environmentNamesTheFileAndTheDirectory() throws IOException {
        final Path file = Files.writeString(folder.resolve("verbus.yaml"),
                "bus:\n  directory: /dev/shm/verbus-of-the-file\n  counters: 128\n");
        try (Command show = Command.startWithin(List.of("env", "VERBUS_CONFIG=" + file), shm, "config",
                "show")) {
            assertEquals(0, show.exitStatus(), show::output);
            assertTrue(show.output().contains("# " + file + ", named by VERBUS_CONFIG"), show::output);
            assertTrue(show.output().matches("(?s).*  directory: " + shm + " +# environment, VERBUS_DIR\n.*"),
                    show::output);
            assertTrue(show.output().contains("# " + file + ", line 3"), show::output);
        }
    }

    @Test
    void feedAndRecorderUseTheSettingsOfTheirStream() throws IOException {
        final Path file = Files.writeString(folder.resolve("verbus.yaml"), """
                streams:
                  md.itch:
                    publication:
                      blocking: recorder
                    journal:
                      segment-length: 64K
                """);
        final Path itch = folder.resolve("20191230.itch");
        final Path journal = folder.resolve("journal");
        Command.generate(itch, MESSAGES, SYMBOLS);
        try (Command record = Command.start(shm, "record", "--config", file, "--stream", "md.itch", "--dir", journal,
                "--until-session-ends", "--block");
                Command feed = Command.start(shm, "feed", "--config", file, "--stream", "md.itch", "--itch", itch,
                        "--await-subscribers", 1)) {
            assertEquals(0, feed.exitStatus(), feed::output);
            assertEquals(0, record.exitStatus(), record::output);
        }
        try (Stream<Path> files = Files.list(journal)) {
            final List<Long> lengths = files.filter(one -> one.toString().endsWith(".segment"))
                    .map(one -> one.toFile().length()).toList();
            assertTrue(lengths.size() > 1, lengths::toString);
            assertEquals(Set.of(64L << 10), Set.copyOf(lengths));
        }
    }

    @Test
    void optionReplacesTheFileOfTheEnvironment() throws IOException {
        final Path file = Files.writeString(folder.resolve("verbus.yaml"), "bus:\n  counters: 128\n");
        try (Command show = Command.startWithin(List.of("env", "VERBUS_CONFIG=/absent"), shm, "config",
                "show", "--config", file)) {
            assertEquals(0, show.exitStatus(), show::output);
            assertTrue(show.output().contains("# " + file + ", named by --config"), show::output);
        }
    }
}
