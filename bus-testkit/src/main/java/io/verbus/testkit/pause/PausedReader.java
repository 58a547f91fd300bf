package io.verbus.testkit.pause;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.Policy;
import io.verbus.testkit.chaos.Comparison;
import io.verbus.testkit.chaos.Meeting;
import io.verbus.testkit.chaos.Peer;
import io.verbus.testkit.chaos.Stories;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A feed at a rate, a reader that is stopped for five seconds, and another one that the feed waits for, which must not
 * miss anything: a process each.
 */
public final class PausedReader implements AutoCloseable {
    /** The feed says ten lines a second. */
    private static final int PAUSE_TICKS = 50;
    private static final int FRAME = 80;
    private static final String OTHER = "OTHER";
    private static final String PAUSED = "PAUSED";

    private final List<Peer> peers = new ArrayList<>();
    private final int rate;
    private final int capacity;
    private final Peer other;
    private final Peer paused;
    private final Peer feed;
    private final String session;

    /** Who takes part, and where they meet. */
    public record Cast(Path directory, Meeting meeting, int rate) {
        /** What is published in half a second or so: who is stopped is soon a log behind, who has to wait is not. */
        int capacity() {
            return Math.clamp(Integer.highestOneBit(rate * 64), 1 << 16, 1 << 26);
        }
    }

    /** Starts all three; all are under way when it is there. */
    public PausedReader(final Cast cast, final Policy policy, final long progressTimeoutMs)
            throws IOException, InterruptedException {
        rate = cast.rate();
        capacity = cast.capacity();
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
            for (final Peer reader : List.of(other, paused)) {
                awaitJoined(reader);
            }
            feed.process().tell("begin");
            for (final Peer reader : List.of(other, paused)) {
                reader.awaitProgress(rate / 10);
            }
        } catch (final Throwable t) {
            close();
            throw t;
        }
    }

    private Peer start(final Cast cast, final Class<?> main, final List<String> where, final Object... arguments)
            throws IOException {
        final List<Object> all = new ArrayList<>(List.of(arguments));
        all.addAll(where);
        final Peer peer = Peer.spare(main, cast.directory(), all.toArray());
        peers.add(peer);
        return peer;
    }

    public Peer paused() {
        return paused;
    }

    public Peer feed() {
        return feed;
    }

    public String session() {
        return session;
    }

    /** Waits until the feed knows the paused one, anew if it was evicted, and that reads. */
    public void awaitBack() throws InterruptedException {
        awaitJoined(paused);
        paused.awaitProgress(rate / 100);
    }

    private void awaitJoined(final Peer reader) throws InterruptedException {
        try {
            feed.await("joined " + reader.id(), peer -> Stories.isJoined(peer.said(), reader.id()));
        } catch (final AssertionError e) {
            throw new AssertionError(e.getMessage() + "\n" + reader.story(), e);
        }
    }

    /** Five seconds, in which the feed goes on by two laps unless it waits. */
    public void pause(final boolean goesOn) throws InterruptedException {
        feed.mark();
        paused.mark();
        paused.process().stop();
        if (goesOn) {
            feed.awaitProgress(2L * capacity / FRAME);
        }
        feed.awaitLines(Peer.TICK, PAUSE_TICKS);
        paused.process().resume();
    }

    /** Times that claims were refused for the paused, and for how many ms. */
    public long[] held() throws InterruptedException {
        feed.mark();
        feed.process().tell("who");
        feed.awaitLine("all held");
        final List<String> lines = feed.lines("held " + PAUSED + "\\S* .*");
        final String[] words = lines.isEmpty() ? null : lines.getFirst().split(" ");
        return words == null ? new long[2] : new long[]{Long.parseLong(words[2]), Long.parseLong(words[3])};
    }

    /** All end, and each has seen what was published, or heard what it missed; the other has missed nothing. */
    public Comparison end() throws InterruptedException {
        feed.process().tell("end");
        final String end = feed.awaitLine("closed .*")[2];
        other.awaitLine("ended " + session + " " + end);
        for (final Peer reader : List.of(other, paused)) {
            reader.process().tell("end");
            reader.awaitLine("bye");
            assertEquals(List.of(), Stories.faultsOfReader(reader.said()), reader::story);
        }
        assertEquals(List.of(), Stories.faultsOfFeed(feed.said()), feed::story);
        assertEquals(List.of(), other.said().stream().filter(line -> line.startsWith("gap ")).toList());
        final Comparison comparison = Comparison.of(List.of(feed), List.of(other, paused));
        assertEquals(List.of(), comparison.faults());
        return comparison;
    }

    /** For how long the feed could not claim, at most. */
    public long longestWaitMs() {
        return feed.said().stream().filter(line -> line.startsWith("waited "))
                .mapToLong(line -> Long.parseLong(line.substring(7))).max().orElse(0);
    }

    /** How late the other gets its messages in five seconds from now: p99. */
    public long latencyNs(final boolean pausing) throws InterruptedException {
        ask();
        if (pausing) {
            pause(false);
        } else {
            feed.mark();
            feed.awaitLines(Peer.TICK, PAUSE_TICKS);
        }
        return ask();
    }

    private long ask() throws InterruptedException {
        other.mark();
        other.process().tell("latency");
        return Long.parseLong(other.awaitLine("p99 .*")[1]);
    }

    @Override
    public void close() {
        peers.forEach(Peer::close);
    }
}
