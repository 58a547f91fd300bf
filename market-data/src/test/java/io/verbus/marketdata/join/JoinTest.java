package io.verbus.marketdata.join;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.BusException;
import io.verbus.Gap;
import io.verbus.GapCause;
import io.verbus.LossCause;
import io.verbus.LostSession;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.Books;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** The order of events of a join, without a bus; a message is identified by its sequence. */
final class JoinTest {
    private static final Session FEED = new Session("md.test", Parts.SESSION, "feed", 7, 0, "test");
    private static final Session RESTARTED = new Session("md.test", 0xdef, "feed", 8, 0, "test");
    private static final Session SNAPSHOTS = new Session("md.test.snapshot", Parts.PUBLISHER, "feed", 7, 0, "test");
    private static final long TIMEOUT_NS = 1_000;

    private final List<String> events = new ArrayList<>();
    private final SnapshotReader reader = new SnapshotReader(new BookUpdater(new Books(8)));
    private final Parts parts = new Parts(reader, Parts.PUBLISHER);
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[64 << 10]);
    private final Join join = new Join((buffer, offset, length, frame) -> {
        events.add(frame.session() == FEED.id() ? "" + frame.sequence() : "other " + frame.sequence());
        return Action.TAKEN;
    }, new Listener(), reader, 2 << 20, TIMEOUT_NS);
    private long nowNs;

    @Test
    void heldMessagesAreAppliedAfterTheSnapshot() {
        start(100, 110);
        assertTrue(join.needsSnapshots());
        parts.whole(FEED.id(), 104);
        step();
        assertFalse(join.isSeeking());
        live(110);
        step();
        assertTrue(join.isJoined());
        live(111);
        assertEvents("joins at 100", "joined next 105 orders 1", "105", "106", "107", "108", "109", "110", "111");
    }

    @Test
    void snapshotThatEndsBeforeTheHeldMessagesIsUsed() {
        start(100, 102);
        parts.whole(FEED.id(), 98);
        step();
        assertTrue(join.isSeeking());
        parts.whole(FEED.id(), 99);
        step();
        step();
        assertEvents("joins at 100",
                "the snapshot at message 98 is too old, the held messages start at 100; waiting for the next",
                "joined next 100 orders 1", "100", "101");
    }

    @Test
    void snapshotNewerThanLiveMessagesIsUsed() {
        start(100, 102);
        parts.whole(FEED.id(), 104);
        step();
        step();
        live(102);
        live(103);
        step();
        assertFalse(join.isJoined());
        live(104);
        live(105);
        step();
        live(106);
        assertEvents("joins at 100", "joined next 105 orders 1", "105", "106");
    }

    @Test
    void firstMessageNeedsNoSnapshot() {
        parts.begin(FEED.id(), 5, 1, 0);
        start(0, 3);
        step();
        step();
        assertTrue(join.isJoined());
        assertEvents("joined next 0 orders -1", "0", "1", "2");
    }

    @Test
    void gapIsFilledByALaterSnapshot() {
        start(100, 110);
        gap(110, 119);
        live(120);
        parts.whole(FEED.id(), 118);
        step();
        assertTrue(join.isSeeking());
        parts.whole(FEED.id(), 119);
        step();
        step();
        assertEvents("joins at 100", "the snapshot at message 118 is too old, the held messages start at 120;"
                + " waiting for the next", "joined next 120 orders 1", "120");
    }

    @Test
    void gapAfterTheSnapshotIsReported() {
        start(100, 102);
        parts.whole(FEED.id(), 99);
        step();
        gap(102, 109);
        assertTrue(join.isJoined());
        live(110);
        gap(111, 111);
        assertEvents("joins at 100", "joined next 100 orders 1", "100", "101", "gap 102 109", "110", "gap 111 111");
    }

    @Test
    void gapIsReportedFromTheEndOfTheSnapshot() {
        start(100, 102);
        parts.whole(FEED.id(), 104);
        step();
        gap(102, 103);
        assertFalse(join.isJoined());
        gap(104, 109);
        live(110);
        assertEvents("joins at 100", "joined next 105 orders 1", "gap 105 109", "110");
    }

    @Test
    void droppedMessagesNeedANewerSnapshot() {
        start(100, 101);
        longOnes(101, 200);
        parts.whole(FEED.id(), 120);
        step();
        assertTrue(join.isSeeking());
        parts.whole(FEED.id(), 198);
        step();
        step();
        assertTrue(join.isJoined());
        assertEvents("joins at 100", "the memory (--join-memory) is too small for the messages held for a snapshot:"
                + " the oldest are dropped, and a newer snapshot is needed",
                "the snapshot at message 120 is too old, the held messages start at 176; waiting for the next",
                "joined next 199 orders 1", "199");
    }

    @Test
    void liveMessagesDoNotDisplaceHeldMessagesAfterASnapshot() {
        start(100, 101);
        longOnes(101, 200); // the last 24 are held and fill the memory
        parts.whole(FEED.id(), 175);
        step();
        longOnes(200, 230);
        step();
        assertTrue(join.isJoined());
        assertEquals(LongStream.range(176, 230).mapToObj(Long::toString).toList(),
                events.subList(events.indexOf("joined next 176 orders 1") + 1, events.size()));
    }

    @Test
    void restartOfSessionLostWhileSeekingIsJoined() {
        start(100, 102);
        parts.begin(FEED.id(), 101, 1, 0);
        join.onEvent(new LostSession(FEED, 102, 102, LossCause.DIED, "its process died"));
        join.onEvent(new SessionEvent.Restarted(FEED, RESTARTED));
        join.onEvent(new SessionEvent.Started(RESTARTED, 50));
        assertTrue(join.isSeeking());
        parts.whole(FEED.id(), 101);
        step();
        assertTrue(join.isSeeking());
        parts.whole(RESTARTED.id(), 49);
        step();
        step();
        assertTrue(join.isJoined());
        join.onMessage(message, 0, 8, Parts.frame(RESTARTED.id(), 50));
        assertEvents("joins at 100", "the publisher was restarted, joining its new session: " + RESTARTED,
                "joins at 50", "joined next 50 orders 1", "other 50");
    }

    @Test
    void sessionThatEndsWhileSeekingIsReadToItsEnd() {
        reader.onEvent(new SessionEvent.Started(SNAPSHOTS, 0));
        start(100, 103);
        join.onEvent(new SessionEvent.Ended(FEED, 103));
        step();
        parts.whole(FEED.id(), 102);
        step();
        step();
        assertEvents("joins at 100", "joined next 103 orders 1", "ended");
    }

    @Test
    void endedSessionWithoutSnapshotFailsAtOnce() {
        reader.onEvent(new SessionEvent.Started(SNAPSHOTS, 0));
        start(100, 103);
        join.onEvent(new SessionEvent.Ended(FEED, 103));
        step();
        reader.onEvent(new SessionEvent.Ended(SNAPSHOTS, 5));
        assertEquals(FEED + " ended before there was a usable snapshot (0 refused, 0 too old): start the books"
                + " earlier, or make snapshots more often (feed --snapshot-interval)", failure());
    }

    @Test
    void missingPublisherOfSnapshotsIsReportedAtTheTimeout() {
        nowNs = 5_000_000;
        step();
        start(100, 102);
        step();
        nowNs += TIMEOUT_NS;
        step();
        nowNs++;
        assertEquals("no publisher of snapshots on stream md.test.snapshot: its feed or gateway must make"
                + " them (--snapshots), or the books start with the oldest message (--join oldest)", failure());
    }

    @Test
    void unusableSnapshotsAreReportedAtTheTimeout() {
        reader.onEvent(new SessionEvent.Started(SNAPSHOTS, 0));
        start(100, 102);
        step();
        parts.whole(FEED.id(), 98);
        for (int i = 0; i < 9; i++) {
            parts.giveBytes(3);
        }
        nowNs += TIMEOUT_NS + 1;
        assertEquals("no usable snapshot of " + FEED + " on stream md.test.snapshot in time (9 refused, 1 too"
                + " old): use a longer timeout (--join-timeout), and more memory (--join-memory) if they were"
                + " too old", failure());
        assertEquals(7, events.size(), "one join, one too old, five of nine refused");
        assertTrue(events.getLast().endsWith("; more refusals are only counted"), events::toString);
    }

    @Test
    void otherSessionsAreIgnored() {
        start(100, 101);
        join.onEvent(new SessionEvent.Started(RESTARTED, 0));
        join.onMessage(message, 0, 8, Parts.frame(RESTARTED.id(), 0));
        assertEvents("joins at 100", "another session is on the stream, the books ignore its messages: "
                + RESTARTED, "other 0");
    }

    @Test
    void doubtfulMessageNeedsANewerSnapshot() {
        start(100, 102);
        join.onEvent(new SessionEvent.Doubtful(FEED, 101));
        parts.whole(FEED.id(), 100);
        step();
        assertTrue(join.isSeeking());
        parts.whole(FEED.id(), 101);
        step();
        assertFalse(join.isSeeking());
    }

    /** Starts a session at message {@code first} and delivers the messages before {@code next}. */
    private void start(final long first, final long next) {
        join.onEvent(new SessionEvent.Started(FEED, first));
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
        join.onEvent(new Gap(FEED, first, last, 0, GapCause.LAPPED, "lapped"));
    }

    private void step() {
        join.doWork(nowNs);
    }

    private String failure() {
        return assertThrows(BusException.class, this::step).getMessage();
    }

    private void assertEvents(final String... lines) {
        assertEquals(List.of(lines), events);
    }

    private final class Listener implements Joiner {
        @Override
        public void onJoined(final Session session, final long next, final int orders) {
            events.add("joined next " + next + " orders " + orders);
        }

        @Override
        public void report(final String message) {
            events.add(message.replaceFirst(
                    "joins session \\w+ of stream md.test \\(process \\d\\) at message (\\d+),.*", "joins at $1"));
        }

        @Override
        public void onEvent(final SessionEvent event) {
            switch (event) {
                case Gap gap -> events.add("gap " + gap.first() + " " + gap.last());
                case SessionEvent.Ended _ -> events.add("ended");
                default -> {
                }
            }
        }
    }
}
