package io.verbus.testkit.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.testkit.ShmDir;
import io.verbus.testkit.chaos.ReaderProcess.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A feed and four readers in processes of their own, under load, and a random fault after another: kill -9, SIGSTOP and
 * SIGCONT, orderly ends. After each, the others go on and say what happened, and who was killed comes back.
 *
 * <p>{@code -Dverbus.kills=N} for long runs, {@code -Dverbus.seed=N} to repeat the choice of faults.
 */
@Tag("processes")
class ChaosTest {
    private static final int KILLS = Integer.getInteger("verbus.kills", 200);
    /** More than a log holds, of the shortest messages. */
    private static final int LAP = Child.CAPACITY / 32;

    /** Processes that are ready to take the place of one that is killed. */
    private static final int SPARES = 3;

    /** What can happen, and how many processes it kills. */
    private enum Fault {
        KILL_FEED(1), KILL_READER(1), KILL_TWO_READERS(2), KILL_FEED_AND_READER(2), KILL_FEED_OF_A_STOPPED_READER(
                1), STOP_FEED(0), STOP_READER(0), STOP_READER_TILL_LAPPED(0), CLOSE_FEED(0);

        private final int kills;

        Fault(final int kills) {
            this.kills = kills;
        }
    }

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final long seed = Long.getLong("verbus.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);
    private final Map<Kind, Peer> readers = new EnumMap<>(Kind.class);
    private final Map<Fault, LongSummaryStatistics> done = new TreeMap<>();
    private final Queue<Peer> spareReaders = new ArrayDeque<>();
    private final Queue<Peer> spareFeeds = new ArrayDeque<>();
    private Peer feed;
    private long longestWaitMs;

    @BeforeEach
    void startSpares() throws IOException {
        for (int i = 0; i < SPARES; i++) {
            spareReaders.add(Peer.spare(ReaderProcess.class, directory, random.nextLong()));
            spareFeeds.add(Peer.spare(FeedProcess.class, directory, random.nextLong()));
        }
    }

    @AfterEach
    void killAll() {
        spareReaders.addAll(readers.values());
        spareReaders.forEach(Peer::close);
        spareFeeds.forEach(Peer::close);
        if (feed != null) {
            feed.close();
        }
    }

    @Test
    void whateverDiesOrHangsTheOthersGoOnAndTheTruthIsTold() throws Exception {
        System.out.println("chaos: " + KILLS + " kills, seed " + seed);
        for (final Kind kind : Kind.values()) {
            startReader(kind);
        }
        startFeed();
        for (final Peer reader : readers.values()) {
            reader.await("the first message", peer -> peer.sequence() > 0);
        }
        int kills = 0;
        for (int i = 0; kills < KILLS; i++) {
            final Fault fault = Fault.values()[random.nextInt(Fault.values().length)];
            final Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
            final long beganNs = System.nanoTime();
            try {
                run(fault, kind);
                assertNoFaults();
            } catch (final AssertionError e) {
                throw new AssertionError("seed " + seed + ", fault " + i + ": " + fault + " " + kind + ": "
                        + e.getMessage(), e);
            }
            kills += fault.kills;
            done.computeIfAbsent(fault, none -> new LongSummaryStatistics())
                    .accept((System.nanoTime() - beganNs) / 1_000_000);
        }
        closeFeed();
        for (final Peer reader : readers.values()) {
            reader.process().tell("end");
            reader.await("its end", peer -> peer.count("bye") == 1);
        }
        done.forEach((fault, ms) -> System.out.printf("chaos: %d times %s, till all went on %.0f ms, at most %d ms%n",
                ms.getCount(), fault, ms.getAverage(), ms.getMax()));
        System.out.println("chaos: longest a claim was held back: " + longestWaitMs + " ms");
    }

    private void run(final Fault fault, final Kind kind) throws Exception {
        final Peer reader = readers.get(kind);
        switch (fault) {
            case KILL_FEED -> {
                feed.process().kill();
                awaitLoss(List.copyOf(readers.values()));
                restartFeed();
            }
            case KILL_READER -> {
                reader.process().kill();
                startReader(kind);
                awaitProgressOfAll();
            }
            case KILL_TWO_READERS -> {
                final Kind other = Kind.values()[(kind.ordinal() + 1) % Kind.values().length];
                reader.process().kill();
                readers.get(other).process().kill();
                startReader(kind);
                startReader(other);
                awaitProgressOfAll();
            }
            case KILL_FEED_AND_READER -> {
                feed.process().kill();
                reader.process().kill();
                awaitLoss(without(reader));
                startReader(kind);
                restartFeed();
            }
            case STOP_FEED -> {
                feed.process().stop();
                feed.process().resume();
                awaitProgressOfAll();
            }
            case STOP_READER -> {
                reader.process().stop();
                reader.process().resume();
                awaitProgressOfAll();
            }
            case STOP_READER_TILL_LAPPED -> {
                reader.process().stop();
                awaitProgressWithout(reader);
                reader.process().resume();
                awaitProgressOfAll();
            }
            case KILL_FEED_OF_A_STOPPED_READER -> {
                reader.process().stop();
                awaitProgressWithout(reader);
                feed.process().kill();
                awaitLoss(without(reader));
                reader.process().resume();
                awaitLoss(List.of(reader));
                restartFeed();
            }
            case CLOSE_FEED -> {
                closeFeed();
                restartFeed();
            }
            default -> throw new AssertionError(fault);
        }
    }

    private List<Peer> without(final Peer one) {
        return readers.values().stream().filter(reader -> reader != one).toList();
    }

    private void startReader(final Kind kind) throws Exception {
        readers.put(kind, spareReaders.remove().as(kind.name()));
        spareReaders.add(Peer.spare(ReaderProcess.class, directory, random.nextLong()));
    }

    private void startFeed() throws Exception {
        feed = spareFeeds.remove().as("FEED");
        spareFeeds.add(Peer.spare(FeedProcess.class, directory, random.nextLong()));
    }

    private void restartFeed() throws Exception {
        longestWaitMs = Math.max(longestWaitMs, feed.lines("waited").stream()
                .mapToLong(line -> Long.parseLong(line.substring(7))).max().orElse(0));
        startFeed();
        feed.await("its session", peer -> peer.count("session") == 1);
        final String session = feed.lines("session").getFirst().substring(8);
        for (final Peer reader : readers.values()) {
            reader.await("session " + session, peer -> peer.session().equals(session));
        }
    }

    /** All hear that the feed is dead, and not before they have got what it said that it has published. */
    private void awaitLoss(final List<Peer> hearers) throws InterruptedException {
        final String session = feed.session();
        for (final Peer reader : hearers) {
            reader.await("loss of " + session, peer -> !peer.session().equals(session) || peer.over(session) >= 0);
            assertTrue(!reader.session().equals(session) || reader.over(session) >= feed.sequence(),
                    () -> reader.name() + " knows of " + reader.over(session) + " of " + feed.sequence());
        }
    }

    /** Ends the feed behind a burst, of which no BLOCK reader misses anything. */
    private void closeFeed() throws InterruptedException {
        awaitProgressOfAll();
        feed.process().tell("end");
        feed.await("its end", peer -> peer.count("closed") == 1);
        final String session = feed.session();
        for (final Peer reader : readers.values()) {
            reader.await("end of " + session, peer -> peer.over(session) >= 0);
            assertEquals(feed.over(session), reader.over(session), reader.name());
        }
    }

    /** The feed goes a lap on and all but one follow, though that one is stopped. */
    private void awaitProgressWithout(final Peer stopped) throws InterruptedException {
        final long from = feed.sequence();
        feed.await("a lap without " + stopped.name(), peer -> peer.sequence() > from + 2 * LAP);
        for (final Peer reader : without(stopped)) {
            reader.awaitProgress();
        }
    }

    private void awaitProgressOfAll() throws InterruptedException {
        feed.awaitProgress();
        for (final Peer reader : readers.values()) {
            reader.awaitProgress();
        }
    }

    private void assertNoFaults() {
        for (final Peer reader : readers.values()) {
            assertEquals(List.of(), reader.lines("fault"), reader.name());
        }
        assertEquals(0, readers.get(Kind.COPIES).count("heard doubtful"));
    }
}
