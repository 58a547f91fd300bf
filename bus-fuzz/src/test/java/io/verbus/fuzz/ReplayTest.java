package io.verbus.fuzz;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Replays the seeds and all kept inputs once. */
class ReplayTest {
    @TempDir(factory = ShmDir.class)
    private Path scratch;

    @ParameterizedTest
    @EnumSource
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void readersPassSeedsAndKeptInputs(final Targets which) {
        try (Target target = which.make(scratch)) {
            assertTrue(!target.seeds().isEmpty(), "no seeds");
            for (final byte[] input : Corpus.of(which, target)) {
                assertDoesNotThrow(() -> target.run(input), () -> which.title() + " " + Corpus.hex(input));
            }
        }
    }
}
