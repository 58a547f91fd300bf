package io.verbus.tools.book;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Gap;
import io.verbus.GapCause;
import io.verbus.LossCause;
import io.verbus.LostSession;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Session;
import io.verbus.SessionEvent;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.codec.marketdata.Side;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.book.Instruments;
import io.verbus.testkit.ShmDir;
import io.verbus.tools.terminal.Screen;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.concurrent.SystemNanoClock;
import org.agrona.concurrent.YieldingIdleStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The books on a real bus, with both ends in this process. */
final class BookLoopTest {
    private static final String STREAM = "md.test";
    private static final long NONE = 0;

    @TempDir(factory = ShmDir.class)
    private Path directory;

    private final Sbe sbe = new Sbe();
    private final StringWriter printed = new StringWriter();
    private final Screen screen = new Screen(new PrintWriter(printed), new PrintWriter(printed), false);
    private final MarketDataHandler handler = new MarketDataHandler(new Books(8), new Instruments(), new LatencyMeter(),
            new LoopRates(), SystemNanoClock.INSTANCE);
    private final SessionWatch watch = new SessionWatch(handler, screen, () -> Instant.EPOCH);
    private final TopRows top = new TopRows(List.of("AAPL"));
    private final StateSnapshot snapshot = new StateSnapshot(top);
    private final AtomicBoolean stop = new AtomicBoolean();

    @Test
    void sessionIsReadToItsEndAndReported() throws Exception {
        try (Bus bus = launch(); Subscription subscription = subscribe(bus)) {
            try (Publication publication = bus.publish(PublicationSettings.of(STREAM).withTimestamps(true)
                    .withLinger(Duration.ZERO))) {
                offer(publication, sbe.clearBooks(0));
                offer(publication, sbe.instrument(1, "AAPL"));
                offer(publication, sbe.added(1, 10, Side.BUY, 289_0000, 100));
                offer(publication, sbe.added(1, 11, Side.SELL, 299_9000, 50));
                offer(publication, sbe.executed(10, 30));
                offer(publication, sbe.deleted(99));
                pollUntilMessages(subscription, 6);
            }
            loop(subscription).run();
        }
        assertEquals(SessionWatch.State.ENDED, watch.state());
        snapshot.fill(handler);
        final Properties summary = new Properties();
        summary.load(new StringReader(SummaryFile.text(outcome())));
        final String[] expected = {"outcome=ended", "messages=6", "messages.OrderAdded=2", "messages.OrderExecuted=1",
                "messages.ParticipantPosition=0", "messages.unknown=0", "gaps=0", "books.orders=2", "books.levels=2",
                "books.symbols=1", "books.shares=120", "books.executions=1", "books.executedShares=30",
                "refused.unknownReference=1", "latency.negative=0", "latency.count=6", "top.0.symbol=AAPL",
                "top.0.instrument=1", "top.0.changes=3", "top.0.bid=2890000", "top.0.bid.shares=70",
                "top.0.offer=2999000", "top.0.offer.shares=50", "loops=1", "rate.medianLoop=0"};
        for (final String line : expected) {
            final String key = line.substring(0, line.indexOf('='));
            assertEquals(line, key + "=" + summary.getProperty(key));
        }
        final List<String> lines = Summary.lines(outcome());
        assertTrue(lines.contains("books: 2 live orders, 2 price levels, 1 symbols with a book, 120 resting shares"),
                lines::toString);
        final String row = "AAPL                       70       289.00   299.90       50                      3";
        assertTrue(lines.contains(row), lines::toString);
    }

