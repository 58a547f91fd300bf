package io.verbus.matching.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.support.Forked;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Outputs and hashes are the same, byte for byte, in JVMs with other heaps, compilers and collectors. */
@Tag("processes")
class OtherJvmTest {
    private static final long HISTORIES = 100;

    @TempDir
    private Path folder;

    @Test
    void outputsAndHashesAreTheSameInOtherJvms() throws IOException, GeneralSecurityException {
        final String here = ReplayMain.digest(HISTORIES);
        assertEquals(here, digestWith("-Xint", "-Xmx32m"), "interpreted, small heap");
        assertEquals(here, digestWith("-XX:-UseSerialGC", "-XX:+UseParallelGC", "-Xmx900m",
                "-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=2"),
                "another collector, large heap, other identity hashes");
        System.out.printf("matching: %,d inputs give the same bytes and hashes in three JVMs: %s%n",
                HISTORIES * OrderHistory.LENGTH, here);
    }

    private String digestWith(final String... flags) throws IOException {
        try (Forked process = Forked.start(List.of(), List.of(flags), ReplayMain.class, folder, HISTORIES)) {
            return process.awaitLine("outputs ([0-9a-f]{64})").group(1);
        }
    }
}
