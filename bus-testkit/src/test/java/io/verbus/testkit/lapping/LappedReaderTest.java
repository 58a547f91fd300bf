package io.verbus.testkit.lapping;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.ShmDir;
import io.verbus.support.mutant.Mutant;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reader that is lapped very often; the test detects a reader that does not check the horizon. */
class LappedReaderTest {
    private static final int LAPS = Integer.getInteger("verbus.laps", 20_000);
    private static final int COPIES = LAPS / 100;
    /** The first torn message ends the run; with few cores it may take a while. */
    private static final int LAPS_OF_THE_MUTANT = 10_000_000;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    @Test
    void handlerReceivesNoTornOrReorderedMessage() {
        final String result = new LapRun().apply(List.of(directory, LAPS, COPIES));
        System.out.println("lapping: " + result);
        assertTrue(result.startsWith("lapped "), result);
    }

    @Test
    void tornMessagesAreFoundWithoutTheHorizonCheck() {
        final Mutant mutant = new Mutant("no check of the horizon after the copy",
                "io/verbus/internal/image/FrameReader.java",
                "if (Horizon.isAbove(logHeader, lowest)) {\n                discardedCopies",
                "if (!copying && Horizon.isAbove(logHeader, lowest)) {\n                discardedCopies");
        final String result = mutant.inside(LapRun.class).apply(List.of(directory, LAPS_OF_THE_MUTANT, 0));
        assertFalse(result.startsWith("lapped "), result);
    }
}
