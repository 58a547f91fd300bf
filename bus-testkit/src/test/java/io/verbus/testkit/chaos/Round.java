package io.verbus.testkit.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.testkit.chaos.ReaderProcess.Kind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Faults that hit some of the processes at the same time, what the others have to say of each, and the way back: when a
 * round is over, all are there again and go on.
 */
final class Round {
    /** More messages than a log holds of the shortest. */
    private static final int LAP = Child.CAPACITY / 32;
    private static final String DEATH = "its publisher's process died without closing it";
    private static final String SILENCE = "its publisher's process gives no sign of life, but is not dead";
    /** What the evicted hear of it, and what everybody else hears who is lapped. */
    private static final String EVICTED = "the subscription was evicted, and fell a whole log behind: it held up its"
            + " publisher and did not read for the time-out";
    private static final String LAPPED = "the subscription fell a whole log behind its publisher";
    private static final String CONFLATED = LAPPED + ", and went on with the newest message";
    private static final Set<Kind> WAITED_FOR = EnumSet.of(Kind.BLOCK, Kind.COPIES, Kind.RECORDER);

    private final Stage stage;
    private final FeedFault feedFault;
    private final Map<Kind, ReaderFault> faults;
    private final Peer feed;
    private final String session;
    private final Map<Kind, Peer> victims = new EnumMap<>(Kind.class);
    private final Map<Peer, Long> heldAt = new HashMap<>();
    /** Those of which the feed may say that it has evicted them. */
    private final Set<Peer> mayBeEvicted = new HashSet<>();

    Round(final Stage stage, final FeedFault feedFault, final Map<Kind, ReaderFault> faults) {
        this.stage = stage;
        this.feedFault = feedFault;
        this.faults = faults;
        this.feed = stage.feed();
        this.session = feed.session();
    }

    int kills() {
        return feedFault.kills + faults.values().stream().mapToInt(fault -> fault.kills).sum();
    }

    int stops() {
        return feedFault.stops + faults.values().stream().mapToInt(fault -> fault.stops).sum();
    }

    void run() throws Exception {
        feed.mark();
        stage.readers().forEach(Peer::mark);
        faults.keySet().forEach(kind -> victims.put(kind, stage.reader(kind)));
        holdHandlers();
        final long stoppedNs = System.nanoTime();
        for (final Peer victim : hit(ReaderFault.STOP, ReaderFault.STOP_TILL_LAPPED, ReaderFault.STOP_IN_HANDLER,
                ReaderFault.KILL_STOPPED)) {
            victim.process().stop();
        }
        hit(ReaderFault.KILL).forEach(victim -> victim.process().kill());
        if (feedFault == FeedFault.STOP) {
            stopFeed();
        }
        awaitSilent(ReaderFault.KILL_STOPPED);
        hit(ReaderFault.KILL_STOPPED).forEach(victim -> victim.process().kill());
        mayBeEvicted.addAll(hit(ReaderFault.KILL_STOPPED)); // if silence was noticed late
        final List<Peer> restarted = new ArrayList<>();
        for (final Kind kind : victims.keySet()) {
            if (faults.get(kind).kills > 0) {
                restarted.add(stage.startReader(kind));
            }
        }
        if (feedFault.kills == 0) {
            goOn(stoppedNs);
        } else {
            mayBeEvicted.addAll(hit(ReaderFault.STOP));
            awaitLapped();
            killFeed(restarted);
        }
        stage.settle();
        if (feedFault == FeedFault.CLOSE) {
            closeFeed();
            stage.settle();
        }
        check(restarted);
    }

    /** Those that a fault, or one of some faults, has hit. */
    private List<Peer> hit(final ReaderFault... by) {
        final Set<ReaderFault> wanted = Set.of(by);
        return victims.keySet().stream().filter(kind -> wanted.contains(faults.get(kind))).map(victims::get).toList();
    }

    private List<Peer> untouched() {
        return stage.readers().stream().filter(reader -> !victims.containsValue(reader)).toList();
    }