    @Test
    void streamWithoutTimestampsHasNoLatencies() {
        try (Bus bus = launch(); Subscription subscription = subscribe(bus)) {
            try (Publication publication = bus.publish(PublicationSettings.of(STREAM).withLinger(Duration.ZERO))) {
                offer(publication, sbe.deleted(1));
                pollUntilMessages(subscription, 1);
            }
            loop(subscription).run();
        }
        snapshot.fill(handler);
        assertTrue(Summary.lines(outcome()).contains("latency: unknown, the stream has no timestamps"));
        assertTrue(Summary.lines(outcome()).contains("AAPL: no instrument of this name on the stream"));
        final String file = SummaryFile.text(outcome());
        assertTrue(file.contains("latency.count=0\n") && !file.contains("latency.p50"), file);
    }

    @Test
    void secondSessionIsIgnored() {
        try (Bus bus = launch();
                Subscription subscription = subscribe(bus);
                Publication first = bus.publish(PublicationSettings.of(STREAM).withLinger(Duration.ZERO))) {
            offer(first, sbe.added(1, 10, Side.BUY, 1, 1));
            pollUntilMessages(subscription, 1);
            try (Publication second = bus.publish(PublicationSettings.of(STREAM).withLinger(Duration.ZERO))) {
                offer(second, sbe.added(1, 11, Side.BUY, 1, 1));
                while (handler.otherSessions() == NONE) {
                    subscription.poll(handler, 10);
                }
            }
            assertFalse(watch.isOver());
            assertEquals(1, handler.messages());
        }
        assertTrue(printed.toString().contains("another session is on the stream"), printed::toString);
    }

    @Test
    void stopRequestEndsTheLoop() {
        try (Bus bus = launch(); Subscription subscription = subscribe(bus)) {
            stop.set(true);
            loop(subscription).run();
        }
        assertEquals(SessionWatch.State.WAITING, watch.state());
        assertEquals("stopped", outcome().word());
        assertEquals(List.of("", "md.test stopped: no session started"), Summary.lines(outcome()));
    }

    @Test
    void eventsOfTheSessionArePrintedWithTheirTime() {
        final Session session = new Session(STREAM, 0xabc, "feed", 77, 0, "test");
        watch.onEvent(new SessionEvent.Started(session, 1000));
        watch.onEvent(new Gap(session, 1000, 1999, 0, GapCause.LAPPED, "lapped"));
        watch.onEvent(new LostSession(session, 2000, 2000, LossCause.SILENT, "silent"));
        watch.onEvent(new SessionEvent.Back(session, 2000));
        watch.onEvent(new LostSession(session, 3000, 3000, LossCause.DIED, "dead"));
        assertEquals("""
                AT reading session abc of stream md.test (process 77)
                AT starting at message 1,000: earlier orders are not in the books
                AT gap: messages 1,000 to 1,999 are missing (lapped); the books are incomplete from now on
                AT the session is lost for now before message 2,000: silent; the books wait for it
                AT the session is back, it continues with message 2,000
                AT the session is lost for good before message 3,000: dead; a restarted feed is a new session and \
                needs new books
                """, printed.toString().replace("book: 00:00:00.000Z", "AT"));
        assertEquals(SessionWatch.State.LOST, watch.state());
    }

    private Outcome outcome() {
        return new Outcome(STREAM, handler, watch, snapshot.latencies(), top);
    }

    private Bus launch() {
        return Bus.launch(BusSettings.defaults().withDirectory(directory));
    }

    private Subscription subscribe(final Bus bus) {
        return bus.subscribe(
                SubscriptionSettings.of(STREAM).withPolicy(Policy.BLOCK).withStart(Start.oldest()).withListener(watch));
    }

    private BookLoop loop(final Subscription subscription) {
        return new BookLoop(subscription::poll, handler, watch, snapshot, YieldingIdleStrategy.INSTANCE, stop::get);
    }

    private void pollUntilMessages(final Subscription subscription, final long messages) {
        while (handler.messages() < messages) {
            subscription.poll(handler, 10);
        }
    }

    private void offer(final Publication publication, final int length) {
        assertTrue(publication.offer(sbe.buffer, Sbe.OFFSET, length) >= 0);
    }
}
