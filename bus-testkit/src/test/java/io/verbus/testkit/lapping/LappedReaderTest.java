package io.verbus.testkit.lapping;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.testkit.ShmDir;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A reader that is lapped a million times. */
@Timeout(300)
class LappedReaderTest {
    private static final int LAPS = Integer.getInteger("verbus.laps", 1_000_000);
    private static final int COPIES = LAPS / 100;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    @Test
    void nothingTornOrOutOfOrderReachesAHandlerHoweverOftenTheHorizonMovesDuringACopy() {
        final String result = new LapRun().apply(List.of(directory, LAPS, COPIES));
        System.out.println("lapping: " + result);
        assertTrue(result.startsWith("lapped "), result);
    }
}
