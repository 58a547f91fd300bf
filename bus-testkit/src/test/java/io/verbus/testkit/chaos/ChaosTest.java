package io.verbus.testkit.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.ShmDir;
import io.verbus.support.seeds.Seeds;
import io.verbus.testkit.chaos.ReaderProcess.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A feed, seven readers and a recorder in separate processes, half of them in C where the client in C permits it, under
 * load, and rounds of random faults: kill -9, SIGSTOP and SIGCONT, regular ends, handlers that throw, foreign files in
 * the bus directory, and processes that run out of descriptors, heap, shared memory or disk, or whose standard error
 * blocks. After each round the other processes have reported the events, and the killed process runs again. At the end
 * each subscription has received the published messages, and the journal contains them, except for those reported
 * missing.
 *
 * <p>{@code -Dverbus.faults=N} sets their number, {@code -Dverbus.chaos=SECONDS} a minimum duration,
 * {@code -Dverbus.seed=N} repeats the choice.
 */
@Tag("processes")
@Timeout(value = 2, unit = TimeUnit.HOURS) // its duration is a setting
@Tag("long")
class ChaosTest {
    private static final int FAULTS = Integer.getInteger("verbus.faults", 40);
    private static final long SECONDS = Long.getLong("verbus.chaos", 0);
    /** A cycle has each fault of the feed, and each resource fault, once. */
    private static final int LEAST_ROUNDS = Math.max(FeedFault.values().length, ResourceFault.values().length);
    /** A claim may be refused for the timeout, which restarts for a conductor that was itself late. */
    private static final long LONGEST_WAIT_MS = Child.PROGRESS_TIMEOUT.toMillis() + 14_000;

    /** One of these for each reader in each round; kills are half of all faults. */
    private static final List<ReaderFault> READER_FAULTS = List.of(ReaderFault.NONE, ReaderFault.STOP,
            ReaderFault.STOP_TILL_LAPPED, ReaderFault.STOP_IN_HANDLER, ReaderFault.KILL, ReaderFault.KILL,
            ReaderFault.KILL_STOPPED, ReaderFault.KILL_STOPPED);

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final long seed = Seeds.draw();
    private final SplittableRandom random = new SplittableRandom(seed);
    private final ShuffledCycle<FeedFault> feedFaults = new ShuffledCycle<>(List.of(FeedFault.values()), random);
    private final Map<Kind, ShuffledCycle<ReaderFault>> readerFaults = new EnumMap<>(Kind.class);
    private final Map<String, Integer> done = new TreeMap<>();

    @Test
    void survivorsContinueAndReportEveryFault() throws Exception {
        System.out.println("chaos: " + FAULTS + " faults" + (SECONDS == 0 ? "" : " and " + SECONDS + " s at least")
                + ", seed " + seed);
        try (ResourceLimits limits = ResourceLimits.of(directory);
                Stage stage = new Stage(directory, ChaosEndpoints.HERE, Kind.values().length, random, limits)) {
            final ResourceFaults resourceFaults = new ResourceFaults(stage, limits, random);
            for (final Kind kind : Kind.values()) {
                readerFaults.put(kind, new ShuffledCycle<>(READER_FAULTS, random));
                stage.startReader(kind);
            }
            stage.startFeed();
            stage.settle();
            final long beginNs = System.nanoTime();
            int kills = 0;
            int stops = 0;
            int rounds = 0;
            for (; kills + stops < FAULTS || kills < FAULTS / 2 || rounds < LEAST_ROUNDS
                    || secondsSince(beginNs) < SECONDS; rounds++) {
                final Round round = draw(stage);
                try {
                    resourceFaults.next();
                    round.run();
                } catch (final AssertionError e) {
                    throw new AssertionError("seed " + seed + ", round " + rounds + ", " + round + ": "
                            + e.getMessage(), e);
                }
                kills += round.kills();
                stops += round.stops();
            }
            System.out.printf("chaos: %d times kill -9 and %d times SIGSTOP, in %d rounds and %d s: %s%n", kills,
                    stops, rounds, secondsSince(beginNs), done);
            System.out.printf("chaos: reported lack of resources: %s; %d processes reported errors to a full pipe%n",
                    resourceFaults.reports(), limits.blockedReports());
            end(stage);
            compare(stage);
            checkJournal(stage);
            checkAllWasTried();
            resourceFaults.checkAllWereReported();
            assertTrue(limits.blockedReports() > 0, "no process reported an error to a full pipe");
        }
    }

    private static long secondsSince(final long beginNs) {
        return (System.nanoTime() - beginNs) / 1_000_000_000;
    }

