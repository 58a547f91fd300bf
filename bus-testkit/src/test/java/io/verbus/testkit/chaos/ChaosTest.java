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
 * A feed, six readers and a recorder in processes of their own, under load, and one round of random faults after
 * another: kill -9, SIGSTOP and SIGCONT, orderly ends. After each the others have said what happened, and whoever was
 * killed is back. In the end the journal holds what was published, or says what is missing.
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
            checkJournal(stage);
            System.out.printf("chaos: %d times kill -9 and %d times SIGSTOP, in %d rounds and %.1f s: %s%n", kills,
                    stops, rounds, tookMs / 1e3, done);
        }
    }

    private Round draw(final Stage stage) {
        final FeedFault feedFault = oneOf(FeedFault.values());
        done.merge("feed " + feedFault, 1, Integer::sum);
        final Map<Kind, ReaderFault> faults = new EnumMap<>(Kind.class);
        for (final Kind kind : Kind.values()) {
            final boolean spared = kind == Kind.RECORDER && random.nextBoolean(); // who is filled needs something of it
            final ReaderFault fault = spared ? ReaderFault.NONE : oneOf(READER_FAULTS);
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

    /** What was recorded is what was published, and says what is missing; of who has ended, all. */
    private void checkJournal(final Stage stage) {
        final Map<String, Records> journal = Records.of(directory.resolve("journal"));
        journal.values().forEach(records -> assertEquals(List.of(), records.faults(), records::toString));
        for (final Peer feed : stage.allFeeds()) {
            for (final String line : feed.said().stream().filter(said -> said.startsWith("closed ")).toList()) {
                final Records records = journal.get(line.split(" ")[1]); // unless it was removed, for its age
                assertTrue(records == null || records.next() == Long.parseLong(line.split(" ")[2]),
                        () -> line + ", but of it is recorded: " + records);
            }
        }
        System.out.printf("chaos: %d sessions in the journal, %d messages, %d missing%n", journal.size(),
                journal.values().stream().mapToLong(Records::messages).sum(),
                journal.values().stream().mapToLong(Records::missing).sum());
    }

    /** All end in order, and what each has said in its life is looked at as a whole. */
    private static void end(final Stage stage) throws InterruptedException {
        for (final Peer reader : stage.readers()) {
            reader.process().tell("end");
            if (reader.name().equals(Kind.FILLED.name())) {
                System.out.println(
                        "chaos: from the journal, in the end: " + reader.awaitLine("filled .*")[1] + " messages");
            }
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
