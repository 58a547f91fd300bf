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
 * Faults of several processes at the same time, the reports of the other processes, and the recovery: after a round,
 * all processes run again.
 */
final class Round {
    /** More messages than a log of the shortest ones. */
    private static final int LAP = Child.CAPACITY / 32;
    private static final Set<Kind> BLOCKING = EnumSet.of(Kind.BLOCK, Kind.COPIES, Kind.RECORDER);

    private final Stage stage;
    private final FeedFault feedFault;
    private final Map<Kind, ReaderFault> faults;
    private final ChaosPeer feed;
    private final String session;
    private final Map<Kind, ChaosPeer> victims = new EnumMap<>(Kind.class);
    private final Map<ChaosPeer, Long> heldAt = new HashMap<>();
    /** Readers that the feed may report as evicted. */
    private final Set<ChaosPeer> mayBeEvicted = new HashSet<>();

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
        stage.litter();
        feed.mark();
        stage.readers().forEach(ChaosPeer::mark);
        final ChaosPeer evicted = stage.reader(Kind.EVICT);
        evicted.await("a message", peer -> !peer.session().isEmpty()); // it may be between two subscriptions
        faults.keySet().forEach(kind -> victims.put(kind, stage.reader(kind)));
        holdHandlers();
        final long stoppedNs = System.nanoTime();
        for (final ChaosPeer victim : hit(ReaderFault.STOP, ReaderFault.STOP_TILL_LAPPED, ReaderFault.STOP_IN_HANDLER,
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
        final List<ChaosPeer> restarted = new ArrayList<>();
        for (final Kind kind : victims.keySet()) {
            if (faults.get(kind).kills > 0) {
                final ChaosPeer reader = stage.startReader(kind);
                restarted.add(reader);
                mayBeEvicted.add(reader); // its name has used blocking time, and its first poll may be slow
            }
        }
        if (feedFault.kills == 0) {
            resume(stoppedNs);
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

    /** Readers with one of some faults. */
    private List<ChaosPeer> hit(final ReaderFault... by) {
        final Set<ReaderFault> wanted = Set.of(by);
        return victims.keySet().stream().filter(kind -> wanted.contains(faults.get(kind))).map(victims::get).toList();
    }

    private List<ChaosPeer> untouched() {
        return stage.readers().stream().filter(reader -> !victims.containsValue(reader)).toList();
    }

    private void holdHandlers() throws InterruptedException {
        final List<ChaosPeer> held = victims.values().stream().filter(this::isHeld).toList();
        for (final ChaosPeer reader : held) {
            reader.process().send("stay");
        }
        for (final ChaosPeer reader : held) {
            heldAt.put(reader, Long.parseLong(reader.awaitLine("holding .*")[2]));
        }
        for (final ChaosPeer reader : held) {
            if (isEvicted(reader)) {
                stage.awaitJoined(reader);
            }
        }
    }

    /** An evictable reader is stopped inside its handler: otherwise it may be between two subscriptions. */
    private boolean isHeld(final ChaosPeer reader) {
        final ReaderFault fault = faults.get(Kind.valueOf(reader.role()));
        return fault == ReaderFault.STOP_IN_HANDLER || isEvicted(reader) && fault.stops > 0;
    }

    private void stopFeed() throws InterruptedException {
        feed.process().stop();
        for (final ChaosPeer reader : untouched()) {
            awaitUnlessEvicted(reader, "lost " + session + " \\d+ \\d+ " + Causes.SILENCE);
        }
        feed.process().resume();
        for (final ChaosPeer reader : untouched()) {
            awaitUnlessEvicted(reader, "back " + session + " \\d+");
        }
    }

    private void awaitSilent(final ReaderFault fault) throws InterruptedException {
        for (final ChaosPeer reader : hit(fault)) {
            feed.awaitLine("silent " + reader.id());
        }
    }

    /** The feed lives, so it reports everything. */
    private void resume(final long stoppedNs) throws InterruptedException {
        awaitSilent(ReaderFault.STOP);
        final Map<ChaosPeer, String> ids = new HashMap<>(); // as the feed knows them now
        victims.values().forEach(reader -> ids.put(reader, reader.id()));
        wake(ReaderFault.STOP);
        for (final ChaosPeer reader : hit(ReaderFault.STOP)) {
            if (!isEvicted(reader)) { // which may have been reported
                feed.awaitLine("back " + reader.id());
            }
        }
        if (System.nanoTime() - stoppedNs > Child.PROGRESS_TIMEOUT.toNanos()) {
            mayBeEvicted.addAll(hit(ReaderFault.STOP)); // because the machine was slow
        }
        for (final ChaosPeer reader : hit(ReaderFault.KILL, ReaderFault.KILL_STOPPED)) {
            if (isEvicted(reader)) { // perhaps before the feed knew it
                feed.await(reader.id() + " gone", peer -> !EventOrder.isThere(peer.said(), reader.id()));
            } else {
                feed.awaitLine("left " + reader.id() + " its process died");
            }
        }
        awaitLapped();
        wake(ReaderFault.STOP_TILL_LAPPED, ReaderFault.STOP_IN_HANDLER);
        for (final ChaosPeer reader : hit(ReaderFault.STOP_TILL_LAPPED, ReaderFault.STOP_IN_HANDLER)) {
            feed.awaitLine((isEvicted(reader) ? "evicted " + ids.get(reader) + Causes.LET_GO : "back " + reader.id()));
            awaitReportedGaps(reader);
            if (isGating(reader)) {
                feed.awaitLine("joined " + reader.id());
            }
        }
    }

    /** The feed continues: stopped readers block it only for their timeout, and it laps them. */
    private void awaitLapped() throws InterruptedException {
        final List<ChaosPeer> stopped = hit(ReaderFault.STOP_TILL_LAPPED, ReaderFault.STOP_IN_HANDLER);
        for (final ChaosPeer reader : stopped) {
            feed.awaitLine("silent " + reader.id());
            if (isGating(reader)) {
                feed.awaitLine("evicted " + reader.id() + " it blocked its publisher and read nothing for .*");
                mayBeEvicted.add(reader);
            }
        }
        if (!stopped.isEmpty()) {
            feed.awaitProgress(2 * LAP);
        }
    }

    private void wake(final ReaderFault... by) {
        for (final ChaosPeer reader : hit(by)) {
            reader.process().resume();
            if (heldAt.containsKey(reader)) {
                reader.process().send("go");
            }
        }
    }

    private void awaitReportedGaps(final ChaosPeer reader) throws InterruptedException {
        if (!isFilled(reader)) { // which receives the gap only if the recorder has missed it too
            reader.awaitLine("gap " + session + " \\d+ \\d+ " + lapCause(reader));
        }
        if (isEvicted(reader)) {
            reader.awaitLine("dead " + session + " \\d+ \\d+ " + Causes.LOST);
            reader.awaitLine("again .*");
        }
        if (reader.role().equals(Kind.BLOCK.name()) && heldAt.containsKey(reader)) {
            assertEquals(List.of("doubtful " + session + " " + heldAt.get(reader)), reader.lines("doubtful .*"));
        }
    }

    private void killFeed(final List<ChaosPeer> restarted) throws Exception {
        final List<ChaosPeer> hearers = stage.readers().stream().filter(reader -> !restarted.contains(reader)).toList();
        long claimed = -1;
        switch (feedFault) {
            case KILL_IN_CLAIM -> {
                feed.process().send("stay");
                claimed = Long.parseLong(feed.awaitLine("holding .*")[2]);
            }
            case KILL_STOPPED -> {
                feed.process().stop();
                for (final ChaosPeer reader : untouched()) {
                    awaitUnlessEvicted(reader, "lost " + session + " \\d+ \\d+ " + Causes.SILENCE);
                }
            }
            default -> {
            } // at any point
        }
        feed.process().kill();
        final long said = feed.sequence();
        wake(ReaderFault.STOP, ReaderFault.STOP_TILL_LAPPED, ReaderFault.STOP_IN_HANDLER);
        final Set<String> ends = new HashSet<>();
        for (final ChaosPeer reader : hearers) {
            final String[] dead = awaitUnlessEvicted(reader, "dead " + session + " \\d+ \\d+ " + Causes.DEATH);
            if (dead != null) {
                assertEquals(dead[2], dead[3], "every committed message is delivered or reported: " + reader.story());
                ends.add(dead[3]);
            }
        }
        for (final ChaosPeer reader : hit(ReaderFault.STOP_TILL_LAPPED, ReaderFault.STOP_IN_HANDLER)) {
            awaitReportedGaps(reader);
        }
        if (!ends.isEmpty()) {
            assertEquals(1, ends.size(), () -> "all report the same end: " + ends);
            final long end = Long.parseLong(ends.iterator().next());
            assertTrue(claimed < 0 ? end >= said : end == claimed, () -> "the end is " + end + ": " + feed.story());
        }
        awaitRestart(hearers);
    }

    /** Closes the feed after a burst, of which no blocking reader misses anything. */
    private void closeFeed() throws Exception {
        final String ending = feed.session();
        feed.process().send("end");
        final String[] closed = feed.awaitLine("closed " + ending + " \\d+");
        for (final ChaosPeer reader : stage.readers()) {
            awaitUnlessEvicted(reader, "ended " + ending + " " + closed[2]);
        }
        awaitRestart(stage.readers());
    }

    private void awaitRestart(final List<ChaosPeer> hearers) throws Exception {
        stage.startFeed();
        final String next = stage.feed().awaitSession();
        for (final ChaosPeer reader : hearers) {
            awaitUnlessEvicted(reader, "restarted " + next + " " + session);
            reader.awaitLine("started " + next + " \\d+");
        }
    }

    /**
     * The words of a line; null if there is none because the reader was evicted in this round, and has joined again.
     */
    private static String[] awaitUnlessEvicted(final ChaosPeer reader, final String pattern)
            throws InterruptedException {
        if (!isEvicted(reader)) {
            return reader.awaitLine(pattern);
        }
        final String either = pattern + "|again .*";
        reader.awaitLine(either);
        return reader.lines(pattern).stream().findFirst().map(line -> line.split(" ")).orElse(null);
    }

    /** Checks that nothing else was reported. */
    private void check(final List<ChaosPeer> restarted) {
        for (final String line : feed.lines("evicted (?!EVICT).*")) {
            assertTrue(mayBeEvicted.stream().anyMatch(reader -> line.startsWith("evicted " + reader.id() + " ")),
                    () -> line + ", but it was not stopped for this time\n" + feed.story());
        }
        for (final ChaosPeer reader : stage.readers()) {
            assertEquals(List.of(), reader.lines("fault .*"), reader::story);
            // The last report of a feed may be lost with it.
            final boolean evicted = !feed.lines("evicted " + reader.id() + " .*").isEmpty()
                    || feedFault.kills > 0 && mayBeEvicted.contains(reader);
            final String gap = "gap " + session + " \\d+ \\d+ ";
            if (!evicted) {
                assertEquals(List.of(), reader.lines(gap + Causes.EVICTED), () -> reader.story() + "\n" + feed.story());
            }
            if (isGating(reader) && !restarted.contains(reader)) {
                assertEquals(List.of(), reader.lines(gap + "(?!" + Causes.EVICTED + ").*"), reader::story);
            }
            if (isFilled(reader)) {
                assertEquals(List.of(), reader.lines(gap + Causes.LAPPED), reader::story);
            }
            if (!evicted || !reader.role().equals(Kind.BLOCK.name())) {
                assertEquals(List.of(), reader.lines("doubtful .*"), reader::story);
            }
        }
    }

    private static String lapCause(final ChaosPeer reader) {
        return isGating(reader) ? Causes.EVICTED : switch (Kind.valueOf(reader.role())) {
            case CONFLATE -> Causes.CONFLATED;
            case EVICT -> Causes.LOST;
            default -> Causes.LAPPED;
        };
    }

    /** Whether the feed ends its session after a lap. */
    private static boolean isEvicted(final ChaosPeer reader) {
        return reader.role().equals(Kind.EVICT.name());
    }

    private static boolean isFilled(final ChaosPeer reader) {
        return reader.role().equals(Kind.FILLED.name());
    }

    private static boolean isGating(final ChaosPeer reader) {
        return BLOCKING.contains(Kind.valueOf(reader.role()));
    }

    @Override
    public String toString() {
        return "feed " + feedFault + ", readers " + faults;
    }
}
