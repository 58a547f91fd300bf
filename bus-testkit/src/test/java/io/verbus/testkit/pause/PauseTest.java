package io.verbus.testkit.pause;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Policy;
import io.verbus.testkit.ShmDir;
import io.verbus.testkit.chaos.Causes;
import io.verbus.testkit.chaos.Comparison;
import io.verbus.testkit.chaos.Meeting;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A subscriber's process is stopped for five seconds at full rate. It hears what its policy promises; another, that the
 * feed waits for, misses nothing, and the feed waits only where it has to.
 *
 * <p>{@code -Dverbus.pauseRate=N} for another rate; {@code -Dverbus.pausePairs=N} prints how late messages come to the
 * other reader with the pause and without.
 */
@Tag("processes")
class PauseTest {
    private static final int RATE = Integer.getInteger("verbus.pauseRate", 1_000_000);
    private static final int PAIRS = Integer.getInteger("verbus.pausePairs", 5);
    private static final long LONG_MS = 10_000;
    private static final long SHORT_MS = 2_000;
    /** For a machine that has much else to do. */
    private static final long SLACK_MS = 4_000;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private PausedReader start(final Policy policy, final long progressTimeoutMs) throws Exception {
        return new PausedReader(new PausedReader.Cast(directory, Meeting.HERE, RATE), policy, progressTimeoutMs);
    }

    @ParameterizedTest
    @EnumSource(value = Policy.class, names = "BLOCK", mode = EnumSource.Mode.EXCLUDE)
    void whoIsNotWaitedForHoldsNothingUpAndHearsWhatItMissed(final Policy policy) throws Exception {
        try (PausedReader run = start(policy, LONG_MS)) {
            final String id = run.paused().id();
            run.pause(true);
            run.paused().awaitLine("gap " + run.session() + " \\d+ \\d+ " + switch (policy) {
                case CONFLATE -> Causes.CONFLATED;
                case EVICT -> Causes.LOST;
                default -> Causes.LAPPED;
            });
            if (policy == Policy.EVICT) {
                run.feed().awaitLine("evicted " + id + Causes.LET_GO);
            }
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
            assertTrue(held[0] > 0 && held[1] <= LONG_MS + SLACK_MS, () -> held[0] + " claims, " + held[1] + " ms");
            final Comparison comparison = run.end();
            assertEquals(0, comparison.missing(), comparison::toString);
            assertTrue(run.longestWaitMs() < LONG_MS + SLACK_MS);
            tell(Policy.BLOCK, run, comparison);
        }
    }

    @Test
    void whoIsWaitedForForTooLongIsEvictedAndHearsWhatItMissed() throws Exception {
        try (PausedReader run = start(Policy.BLOCK, SHORT_MS)) {
            run.pause(true);
            run.feed().awaitLine("evicted " + run.paused().id() + " it held up its publisher and read nothing for .*");
            run.paused().awaitLine("gap " + run.session() + " \\d+ \\d+ " + Causes.EVICTED);
            run.feed().awaitLine("joined " + run.paused().id());
            run.awaitBack();
            final Comparison comparison = run.end();
            assertTrue(run.longestWaitMs() < SHORT_MS + SLACK_MS);
            tell(Policy.BLOCK, run, comparison);
        }
    }

    /** By hand: a figure depends on what else the machine does. Under BLOCK the feed waits, so everything is late. */
    @ParameterizedTest
    @EnumSource(value = Policy.class, names = "BLOCK", mode = EnumSource.Mode.EXCLUDE)
    @EnabledIfSystemProperty(named = "verbus.pausePairs", matches = "\\d+")
    void howLateMessagesComeToTheOther(final Policy policy) throws Exception {
        try (PausedReader run = start(policy, LONG_MS)) {
            final double[] ratios = new double[PAIRS];
            final StringBuilder pairs = new StringBuilder();
            for (int pair = 0; pair < PAIRS; pair++) {
                run.awaitBack();
                final long without = run.latencyNs(false);
                final long with = run.latencyNs(true);
                ratios[pair] = (double) with / without;
                pairs.append(String.format(Locale.ROOT, " %.1f/%.1f", with / 1e3, without / 1e3));
            }
            Arrays.sort(ratios);
            System.out.printf(Locale.ROOT, "pause: %s at %,d/s: p99 of the other with the pause is %.2f times that"
                    + " without, median of %d; in us:%s%n", policy, RATE, ratios[PAIRS / 2], PAIRS, pairs);
            run.end();
        }
    }

    private static void tell(final Policy policy, final PausedReader run, final Comparison comparison) {
        System.out.printf("pause: %s at %,d/s: the feed waited for %d ms at most; %s%n", policy, RATE,
                run.longestWaitMs(), comparison);
    }
}
