package io.verbus.tools.book;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Gap;
import io.verbus.GapCause;
import io.verbus.LossCause;
import io.verbus.LostSession;
import io.verbus.MutableHeader;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.codec.marketdata.InstrumentAction;
import io.verbus.codec.marketdata.Side;
import io.verbus.codec.marketdata.StateReason;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.book.Instruments;
import io.verbus.tools.terminal.Screen;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Books are whole only if they include every message of their session. */
class MissingTest {
    private static final Session SESSION = new Session("s", 0xabc, "feed", 77, 0, "test");

    private final Sbe sbe = new Sbe();
    private final MarketDataHandler handler = new MarketDataHandler(new Books(8), new Instruments(), new LatencyMeter(),
            new LoopRates(), () -> 0);
    private final PrintWriter out = new PrintWriter(new StringWriter());
    private final SessionWatch watch = new SessionWatch(handler, false, new Screen(out, out, false),
            () -> Instant.EPOCH);

    @Test
    void sessionReadFromFirstMessageToEndIsWhole() {
        watch.onEvent(new SessionEvent.Started(SESSION, 0));
        apply(sbe.clearBooks(0));
        apply(sbe.added(1, 10, Side.BUY, 1, 100));
        apply(sbe.deleted(10));
        watch.onEvent(new SessionEvent.Ended(SESSION, 3));
        assertEquals(List.of(), missing());
    }

    @Test
    void lateStartIsReportedWithTheMissingMessages() {
        watch.onEvent(new SessionEvent.Started(SESSION, 8_157));
        apply(sbe.deleted(10));
        watch.onEvent(new SessionEvent.Ended(SESSION, 8_158));
        assertEquals(List.of(
                "messages 0 to 8,156 precede the start of the books (use --join snapshot or --join journal)",
                "1 messages refer to orders that are not in the books"), missing());
    }

    @Test
    void gapBeforeTheFirstMessageIsReportedOnce() {
        watch.onEvent(new SessionEvent.Started(SESSION, 100));
        watch.onEvent(new Gap(SESSION, 0, 99, 0, GapCause.NOT_SERVED, "no recorder serves the stream"));
        watch.onEvent(new SessionEvent.Ended(SESSION, 200));
        assertEquals(List.of("100 messages are missing (gaps: 1)"), missing());
    }

    @Test
    void snapshotReplacesEarlierMessages() {
        watch.onJoined(SESSION, 5_000, 17);
        watch.onEvent(new SessionEvent.Ended(SESSION, 6_000));
        assertEquals(List.of(), missing());
    }

    /** In the books themselves, as in the files of them, until the source clears them. */
    @Test
    void booksThatLackMessagesAreSuspect() {
        watch.onEvent(new SessionEvent.Started(SESSION, 0));
        apply(sbe.added(1, 10, Side.BUY, 1, 100));
        apply(sbe.added(2, 20, Side.BUY, 1, 100));
        watch.onEvent(new Gap(SESSION, 2, 5, 0, GapCause.LAPPED, ""));
        assertEquals("11", suspects());
        apply(sbe.state(0, InstrumentAction.SOUND, StateReason.SNAPSHOT)); // the source does not know of the gap
        assertEquals("11", suspects());
        apply(sbe.state(1, InstrumentAction.CLEAR, StateReason.SNAPSHOT));
        assertEquals("01", suspects());
        apply(sbe.state(0, InstrumentAction.SOUND, StateReason.SNAPSHOT));
        assertEquals("01", suspects());
        apply(sbe.state(0, InstrumentAction.CLEAR, StateReason.SNAPSHOT));
        assertEquals("00", suspects());
        apply(sbe.other(1, 99, 10));
        assertEquals("11", suspects());
        apply(sbe.clearBooks(0));
        apply(sbe.deleted(99));
        assertEquals("00", suspects());
        handler.doubtRefused();
        assertEquals("11", suspects());
    }

    /** Of two instruments. */
    private String suspects() {
        return (handler.books().isSuspect(1) ? "1" : "0") + (handler.books().isSuspect(2) ? "1" : "0");
    }

    @Test
    void sessionWithoutEndIsNotWhole() {
        assertEquals(List.of("no session started"), missing());
        watch.onEvent(new SessionEvent.Started(SESSION, 0));
        assertEquals(List.of("reading stopped before the session ended"), missing());
        watch.onEvent(new LostSession(SESSION, 1, 1, LossCause.DIED, "dead"));
        assertEquals(List.of("the session was lost before its end"), missing());
    }

    @Test
    void failedMessageEndsTheBooks() {
        watch.onEvent(new SessionEvent.Started(SESSION, 0));
        watch.onEvent(new SessionEvent.Failed(SESSION, 1_000, new IllegalStateException("full")));
        assertTrue(watch.isOver());
        watch.onEvent(new SessionEvent.Ended(SESSION, 2_000));
        assertEquals(List.of("message 1,000 was not applied: java.lang.IllegalStateException: full"), missing());
    }

    @Test
    void sourceLossesAndInvalidMessagesAreReported() {
        watch.onEvent(new SessionEvent.Started(SESSION, 0));
        apply(sbe.clearBooks(0));
        apply(sbe.state(0, InstrumentAction.SUSPECT, StateReason.SOURCE_GAP));
        apply(sbe.other(1, 99, 10));
        apply(sbe.added(1, 10, Side.BUY, 1, 100) - 1);
        watch.onEvent(new SessionEvent.Doubtful(SESSION, 3));
        watch.onEvent(new SessionEvent.Ended(SESSION, 4));
        assertEquals(List.of("1 messages may have been overwritten while they were read",
                "the feed lost messages of its source 1 times: books were suspect",
                "1 messages are malformed", "1 messages have an unknown type"), missing());
    }

    @Test
    void restoredLossStaysMissing() {
        watch.onEvent(new SessionEvent.Started(SESSION, 0));
        apply(sbe.added(7, 10, Side.BUY, 1, 100));
        apply(sbe.state(0, InstrumentAction.SUSPECT, StateReason.SOURCE_GAP));
        final String lost = "the feed lost messages of its source 1 times: books were suspect";
        assertEquals(List.of(lost, "1 books are suspect: they may be wrong"), Missing.soFar(watch, handler));
        apply(sbe.state(0, InstrumentAction.SOUND, StateReason.RECOVERED));
        assertEquals(List.of(lost), Missing.soFar(watch, handler));
    }

    @Test
    void booksThatTheVenueMarksAreNotWhole() {
        watch.onEvent(new SessionEvent.Started(SESSION, 0));
        apply(sbe.added(7, 10, Side.BUY, 1, 100));
        apply(sbe.state(7, InstrumentAction.SUSPECT, StateReason.VENUE));
        watch.onEvent(new SessionEvent.Ended(SESSION, 2));
        assertEquals(List.of("1 books are suspect: they may be wrong"), missing());
    }

    private List<String> missing() {
        return Missing.of(watch, handler);
    }

    private void apply(final int length) {
        handler.onMessage(sbe.buffer, Sbe.OFFSET, length, new MutableHeader(SESSION.id(), "test", "test"));
    }
}
