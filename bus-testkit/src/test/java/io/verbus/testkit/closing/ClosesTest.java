package io.verbus.testkit.closing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.Forked;
import io.verbus.support.ShmDir;
import io.verbus.support.seeds.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code -Dverbus.closes=10000} for more. */
class ClosesTest {
    private static final int CLOSES = Integer.getInteger("verbus.closes", 300);
    private static final long SEED = Seeds.draw();

    @TempDir(factory = ShmDir.class)
    private Path directory;

    @Test
    void closingAtAnyMomentNeitherCrashesNorThrows(@TempDir final Path journals) throws IOException {
        try (Forked forked = Forked.start(Closes.class, directory, CLOSES, SEED, directory, journals)) {
            assertEquals(0, forked.exitStatus(), () -> "seed " + SEED + "\n" + forked.output());
            assertTrue(forked.output().contains("closed "), forked::output);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void memoryThatIsUnmappedTooEarlyIsFound(final int bug, @TempDir final Path journals) throws IOException {
        try (Forked forked = Forked.startWithin(List.of("env",
                "JAVA_TOOL_OPTIONS=-XX:-CreateCoredumpOnCrash -XX:ErrorFile=" + journals.resolve("error")),
                PlantedBugs.class, directory, bug, CLOSES, SEED, directory, journals)) {
            assertNotEquals(0, forked.exitStatus(), () -> PlantedBugs.BUGS[bug] + " was not found");
            final String output = forked.output();
            assertTrue(output.contains("SIGSEGV") || output.contains("round "), output);
        }
    }
}
