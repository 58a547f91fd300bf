package io.verbus.testkit.pause;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.Policy;
import io.verbus.testkit.chaos.ChaosEndpoints;
import io.verbus.testkit.chaos.EventOrder;
import io.verbus.testkit.chaos.ChaosPeer;
import io.verbus.testkit.chaos.ReportComparison;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A feed at a rate, a reader that is stopped for some seconds, and a blocking reader that must not miss anything: one
 * process each.
 */
public final class PausedReader implements AutoCloseable {
    /** Lines of the feed in a second. */
    private static final int TICKS_PER_SECOND = 10;
    private static final int FRAME = 80;
    private static final String OTHER = "OTHER";
    private static final String PAUSED = "PAUSED";

    private final List<ChaosPeer> peers = new ArrayList<>();
    private final int rate;
    private final int capacity;
    private final int pauseTicks;
    private final ChaosPeer other;
    private final ChaosPeer paused;
    private final ChaosPeer feed;
    private final String session;

    /** The directory, meeting point, rate and length of a pause of a run. */
    public record Cast(Path directory, ChaosEndpoints meeting, int rate, int pauseSeconds) {
        /** Half a second of messages: a stopped reader is soon lapped, a blocking one is not. */
        int capacity() {
            return Math.clamp(Integer.highestOneBit(rate * 64), 1 << 16, 1 << 26);
        }
    }

    /** Starts all three processes; returns when all are running. */
    public PausedReader(final Cast cast, final Policy policy, final long progressTimeoutMs)
            throws IOException, InterruptedException {
        rate = cast.rate();
        capacity = cast.capacity();
        pauseTicks = cast.pauseSeconds() * TICKS_PER_SECOND;
        try {
            other = start(cast, PacedReader.class, cast.meeting().reader(), Policy.BLOCK, false);
            paused = start(cast, PacedReader.class, cast.meeting().reader(), policy, true);
            feed = start(cast, PacedFeed.class, cast.meeting().feed(), rate, capacity, progressTimeoutMs);
            other.as(OTHER);
            paused.as(PAUSED);
            other.awaitLine("reading");
            paused.awaitLine("reading");
            feed.as("FEED");
            session = feed.awaitSession();
            for (final ChaosPeer reader : List.of(other, paused)) {
                awaitJoined(reader);
            }
            feed.process().send("begin");
            for (final ChaosPeer reader : List.of(other, paused)) {
                reader.awaitProgress(rate / 10);
            }
        } catch (final Throwable t) {
            close();
            throw t;
        }
    }

    private ChaosPeer start(final Cast cast, final Class<?> main, final List<String> where, final Object... arguments)
            throws IOException {
        final List<Object> all = new ArrayList<>(List.of(arguments));
        all.addAll(where);
        final ChaosPeer peer = ChaosPeer.spare(main, cast.directory(), all.toArray());
        peers.add(peer);
        return peer;
    }

    public ChaosPeer paused() {
        return paused;
    }

    public ChaosPeer feed() {
        return feed;
    }

    public String session() {
        return session;
    }

    /** Waits until the paused reader has joined, again if it was evicted, and reads. */
    public void awaitBack() throws InterruptedException {
        awaitJoined(paused);
        paused.awaitProgress(rate / 100);
    }

    private void awaitJoined(final ChaosPeer reader) throws InterruptedException {
        try {
            feed.await("joined " + reader.id(), peer -> EventOrder.isJoined(peer.said(), reader.id()));
        } catch (final AssertionError e) {
            throw new AssertionError(e.getMessage() + "\n" + reader.story(), e);
        }
    }

    /** Pauses for five seconds. The feed advances by two laps unless it is blocked. */
    public void pause(final boolean goesOn) throws InterruptedException {
        feed.mark();
        paused.mark();
        paused.process().stop();
        if (goesOn) {
            feed.awaitProgress(2L * capacity / FRAME);
        }
        feed.awaitLines(ChaosPeer.TICK, pauseTicks);
        paused.process().resume();
    }

    /** Number of claims refused because of the paused reader, and the duration in ms. */
    public long[] held() throws InterruptedException {
        feed.mark();
        feed.process().send("readers");
        feed.awaitLine("all held");
        final List<String> lines = feed.lines("held " + PAUSED + "\\S* .*");
        final String[] words = lines.isEmpty() ? null : lines.getFirst().split(" ");
        return words == null ? new long[2] : new long[]{Long.parseLong(words[2]), Long.parseLong(words[3])};
    }

    /**
     * Ends all processes. Each must have received all messages or reported the missing ones; the blocking reader has
     * missed none.
     */
    public ReportComparison end() throws InterruptedException {
        feed.process().send("end");
        final String end = feed.awaitLine("closed .*")[2];
        other.awaitLine("ended " + session + " " + end);
        for (final ChaosPeer reader : List.of(other, paused)) {
            reader.process().send("end");
            reader.awaitLine("bye");
            assertEquals(List.of(), EventOrder.faultsOfReader(reader.said()), reader::story);
        }
        assertEquals(List.of(), EventOrder.faultsOfFeed(feed.said()), feed::story);
        assertEquals(List.of(), other.said().stream().filter(line -> line.startsWith("gap ")).toList());
        final ReportComparison comparison = ReportComparison.of(List.of(feed), List.of(other, paused));
        assertEquals(List.of(), comparison.faults());
        return comparison;
    }

    /** The longest time in which the feed could not claim. */
    public long longestWaitMs() {
        return feed.said().stream().filter(line -> line.startsWith("waited "))
                .mapToLong(line -> Long.parseLong(line.substring(7))).max().orElse(0);
    }

    /** p99 of the blocking reader's latency over the next five seconds. */
    public long latencyNs(final boolean pausing) throws InterruptedException {
        ask();
        if (pausing) {
            pause(false);
        } else {
            feed.mark();
            feed.awaitLines(ChaosPeer.TICK, pauseTicks);
        }
        return ask();
    }

    private long ask() throws InterruptedException {
        other.mark();
        other.process().send("latency");
        return Long.parseLong(other.awaitLine("p99 .*")[1]);
    }

    @Override
    public void close() {
        peers.forEach(ChaosPeer::close);
    }
}
