package io.verbus.system.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbus.support.ShmDir;
import io.verbus.testkit.Journals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each command that reads a journal reports a disk that returns EIO: exit status 1 and one sentence. */
@Tag("processes")
class UnreadableDiskTest {
    private static final Path FAULTS = Path.of("..", "native", "target", "build", "libdisk_faults.so");

    @TempDir(factory = ShmDir.class)
    private Path bus;
    @TempDir
    private Path folder;

    @BeforeEach
    void record() {
        assumeTrue(Files.exists(FAULTS), () -> FAULTS + " was not built");
        Journals.write(folder.resolve("journal"), 5_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"journal check", "journal cat", "replay --stream s --dir",
            "record --stream md.test --dir"})
    void commandReportsWhichFileCannotBeRead(final String command) throws IOException {
        try (Command reading = Command.startWithin(List.of("env", "DISK_FAULTS_DIR=" + folder,
                "LD_PRELOAD=" + FAULTS.toAbsolutePath().normalize()), bus,
                (Object[]) (command + " " + folder.resolve("journal")).split(" "))) {
            assertEquals(1, reading.exitStatus(), reading::output);
            assertTrue(
                    reading.output().lines().anyMatch(line -> line.matches("bus: cannot (read|allocate \\d+ bytes for) "
                            + folder + ".*: input/output error.*")),
                    reading::output);
        }
    }
}