    private void holdHandlers() throws InterruptedException {
        for (final Peer reader : hit(ReaderFault.STOP_IN_HANDLER)) {
            reader.process().tell("stay");
        }
        for (final Peer reader : hit(ReaderFault.STOP_IN_HANDLER)) {
            heldAt.put(reader, Long.parseLong(reader.awaitLine("holding .*")[2]));
        }
    }

    private void stopFeed() throws InterruptedException {
        feed.process().stop();
        for (final Peer reader : untouched()) {
            reader.awaitLine("lost " + session + " \\d+ \\d+ " + SILENCE);
        }
        feed.process().resume();
        for (final Peer reader : untouched()) {
            reader.awaitLine("back " + session + " \\d+");
        }
    }

    private void awaitSilent(final ReaderFault fault) throws InterruptedException {
        for (final Peer reader : hit(fault)) {
            feed.awaitLine("silent " + reader.id());
        }
    }

    /** The feed lives: it says all. */
    private void goOn(final long stoppedNs) throws InterruptedException {
        awaitSilent(ReaderFault.STOP);
        for (final Peer reader : hit(ReaderFault.STOP)) {
            reader.process().resume();
        }
        for (final Peer reader : hit(ReaderFault.STOP)) {
            feed.awaitLine("back " + reader.id());
        }
        if (System.nanoTime() - stoppedNs > Child.PROGRESS_TIMEOUT.toNanos()) {
            mayBeEvicted.addAll(hit(ReaderFault.STOP)); // the machine has made it long
        }
        for (final Peer reader : hit(ReaderFault.KILL, ReaderFault.KILL_STOPPED)) {
            feed.awaitLine("left " + reader.id() + " its process died");
        }
        awaitLapped();
        wake(ReaderFault.STOP_TILL_LAPPED, ReaderFault.STOP_IN_HANDLER);
        for (final Peer reader : hit(ReaderFault.STOP_TILL_LAPPED, ReaderFault.STOP_IN_HANDLER)) {
            feed.awaitLine("back " + reader.id());
            hearWhatWasMissed(reader);
            if (isWaitedFor(reader)) {
                feed.awaitLine("joined " + reader.id());
            }
        }
    }

    /** The feed goes on, for the stopped hold it back for their time-out only, and passes them by more than a lap. */
    private void awaitLapped() throws InterruptedException {
        final List<Peer> stopped = hit(ReaderFault.STOP_TILL_LAPPED, ReaderFault.STOP_IN_HANDLER);
        for (final Peer reader : stopped) {
            feed.awaitLine("silent " + reader.id());
            if (isWaitedFor(reader)) {
                feed.awaitLine("evicted " + reader.id() + " it held up its publisher and read nothing for .*");
                mayBeEvicted.add(reader);
            }
        }
        if (!stopped.isEmpty()) {
            feed.awaitProgress(2 * LAP);
        }
    }

    private void wake(final ReaderFault... by) {
        for (final Peer reader : hit(by)) {
            reader.process().resume();
            if (heldAt.containsKey(reader)) {
                reader.process().tell("go");
            }
        }
    }

    private void hearWhatWasMissed(final Peer reader) throws InterruptedException {
        if (!isFilled(reader)) { // which hears of it only if the recorder has missed it too
            reader.awaitLine("gap " + session + " \\d+ \\d+ " + lapCause(reader));
        }
        if (reader.name().equals(Kind.BLOCK.name()) && heldAt.containsKey(reader)) {
            assertEquals(List.of("doubtful " + session + " " + heldAt.get(reader)), reader.lines("doubtful .*"));
        }
    }

