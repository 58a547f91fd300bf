package io.verbus.system.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.support.ShmDir;
import io.verbus.support.seeds.Seeds;
import io.verbus.testkit.chaos.ChaosEndpoints;
import io.verbus.testkit.chaos.ChaosPeer;
import io.verbus.testkit.chaos.Child;
import io.verbus.testkit.chaos.EventOrder;
import io.verbus.testkit.chaos.FeedFault;
import io.verbus.testkit.chaos.ReaderFault;
import io.verbus.testkit.chaos.ReaderProcess.Kind;
import io.verbus.testkit.chaos.Records;
import io.verbus.testkit.chaos.ReportComparison;
import io.verbus.testkit.chaos.ShuffledCycle;
import io.verbus.testkit.chaos.Stage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The chaos test over RDMA, on a cable that loses, delays, duplicates and reorders packets, or is cut. A feed, four
 * readers (one of which is filled from a journal) and the recorder are killed, stopped and ended during the run. In the
 * end, each reader and the journal must have the published messages, except those that were reported missing.
 *
 * <p>Run it with {@code native/lab/tests io.verbus.system.lab.CableChaosTest}; {@code -Dverbus.chaos=SECONDS} sets the
 * minimum duration, {@code -Dverbus.seed=N} repeats a run.
 */
@Tag("lab")
@Tag("long")
class CableChaosTest {
    private static final long SECONDS = Long.getLong("verbus.chaos", 300);
    private static final int MIN_ROUNDS = 6;
    /** Number of the shortest messages that fill the log. */
    private static final int LAP = Child.CAPACITY / 32;
    private static final List<Kind> KINDS = List.of(Kind.BLOCK, Kind.SKIP, Kind.CONFLATE, Kind.FILLED,
            Kind.RECORDER);
    private static final List<ReaderFault> READER_FAULTS = List.of(ReaderFault.NONE, ReaderFault.NONE,
            ReaderFault.STOP, ReaderFault.STOP_IN_HANDLER, ReaderFault.KILL);

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final long seed = Seeds.draw();
    private final SplittableRandom random = new SplittableRandom(seed);
    private final ShuffledCycle<CableFault> cableFaults = new ShuffledCycle<>(List.of(CableFault.values()), random);
    private final ShuffledCycle<FeedFault> feedFaults = new ShuffledCycle<>(
            List.of(FeedFault.NONE, FeedFault.NONE, FeedFault.STOP,
                    FeedFault.KILL, FeedFault.KILL_IN_CLAIM, FeedFault.CLOSE),
            random);
    private final Map<Kind, ShuffledCycle<ReaderFault>> readerFaults = new EnumMap<>(Kind.class);
    private final Map<String, Integer> done = new TreeMap<>();

    @RegisterExtension
    private final Cable cable = new Cable();

    @Test
    void readersAndJournalMatchThePublishedMessagesOrReportLoss() throws Exception {
        System.out.println("chaos: over RDMA, for " + SECONDS + " s at least, seed " + seed);
        final ChaosEndpoints meeting = ChaosEndpoints.at(Cable.atA() + "&push=4096&retries=6", Cable.fromB());
        try (Stage stage = new Stage(directory, meeting, 1, random)) {
            for (final Kind kind : KINDS) {
                readerFaults.put(kind, new ShuffledCycle<>(READER_FAULTS, random));
                stage.startReader(kind);
            }
            stage.startFeed();
            stage.awaitReading();
            final long beginNs = System.nanoTime();
            int rounds = 0;
            for (; rounds < MIN_ROUNDS || secondsSince(beginNs) < SECONDS; rounds++) {
                final String round = round(stage, rounds);
                for (final ChaosPeer reader : stage.readers()) {
                    assertEquals(List.of(), reader.lines("fault .*"), () -> round + ": " + reader.story());
                }
            }
            System.out.printf("chaos: %d rounds in %d s: %s%n", rounds, secondsSince(beginNs), done);
            end(stage);
            compare(stage);
        }
    }

    private static long secondsSince(final long beginNs) {
        return (System.nanoTime() - beginNs) / 1_000_000_000;
    }

    /** Plays a round and returns its description, for failure messages. */
    private String round(final Stage stage, final int number) throws Exception {
        final CableFault cableFault = cableFaults.next();
        final FeedFault feed = feedFaults.next();
        final Map<Kind, ReaderFault> faults = new EnumMap<>(Kind.class);
        KINDS.forEach(kind -> faults.put(kind, readerFaults.get(kind).next()));
        final String round = "seed " + seed + ", round " + number + ", cable " + cableFault + ", feed " + feed
                + ", readers " + faults;
        System.out.println("chaos: " + round);
        try {
            play(stage, cableFault, feed, faults);
        } catch (final AssertionError e) {
            throw new AssertionError(round + ": " + e.getMessage(), e);
        }
        count("cable " + cableFault);
        count("feed " + feed);
        faults.values().forEach(fault -> count("reader " + fault));
        return round;
    }

