package io.verbus.recovery;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.testkit.ShmDir;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many histories, each from a seed, which is printed when one fails; {@code -Dverbus.seed=SEED} shows it again. */
class RecoveryHistoriesTest {
    private static final long SEEDS = 200;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    @Test
    void whatIsDeliveredAndReportedIsWhatWasPublished() {
        final Long one = Long.getLong("verbus.seed");
        final long first = one == null ? 0 : one;
        long messages = 0;
        long fillings = 0;
        for (long seed = first; seed < (one == null ? SEEDS : one + 1); seed++) {
            try (RecoveryHistory history = new RecoveryHistory(seed, directory.resolve("seed" + seed))) {
                messages += history.run();
                fillings += history.fillings();
            } catch (final Throwable t) {
                throw new AssertionError("seed " + seed + ": " + t.getMessage(), t);
            }
        }
        assertTrue(one != null || messages > 10_000 && fillings > 1_000, messages + " messages, " + fillings);
    }
}