    private void killFeed(final List<Peer> restarted) throws Exception {
        final List<Peer> hearers = stage.readers().stream().filter(reader -> !restarted.contains(reader)).toList();
        long claimed = -1;
        switch (feedFault) {
            case KILL_IN_CLAIM -> {
                feed.process().tell("stay");
                claimed = Long.parseLong(feed.awaitLine("holding .*")[2]);
            }
            case KILL_STOPPED -> {
                feed.process().stop();
                for (final Peer reader : untouched()) {
                    reader.awaitLine("lost " + session + " \\d+ \\d+ " + SILENCE);
                }
            }
            default -> {
            } // anywhere
        }
        feed.process().kill();
        final long said = feed.sequence();
        wake(ReaderFault.STOP, ReaderFault.STOP_TILL_LAPPED, ReaderFault.STOP_IN_HANDLER);
        final Set<String> ends = new HashSet<>();
        for (final Peer reader : hearers) {
            final String[] dead = reader.awaitLine("dead " + session + " \\d+ \\d+ " + DEATH);
            assertEquals(dead[2], dead[3], "all that was committed has come, or is reported: " + reader.story());
            ends.add(dead[3]);
        }
        for (final Peer reader : hit(ReaderFault.STOP_TILL_LAPPED, ReaderFault.STOP_IN_HANDLER)) {
            hearWhatWasMissed(reader);
        }
        if (!hearers.isEmpty()) {
            assertEquals(1, ends.size(), () -> "all hear of the same end: " + ends);
            final long end = Long.parseLong(ends.iterator().next());
            assertTrue(claimed < 0 ? end >= said : end == claimed, () -> "the end is " + end + ": " + feed.story());
        }
        awaitRestart(hearers);
    }

    /** Ends the feed behind a burst, of which no reader that is waited for misses anything. */
    private void closeFeed() throws Exception {
        final String ending = feed.session();
        feed.process().tell("end");
        final String[] closed = feed.awaitLine("closed " + ending + " \\d+");
        for (final Peer reader : stage.readers()) {
            reader.awaitLine("ended " + ending + " " + closed[2]);
        }
        awaitRestart(stage.readers());
    }

    private void awaitRestart(final List<Peer> hearers) throws Exception {
        stage.startFeed();
        final String next = stage.feed().awaitSession();
        for (final Peer reader : hearers) {
            reader.awaitLine("restarted " + next + " " + session);
            reader.awaitLine("started " + next + " \\d+");
        }
    }

    /** Nothing was said but what has happened. */
    private void check(final List<Peer> restarted) {
        for (final String line : feed.lines("evicted .*")) {
            assertTrue(mayBeEvicted.stream().anyMatch(reader -> line.startsWith("evicted " + reader.id() + " ")),
                    () -> line + ", but it was not stopped for so long\n" + feed.story());
        }
        for (final Peer reader : stage.readers()) {
            assertEquals(List.of(), reader.lines("fault .*"), reader::story);
            // The last that a feed has to say may die with it.
            final boolean evicted = !feed.lines("evicted " + reader.id() + " .*").isEmpty()
                    || feedFault.kills > 0 && mayBeEvicted.contains(reader);
            final String gap = "gap " + session + " \\d+ \\d+ ";
            if (!evicted) {
                assertEquals(List.of(), reader.lines(gap + EVICTED), () -> reader.story() + "\n" + feed.story());
            }
            if (isWaitedFor(reader) && !restarted.contains(reader)) {
                assertEquals(List.of(), reader.lines(gap + "(?!" + EVICTED + ").*"), reader::story);
            }
            if (isFilled(reader)) {
                assertEquals(List.of(), reader.lines(gap + LAPPED), reader::story);
            }
            if (!evicted || !reader.name().equals(Kind.BLOCK.name())) {
                assertEquals(List.of(), reader.lines("doubtful .*"), reader::story);
            }
        }
    }

    private static String lapCause(final Peer reader) {
        return isWaitedFor(reader) ? EVICTED : reader.name().equals(Kind.CONFLATE.name()) ? CONFLATED : LAPPED;
    }

    private static boolean isFilled(final Peer reader) {
        return reader.name().equals(Kind.FILLED.name());
    }

    private static boolean isWaitedFor(final Peer reader) {
        return WAITED_FOR.contains(Kind.valueOf(reader.name()));
    }

    @Override
    public String toString() {
        return "feed " + feedFault + ", readers " + faults;
    }
}