    private void count(final String fault) {
        done.merge(fault, 1, Integer::sum);
    }

    private void play(final Stage stage, final CableFault cableFault, final FeedFault feedFault,
            final Map<Kind, ReaderFault> faults) throws Exception {
        stage.feed().mark();
        stage.readers().forEach(ChaosPeer::mark);
        for (final Kind kind : KINDS) {
            if (faults.get(kind) == ReaderFault.STOP_IN_HANDLER) { // takes effect at the next message
                stage.reader(kind).process().send("stay");
                stage.reader(kind).awaitLine("holding .*");
            }
        }
        if (cableFault != CableFault.NONE) {
            cable.addFault(cableFault.netem);
        }
        for (final Kind kind : KINDS) {
            hit(stage.reader(kind), faults.get(kind));
        }
        final ChaosPeer untouched = KINDS.stream().filter(kind -> faults.get(kind) == ReaderFault.NONE)
                .map(stage::reader)
                .findAny().orElse(null);
        hitFeed(stage, feedFault, untouched);
        cable.repair();
        for (final Kind kind : KINDS) {
            final ChaosPeer reader = stage.reader(kind);
            switch (faults.get(kind)) {
                case STOP -> reader.process().resume();
                case STOP_IN_HANDLER -> {
                    reader.process().resume();
                    reader.process().send("go");
                }
                case KILL -> stage.startReader(kind);
                default -> {
                } // it continued to run
            }
        }
        stage.awaitReading();
    }

    private static void hit(final ChaosPeer reader, final ReaderFault fault) {
        switch (fault) {
            case STOP, STOP_IN_HANDLER -> reader.process().stop();
            case KILL -> reader.process().kill();
            default -> {
            } // nothing
        }
    }

    /** Lets the feed run for a lap, applies the fault, and starts another feed if this one ended. */
    private static void hitFeed(final Stage stage, final FeedFault fault, final ChaosPeer reader) throws Exception {
        final ChaosPeer feed = stage.feed();
        feed.awaitProgress(LAP); // a reader that blocks it is evicted after the timeout
        switch (fault) {
            case STOP -> {
                feed.process().stop();
                if (reader != null) {
                    reader.awaitLine("lost .*");
                }
                feed.process().resume();
            }
            case KILL -> feed.process().kill();
            case KILL_IN_CLAIM -> {
                feed.process().send("stay");
                feed.awaitLine("holding .*");
                feed.process().kill();
            }
            case CLOSE -> {
                feed.process().send("end"); // it lingers until all readers have read to the end
                feed.awaitLine("closed .*");
                feed.process().kill(); // to free its port
            }
            default -> {
            } // as it is
        }
        if (fault.kills > 0 || fault == FeedFault.CLOSE) {
            stage.startFeed();
            stage.feed().awaitSession();
        }
        stage.feed().awaitProgress(LAP);
    }

    private void end(final Stage stage) throws InterruptedException {
        final String session = stage.feed().awaitSession();
        stage.feed().process().send("end");
        final String[] closed = stage.feed().awaitLine("closed " + session + " \\d+");
        for (final ChaosPeer reader : stage.readers()) {
            reader.awaitLine("ended " + session + " " + closed[2]);
            reader.process().send("end");
            reader.awaitLine("bye");
        }
        for (final ChaosPeer reader : stage.allReaders()) {
            assertEquals(List.of(), EventOrder.faultsOfReader(reader.said()), reader::story);
        }
        final EnumSet<CableFault> missing = EnumSet.allOf(CableFault.class);
        missing.removeIf(fault -> done.containsKey("cable " + fault));
        assertEquals(EnumSet.noneOf(CableFault.class), missing, "the run was too short for these faults");
    }

    private void compare(final Stage stage) {
        final List<ChaosPeer> readers = stage.allReaders().stream()
                .filter(reader -> !reader.role().equals(Kind.RECORDER.name())).toList(); // its journal is checked
        final ReportComparison comparison = ReportComparison.of(stage.allFeeds(), readers);
        assertEquals(List.of(), comparison.faults());
        System.out.println("chaos: " + comparison);
        final Map<String, Records> journal = Records.of(directory.resolve("journal"));
        final List<String> faults = new ArrayList<>();
        journal.values().forEach(records -> faults.addAll(records.faults()));
        assertEquals(List.of(), faults);
        final long recorded = journal.values().stream().mapToLong(Records::messages).sum();
        assertTrue(recorded > 0, "nothing was recorded");
        System.out.printf("chaos: %d sessions in the journal, %d messages, %d missing%n", journal.size(), recorded,
                journal.values().stream().mapToLong(Records::missing).sum());
    }
}
