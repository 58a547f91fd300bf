package io.verbus.testkit.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.verbus.support.ShmDir;
import io.verbus.support.mutant.Mutant;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class DiscoveryTest {
    private static final String DIRECTORY = "io/verbus/internal/shm/StreamDirectory.java";

    static final Mutant[] BUGS = {
            new Mutant("a new file is not counted as a change", DIRECTORY,
                    "final T made = maker.get();\n                changes.mark(countOffset);",
                    "final T made = maker.get();"),
            new Mutant("the counts of changes are not compared", DIRECTORY, "counted != count;", "count == -1;")};

    @TempDir(factory = ShmDir.class)
    private Path directory;

    @Test
    void filesOfOtherProcessesAreFoundInTheNextDutyCycle() {
        assertEquals("", new Discovery().apply(directory));
    }

    @ParameterizedTest
    @FieldSource("BUGS")
    void bugIsFound(final Mutant bug) {
        assertNotEquals("", bug.inside(Discovery.class).apply(directory));
    }
}
