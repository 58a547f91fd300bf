package io.verbus.testkit.pause;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Policy;
import io.verbus.support.ShmDir;
import io.verbus.testkit.chaos.Causes;
import io.verbus.testkit.chaos.ChaosEndpoints;
import io.verbus.testkit.chaos.ReportComparison;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A subscriber's process is stopped for five seconds at full rate. It receives the notifications of its policy. Another
 * reader, a blocking one, misses nothing, and the feed blocks only if the policy requires it.
 * {@code -Dverbus.pausePairs=N} prints the latency of the other reader with and without the pause.
 */
public abstract class Pausing {
    private static final int PAIRS = Integer.getInteger("verbus.pausePairs", 5);
    private static final long SHORT_MS = 2_000;
    /** For a machine under other load. */
    private static final long SLACK_MS = 4_000;

    private final int rate;
    private final int pauseSeconds;
    private final long longMs;
    @TempDir(factory = ShmDir.class)
    private Path directory;

    /**
     * For a machine.
     *
     * @param rate messages a second
     * @param pauseSeconds that a reader is stopped
     * @param longMs far above the total duration of a pause there
     */
    protected Pausing(final int rate, final int pauseSeconds, final long longMs) {
        this.rate = rate;
        this.pauseSeconds = pauseSeconds;
        this.longMs = longMs;
    }

    /** The meeting point of feed and readers. */
    protected abstract ChaosEndpoints meeting();

    /** The cause that a reader receives when it is lapped; a pattern. */
    protected abstract String lapped(Policy policy);

    /** Starts all processes. */
    protected final PausedReader start(final Policy policy) throws Exception {
        return start(policy, longMs);
    }

    private PausedReader start(final Policy policy, final long progressTimeoutMs) throws Exception {
        return new PausedReader(new PausedReader.Cast(directory, meeting(), rate, pauseSeconds), policy,
                progressTimeoutMs);
    }

    @ParameterizedTest
    @EnumSource(value = Policy.class, names = "BLOCK", mode = EnumSource.Mode.EXCLUDE)
    final void pausedReaderDoesNotBlockThePublisherAndGetsItsGaps(final Policy policy) throws Exception {
        try (PausedReader run = start(policy)) {
            final String id = run.paused().id();
            run.pause(true);
            run.paused().awaitLine("gap " + run.session() + " \\d+ \\d+ " + lapped(policy));
            if (policy == Policy.EVICT) {
                run.feed().awaitLine("evicted " + id + Causes.LET_GO);
            }
            run.awaitBack();
            assertEquals(0, run.held()[0], "claims that it held up");
            send(policy, run, run.end());
        }
    }

    @Test
    final void blockReaderThatResumesInTimeMissesNothing() throws Exception {
        try (PausedReader run = start(Policy.BLOCK)) {
            run.pause(false);
            run.awaitBack();
            final long[] held = run.held();
            assertTrue(held[0] > 0 && held[1] <= longMs + SLACK_MS, () -> held[0] + " claims, " + held[1] + " ms");
            final ReportComparison comparison = run.end();
            assertEquals(0, comparison.missing(), comparison::toString);
            assertTrue(run.longestWaitMs() < longMs + SLACK_MS, () -> run.longestWaitMs() + " ms");
            send(Policy.BLOCK, run, comparison);
        }
    }

    @Test
    final void blockReaderPausedTooLongIsEvictedAndGetsItsGaps() throws Exception {
        try (PausedReader run = start(Policy.BLOCK, SHORT_MS)) {
            run.pause(true);
            run.feed().awaitLine("evicted " + run.paused().id() + " it blocked its publisher and read nothing for .*");
            run.paused().awaitLine("gap " + run.session() + " \\d+ \\d+ " + Causes.EVICTED + ".*");
            run.feed().awaitLine("joined " + run.paused().id());
            run.awaitBack();
            final ReportComparison comparison = run.end();
            assertTrue(run.longestWaitMs() < SHORT_MS + SLACK_MS, () -> run.longestWaitMs() + " ms");
            send(Policy.BLOCK, run, comparison);
        }
    }

    /**
     * Run by hand: the figure depends on the other load of the machine. Under BLOCK the feed waits, so all latencies
     * grow.
     */
    @ParameterizedTest
    @EnumSource(value = Policy.class, names = "BLOCK", mode = EnumSource.Mode.EXCLUDE)
    @EnabledIfSystemProperty(named = "verbus.pausePairs", matches = "\\d+")
    final void howLateMessagesComeToTheOther(final Policy policy) throws Exception {
        try (PausedReader run = start(policy)) {
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
            System.out.printf(Locale.ROOT, "pause: %s at %,d/s%s: p99 of the other with the pause is %.2f times that"
                    + " without, median of %d; in us:%s%n", policy, rate, way(), ratios[PAIRS / 2], PAIRS, pairs);
            run.end();
        }
    }

    private String way() {
        return meeting() == ChaosEndpoints.HERE ? "" : " over RDMA";
    }

    private void send(final Policy policy, final PausedReader run, final ReportComparison comparison) {
        System.out.printf("pause: %s at %,d/s%s: the feed waited for %d ms at most; %s%n", policy, rate,
                way(), run.longestWaitMs(), comparison);
    }
}
