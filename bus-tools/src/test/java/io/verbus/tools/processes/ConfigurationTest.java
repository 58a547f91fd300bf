package io.verbus.tools.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.testkit.ShmDir;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** VERBUS_CONFIG names a file; VERBUS_DIR and options override it. */
@Tag("processes")
class ConfigurationTest {
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
    void optionReplacesTheFileOfTheEnvironment() throws IOException {
        final Path file = Files.writeString(folder.resolve("verbus.yaml"), "bus:\n  counters: 128\n");
        try (Command show = Command.startWithin(List.of("env", "VERBUS_CONFIG=/absent"), shm, "config",
                "show", "--config", file)) {
            assertEquals(0, show.exitStatus(), show::output);
            assertTrue(show.output().contains("# " + file + ", named by --config"), show::output);
        }
    }
}
