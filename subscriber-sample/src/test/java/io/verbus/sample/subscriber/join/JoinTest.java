package io.verbus.sample.subscriber.join;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.BusException;
import io.verbus.peer.Gap;
import io.verbus.peer.LostSession;
import io.verbus.peer.Session;
import io.verbus.sample.book.Books;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** What happens when, without a bus: messages are their sequences. */
final class JoinTest {
    private static final Session FEED = new Session("md.test", Parts.SESSION, "feed", 7, 0, "test");
    private static final Session RESTARTED = new Session("md.test", 0xdef, "feed", 8, 0, "test");
    private static final Session SNAPSHOTS = new Session("md.test.snapshot", Parts.PUBLISHER, "feed", 7, 0, "test");
    private static final long TIMEOUT_NS = 1_000;

    private final List<String> heard = new ArrayList<>();
    private final SnapshotReader reader = new SnapshotReader(new Books(8), (id, buffer, offset) -> {});
    private final Parts parts = new Parts(reader, Parts.PUBLISHER);
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[64 << 10]);
    private final Join join = new Join((buffer, offset, length, frame) -> {
        heard.add(frame.session() == FEED.id() ? "" + frame.sequence() : "other " + frame.sequence());
        return Action.TAKEN;
    }, new Listener(), reader, 2 << 20, TIMEOUT_NS);
    private long nowNs;

    @Test
    void appliesWhatIsHeldBehindTheSnapshotAndGoesOnLive() {
        start(100, 110);
        assertTrue(join.wantsSnapshots());
        parts.whole(FEED.id(), 104);
        turn();
        assertFalse(join.isSeeking());
        live(110);
        turn();
        assertTrue(join.isJoined());
        live(111);
        assertHeard("joins at 100", "joined next 105 orders 1", "105", "106", "107", "108", "109", "110", "111");
    }

    @Test
    void takesASnapshotThatEndsWhereWhatIsHeldBegins() {
        start(100, 102);
        parts.whole(FEED.id(), 98);
        turn();
        assertTrue(join.isSeeking());
        parts.whole(FEED.id(), 99);
        turn();
        turn();
        assertHeard("joins at 100", "the snapshot at message 98 is too old: what is held begins with message 100; waits"
                + " for the next", "joined next 100 orders 1", "100", "101");
    }

    @Test
    void takesASnapshotThatIsAheadOfWhatIsLive() {
        start(100, 102);
        parts.whole(FEED.id(), 104);
        turn();
        turn();
        live(102);
        live(103);
        turn();
        assertFalse(join.isJoined());
        live(104);
        live(105);
        turn();
        live(106);
        assertHeard("joins at 100", "joined next 105 orders 1", "105", "106");
    }

    @Test
    void needsNoSnapshotFromTheFirstMessageOn() {
        parts.begin(FEED.id(), 5, 1, 0);
        start(0, 3);
        turn();
        turn();
        assertTrue(join.isJoined());
        assertHeard("joined next 0 orders -1", "0", "1", "2");
    }

    @Test
    void aGapIsFilledByALaterSnapshot() {
        start(100, 110);
        gap(110, 119);
        live(120);
        parts.whole(FEED.id(), 118);
        turn();
        assertTrue(join.isSeeking());
        parts.whole(FEED.id(), 119);
        turn();
        turn();
        assertHeard("joins at 100", "the snapshot at message 118 is too old: what is held begins with message 120;"
                + " waits for the next", "joined next 120 orders 1", "120");
    }

    @Test
    void aGapBehindTheSnapshotIsOneOfTheBooks() {
        start(100, 102);
        parts.whole(FEED.id(), 99);
        turn();
        gap(102, 109);
        assertTrue(join.isJoined());
        live(110);
        gap(111, 111);
        assertHeard("joins at 100", "joined next 100 orders 1", "100", "101", "gap 102 109", "110", "gap 111 111");
    }

    @Test
    void ofAGapThatTheSnapshotReachesIntoOnlyTheRestIsMissing() {
        start(100, 102);
        parts.whole(FEED.id(), 104);
        turn();
        gap(102, 103);
        assertFalse(join.isJoined());
        gap(104, 109);
        live(110);
        assertHeard("joins at 100", "joined next 105 orders 1", "gap 105 109", "110");
    }

    @Test
    void whatDoesNotFitIntoMemoryNeedsANewerSnapshot() {
        start(100, 101);
        longOnes(101, 200);
        parts.whole(FEED.id(), 120);
        turn();
        assertTrue(join.isSeeking());
        parts.whole(FEED.id(), 198);
        turn();
        turn();
        assertTrue(join.isJoined());
        assertHeard("joins at 100", "the messages that wait for a snapshot need more than --join-memory: the oldest are"
                + " dropped, and only a newer snapshot can be used",
                "the snapshot at message 120 is too old: what is"
                        + " held begins with message 176; waits for the next",
                "joined next 199 orders 1", "199");
    }

    @Test
    void whatTheBooksNeedBehindASnapshotIsNotDroppedForWhatIsLive() {
        start(100, 101);
        longOnes(101, 200); // of which the last 24 are held, in all the memory there is
        parts.whole(FEED.id(), 175);
        turn();
        longOnes(200, 230);
        turn();
        assertTrue(join.isJoined());
        assertEquals(LongStream.range(176, 230).mapToObj(Long::toString).toList(),
                heard.subList(heard.indexOf("joined next 176 orders 1") + 1, heard.size()));
    }

    @Test
    void followsTheRestartOfASessionThatIsLostWhileItIsSought() {
        start(100, 102);
        parts.begin(FEED.id(), 101, 1, 0);
        join.onLost(new LostSession(FEED, 102, 102, true, "its process died"));
        join.onRestarted(FEED, RESTARTED);
        join.onStarted(RESTARTED, 50);
        assertTrue(join.isSeeking());
        parts.whole(FEED.id(), 101);
        turn();
        assertTrue(join.isSeeking());
        parts.whole(RESTARTED.id(), 49);
        turn();
        turn();
        assertTrue(join.isJoined());
        join.onMessage(message, 0, 8, Parts.frame(RESTARTED.id(), 50));
        assertHeard("joins at 100", "the publisher was restarted, its new session is joined: " + RESTARTED,
                "joins at 50", "joined next 50 orders 1", "other 50");
    }

    @Test
    void aSessionThatEndsWhileItIsSoughtIsReadToItsEnd() {
        reader.onStarted(SNAPSHOTS, 0);
        start(100, 103);
        join.onEnded(FEED, 103);
        turn();
        parts.whole(FEED.id(), 102);
        turn();
        turn();
        assertHeard("joins at 100", "joined next 103 orders 1", "ended");
    }

    @Test
    void aSessionThatEndedWithoutASnapshotIsGivenUpAtOnce() {
        reader.onStarted(SNAPSHOTS, 0);
        start(100, 103);
        join.onEnded(FEED, 103);
        turn();
        reader.onEnded(SNAPSHOTS, 5);
        assertEquals(FEED + " ended before a snapshot of it could be used (0 refused, 0 too old): start the books"
                + " earlier, or feed with a shorter --snapshot-interval", failure());
    }

    @Test
    void saysInTimeThatThereAreNoSnapshots() {
        nowNs = 5_000_000;
        turn();
        start(100, 102);
        turn();
        nowNs += TIMEOUT_NS;
        turn();
        nowNs++;
        assertEquals("nobody publishes snapshots on stream md.test.snapshot: start the feed with --snapshots, or the"
                + " books with --join oldest", failure());
    }

    @Test
    void saysInTimeWhyNoSnapshotCouldBeUsed() {
        reader.onStarted(SNAPSHOTS, 0);
        start(100, 102);
        turn();
        parts.whole(FEED.id(), 98);
        for (int i = 0; i < 9; i++) {
            parts.giveBytes(3);
        }
        nowNs += TIMEOUT_NS + 1;
        assertEquals("no snapshot of " + FEED + " on stream md.test.snapshot could be used in time (9 refused, 1 too"
                + " old): give a longer --join-timeout, and more --join-memory if they were too old", failure());
        assertEquals(7, heard.size(), "one that joins, one too old, five of nine refused");
        assertTrue(heard.getLast().endsWith("; more such are only counted"), heard::toString);
    }

    @Test
    void leavesOtherSessionsOut() {
        start(100, 101);
        join.onStarted(RESTARTED, 0);
        join.onMessage(message, 0, 8, Parts.frame(RESTARTED.id(), 0));
        assertHeard("joins at 100", "another session is on the stream, its messages are left out of the books: "
                + RESTARTED, "other 0");
    }

    @Test
    void whatMayHaveChangedWhileItWasHeldNeedsANewerSnapshot() {
        start(100, 102);
        join.onDoubtful(FEED, 101);
        parts.whole(FEED.id(), 100);
        turn();
        assertTrue(join.isSeeking());
        parts.whole(FEED.id(), 101);
        turn();
        assertFalse(join.isSeeking());
    }

    /** A session from its {@code first} message, of which those before {@code next} have come. */
    private void start(final long first, final long next) {
        join.onStarted(FEED, first);
        for (long sequence = first; sequence < next; sequence++) {
            live(sequence);
        }
    }

    private void longOnes(final long first, final long next) {
        for (long sequence = first; sequence < next; sequence++) {
            join.onMessage(message, 0, message.capacity(), Parts.frame(FEED.id(), sequence));
        }
    }

    private void live(final long sequence) {
        assertEquals(Action.TAKEN, join.onMessage(message, 0, 8, Parts.frame(FEED.id(), sequence)));
    }

    private void gap(final long first, final long last) {
        join.onGap(new Gap(FEED, first, last, 0, "lapped"));
    }

    private void turn() {
        join.turn(nowNs);
    }

    private String failure() {
        return assertThrows(BusException.class, this::turn).getMessage();
    }

    private void assertHeard(final String... lines) {
        assertEquals(List.of(lines), heard);
    }

    private final class Listener implements Joiner {
        @Override
        public void onJoined(final Session session, final long next, final int orders) {
            heard.add("joined next " + next + " orders " + orders);
        }

        @Override
        public void tell(final String what) {
            heard.add(what.replaceFirst("joins session \\w+ of stream md.test \\(process \\d\\) at message (\\d+);.*",
                    "joins at $1"));
        }

        @Override
        public void onGap(final Gap gap) {
            heard.add("gap " + gap.first() + " " + gap.last());
        }

        @Override
        public void onEnded(final Session session, final long messages) {
            heard.add("ended");
        }
    }
}
