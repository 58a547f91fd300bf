package io.verbus.testkit.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.testkit.ShmDir;
import io.verbus.testkit.chaos.ReaderProcess.Kind;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A feed and four readers in processes of their own, under load, and one round of random faults after another: kill -9,
 * SIGSTOP and SIGCONT, orderly ends. After each the others have said what happened, and whoever was killed is back.
 *
 * <p>{@code -Dverbus.faults=N} for more or fewer, {@code -Dverbus.seed=N} to repeat the choice.
 */
@Tag("processes")
class ChaosTest {
    private static final int FAULTS = Integer.getInteger("verbus.faults", 60);
    /** A claim may be held back for the time-out; the rest is for a machine that has much else to do. */
    private static final long LONGEST_WAIT_MS = Child.PROGRESS_TIMEOUT.toMillis() + 4_000;

    /** One of these for each reader in each round; kills so often that they are half of all faults. */
    private static final ReaderFault[] READER_FAULTS = {ReaderFault.NONE, ReaderFault.STOP,
            ReaderFault.STOP_TILL_LAPPED, ReaderFault.STOP_IN_HANDLER, ReaderFault.KILL, ReaderFault.KILL,
            ReaderFault.KILL_STOPPED, ReaderFault.KILL_STOPPED};

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final long seed = Long.getLong("verbus.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);
    private final Map<String, Integer> done = new TreeMap<>();

    @Test
    void whateverDiesOrHangsTheOthersGoOnAndTheTruthIsTold() throws Exception {
        System.out.println("chaos: " + FAULTS + " faults, seed " + seed);
        try (Stage stage = new Stage(directory, random)) {
            for (final Kind kind : Kind.values()) {
                stage.startReader(kind);
            }
            stage.startFeed();
            stage.settle();
            final long beginNs = System.nanoTime();
            int kills = 0;
            int stops = 0;
            int rounds = 0;
            for (; kills + stops < FAULTS || kills < FAULTS / 2; rounds++) {
                final Round round = draw(stage);
                try {
                    round.run();
                } catch (final AssertionError e) {
                    throw new AssertionError("seed " + seed + ", round " + rounds + ", " + round + ": "
                            + e.getMessage(), e);
                }
                kills += round.kills();
                stops += round.stops();
            }
            final long tookMs = (System.nanoTime() - beginNs) / 1_000_000;
            end(stage);
            System.out.printf("chaos: %d times kill -9 and %d times SIGSTOP, in %d rounds and %.1f s: %s%n", kills,
                    stops, rounds, tookMs / 1e3, done);
        }
    }

    private Round draw(final Stage stage) {
        final FeedFault feedFault = oneOf(FeedFault.values());
        done.merge("feed " + feedFault, 1, Integer::sum);
        final Map<Kind, ReaderFault> faults = new EnumMap<>(Kind.class);
        for (final Kind kind : Kind.values()) {
            final ReaderFault fault = oneOf(READER_FAULTS);
            if (fault != ReaderFault.NONE) {
                faults.put(kind, fault);
                done.merge("reader " + fault, 1, Integer::sum);
            }
        }
        return new Round(stage, feedFault, faults);
    }

    private <T> T oneOf(final T[] values) {
        return values[random.nextInt(values.length)];
    }

    /** All end in order, and what each has said in its life is looked at as a whole. */
    private static void end(final Stage stage) throws InterruptedException {
        for (final Peer reader : stage.readers()) {
            reader.process().tell("end");
            reader.awaitLine("bye");
            stage.feed().awaitLine("left " + reader.id() + " it was closed");
        }
        for (final Peer reader : stage.allReaders()) {
            assertEquals(List.of(), Stories.faultsOfReader(reader.said()), reader::story);
        }
        long longestMs = 0;
        for (final Peer feed : stage.allFeeds()) {
            assertEquals(List.of(), Stories.faultsOfFeed(feed.said()), feed::story);
            longestMs = Math.max(longestMs, feed.said().stream().filter(line -> line.startsWith("waited "))
                    .mapToLong(line -> Long.parseLong(line.substring(7))).max().orElse(0));
        }
        System.out.println("chaos: a claim was held back for " + longestMs + " ms at most");
        assertTrue(longestMs < LONGEST_WAIT_MS, () -> "a reader held a claim back for too long");
    }
}
