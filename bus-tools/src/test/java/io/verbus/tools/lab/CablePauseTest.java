package io.verbus.tools.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Policy;
import io.verbus.testkit.ShmDir;
import io.verbus.testkit.chaos.Comparison;
import io.verbus.testkit.chaos.Meeting;
import io.verbus.testkit.pause.PausedReader;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A subscriber on another host is stopped for five seconds: it hears what its policy promises, and the other one there,
 * that the feed waits for, misses nothing. {@code -Dverbus.pauseRate=N} for another rate.
 */
@Tag("lab")
@Tag("long")
class CablePauseTest {
    private static final int RATE = Integer.getInteger("verbus.pauseRate", 50_000);
    /** Far above the pause, as everything is slow here. */
    private static final long LONG_MS = 30_000;
    private static final long SHORT_MS = 2_000;
    private static final long SLACK_MS = 4_000;

    @TempDir(factory = ShmDir.class)
    private Path directory;
    private Cable cable;

    @BeforeEach
    void findCable() {
        cable = Cable.find();
    }

    @AfterEach
    void mendCable() throws IOException {
        if (cable != null) {
            cable.close();
        }
    }

    private PausedReader start(final Policy policy, final long progressTimeoutMs) throws Exception {
        final Meeting meeting = Meeting.at(Cable.atA(), Cable.fromB());
        return new PausedReader(new PausedReader.Cast(directory, meeting, RATE), policy, progressTimeoutMs);
    }

    @ParameterizedTest
    @EnumSource(value = Policy.class, names = "BLOCK", mode = EnumSource.Mode.EXCLUDE)
    void whoIsNotWaitedForHoldsNothingUpAndHearsWhatItMissed(final Policy policy) throws Exception {
        try (PausedReader run = start(policy, LONG_MS)) {
            run.pause(true);
            run.paused().awaitLine("gap " + run.session() + " \\d+ \\d+ the subscription fell a whole log behind.*");
            run.awaitBack();
            assertEquals(0, run.held()[0], "claims that it held up");
            tell(policy, run, run.end());
        }
    }

    @Test
    void whoIsWaitedForAndBackInTimeMissesNothing() throws Exception {
        try (PausedReader run = start(Policy.BLOCK, LONG_MS)) {
            run.pause(false);
            run.awaitBack();
            final long[] held = run.held();
            assertTrue(held[0] > 0 && held[1] <= LONG_MS, () -> held[0] + " claims, " + held[1] + " ms");
            final Comparison comparison = run.end();
            assertEquals(0, comparison.missing(), comparison::toString);
            tell(Policy.BLOCK, run, comparison);
        }
    }

    @Test
    void whoIsWaitedForForTooLongIsEvictedAndHearsWhatItMissed() throws Exception {
        try (PausedReader run = start(Policy.BLOCK, SHORT_MS)) {
            run.pause(true);
            run.feed().awaitLine("evicted " + run.paused().id() + " it held up its publisher and read nothing for .*");
            run.paused().awaitLine("gap " + run.session() + " \\d+ \\d+ the subscription was evicted.*");
            run.awaitBack();
            final Comparison comparison = run.end();
            assertTrue(run.longestWaitMs() < SHORT_MS + SLACK_MS, () -> run.longestWaitMs() + " ms");
            tell(Policy.BLOCK, run, comparison);
        }
    }

    private static void tell(final Policy policy, final PausedReader run, final Comparison comparison) {
        System.out.printf("pause: %s over RDMA at %,d/s: the feed waited for %d ms at most; %s%n", policy, RATE,
                run.longestWaitMs(), comparison);
    }
}