    private Round draw(final Stage stage) {
        final FeedFault feedFault = feedFaults.next();
        done.merge("feed " + feedFault, 1, Integer::sum);
        final Map<Kind, ReaderFault> faults = new EnumMap<>(Kind.class);
        for (final Kind kind : Kind.values()) {
            final boolean spared = kind == Kind.RECORDER && random.nextBoolean(); // filled readers need its journal
            final ReaderFault fault = spared ? ReaderFault.NONE : readerFaults.get(kind).next();
            if (fault != ReaderFault.NONE) {
                faults.put(kind, fault);
                done.merge("reader " + fault, 1, Integer::sum);
            }
        }
        return new Round(stage, feedFault, faults);
    }

    private void checkAllWasTried() {
        final List<String> kinds = new ArrayList<>();
        EnumSet.complementOf(EnumSet.of(FeedFault.NONE)).forEach(fault -> kinds.add("feed " + fault));
        EnumSet.complementOf(EnumSet.of(ReaderFault.NONE)).forEach(fault -> kinds.add("reader " + fault));
        kinds.removeAll(done.keySet());
        assertEquals(List.of(), kinds, "the run was too short for these faults");
    }

    /** Each subscription has received the published messages, except for those reported missing. */
    private static void compare(final Stage stage) {
        final List<ChaosPeer> readers = stage.allReaders().stream()
                .filter(reader -> !reader.role().equals(Kind.RECORDER.name())).toList(); // whose journal is checked
        final ReportComparison comparison = ReportComparison.of(stage.allFeeds(), readers);
        assertEquals(List.of(), comparison.faults());
        assertTrue(comparison.evictions() > 0, "no reader was evicted under EVICT");
        System.out.println("chaos: " + comparison);
        System.out.println("chaos: in C, " + Stage.countInC(stage.allFeeds()) + " of " + stage.allFeeds().size()
                + " feeds and " + Stage.countInC(stage.allReaders()) + " of " + stage.allReaders().size()
                + " readers");
    }

    /** The recording equals the published messages, and reports the missing ones; of ended sessions it is complete. */
    private void checkJournal(final Stage stage) {
        final Map<String, Records> journal = Records.of(directory.resolve("journal"));
        journal.values().forEach(records -> assertEquals(List.of(), records.faults(), records::toString));
        for (final ChaosPeer feed : stage.allFeeds()) {
            for (final String line : feed.said().stream().filter(said -> said.startsWith("closed ")).toList()) {
                final Records records = journal.get(line.split(" ")[1]); // unless it was removed because of its age
                assertTrue(records == null || records.next() == Long.parseLong(line.split(" ")[2]),
                        () -> line + ", but recorded: " + records);
            }
        }
        System.out.printf("chaos: %d sessions in the journal, %d messages, %d missing%n", journal.size(),
                journal.values().stream().mapToLong(Records::messages).sum(),
                journal.values().stream().mapToLong(Records::missing).sum());
    }

    private static long longestWaitMs(final ChaosPeer feed) {
        return feed.said().stream().filter(line -> line.startsWith("waited "))
                .mapToLong(line -> Long.parseLong(line.substring(7))).max().orElse(0);
    }

    /** All processes end regularly, and the whole output of each is checked. */
    private static void end(final Stage stage) throws InterruptedException {
        for (final ChaosPeer reader : stage.readers()) {
            reader.process().send("end");
            if (reader.role().equals(Kind.FILLED.name())) {
                System.out.println(
                        "chaos: from the journal, in the end: " + reader.awaitLine("filled .*")[1] + " messages");
            }
            reader.awaitLine("bye");
            if (reader.role().equals(Kind.EVICT.name())) { // perhaps before the feed knew it
                stage.feed().await(reader.id() + " gone", feed -> !EventOrder.isThere(feed.said(), reader.id()));
            } else {
                stage.feed().awaitLine("left " + reader.id() + " it was closed");
            }
        }
        for (final ChaosPeer reader : stage.allReaders()) {
            assertEquals(List.of(), EventOrder.faultsOfReader(reader.said()), reader::story);
        }
        long longestMs = 0;
        for (final ChaosPeer feed : stage.allFeeds()) {
            assertEquals(List.of(), EventOrder.faultsOfFeed(feed.said()), feed::story);
            final long waitedMs = longestWaitMs(feed);
            assertTrue(waitedMs < LONGEST_WAIT_MS,
                    () -> "a reader blocked a claim for too long:\n" + String.join("\n", feed.said()));
            longestMs = Math.max(longestMs, waitedMs);
        }
        System.out.println("chaos: a claim was refused for " + longestMs + " ms at most");
    }
}
