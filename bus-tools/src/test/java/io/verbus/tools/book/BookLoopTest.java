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
import io.verbus.marketdata.book.BookSide;
import io.verbus.marketdata.join.JoinSettings;
import io.verbus.marketdata.join.JoiningSubscription;
import io.verbus.marketdata.snapshot.SnapshotSettings;
import io.verbus.marketdata.snapshot.Snapshotter;
import io.verbus.support.Patience;
import io.verbus.support.ShmDir;
import io.verbus.tools.terminal.Screen;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
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
    private final BookSessions first = sessions(false);
    private final BookSessions all = sessions(true);
    private final StateSnapshot snapshot = new StateSnapshot();
    private final List<SessionBooks> over = new ArrayList<>();
    private final AtomicBoolean stop = new AtomicBoolean();

    @Test
    void sessionIsReadToItsEndAndReported() throws Exception {
        try (Bus bus = launch(); Subscription subscription = subscribe(bus, first)) {
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
            loop(subscription, first).run();
        }
        assertEquals(SessionWatch.State.ENDED, first.latest().watch().state());
        snapshot.fill(first);
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
        final String row = "AAPL                       70       289.00   299.90       50                      3   -";
        assertTrue(lines.contains(row), lines::toString);
    }

    @Test
    void streamWithoutTimestampsHasNoLatencies() {
        try (Bus bus = launch(); Subscription subscription = subscribe(bus, first)) {
            try (Publication publication = bus.publish(PublicationSettings.of(STREAM).withLinger(Duration.ZERO))) {
                offer(publication, sbe.deleted(1));
                pollUntilMessages(subscription, 1);
            }
            loop(subscription, first).run();
        }
        snapshot.fill(first);
        assertEquals("latency: unknown, the stream has no timestamps", Summary.latency(outcome()));
        assertTrue(Summary.lines(outcome()).contains("AAPL: no instrument of this name on the stream"));
        final String file = SummaryFile.text(outcome());
        assertTrue(file.contains("latency.count=0\n") && !file.contains("latency.p50"), file);
    }

    @Test
    void secondSessionIsIgnored() {
        try (Bus bus = launch();
                Subscription subscription = subscribe(bus, first);
                Publication earlier = bus.publish(PublicationSettings.of(STREAM).withLinger(Duration.ZERO))) {
            offer(earlier, sbe.added(1, 10, Side.BUY, 1, 1));
            pollUntilMessages(subscription, 1);
            try (Publication other = bus.publish(PublicationSettings.of(STREAM).withLinger(Duration.ZERO))) {
                offer(other, sbe.added(1, 11, Side.BUY, 1, 1));
                while (first.latest().handler().otherSessions() == NONE) {
                    subscription.poll(first, 10);
                }
            }
            assertFalse(first.isOver());
            assertEquals(1, first.latest().handler().messages());
        }
        assertTrue(printed.toString().contains("another session is on the stream"), printed::toString);
    }

    @Test
    void stopRequestEndsTheLoop() {
        try (Bus bus = launch(); Subscription subscription = subscribe(bus, first)) {
            stop.set(true);
            loop(subscription, first).run();
        }
        assertTrue(first.isWaiting());
        assertEquals("stopped", outcome().word());
        assertEquals(List.of("", "md.test stopped: no session started"), Summary.lines(outcome()));
    }

    @Test
    void eventsOfTheSessionArePrintedWithTheirTime() {
        final Session session = new Session(STREAM, 0xabc, "feed", 77, 0, "test");
        first.onEvent(new SessionEvent.Started(session, 1000));
        first.onEvent(new Gap(session, 1000, 1999, 0, GapCause.LAPPED, "lapped"));
        first.onEvent(new LostSession(session, 2000, 2000, LossCause.SILENT, "silent"));
        first.onEvent(new SessionEvent.Back(session, 2000));
        first.onEvent(new LostSession(session, 3000, 3000, LossCause.DIED, "dead"));
        assertEquals("""
                AT reading session abc of stream md.test (process 77)
                AT starting at message 1,000: earlier orders are not in the books
                AT gap: messages 1,000 to 1,999 are missing (lapped); the books are incomplete from now on
                AT the session is lost for now before message 2,000: silent; the books wait for it
                AT the session is back, it continues with message 2,000
                AT the session is lost for good before message 3,000: dead; a restarted feed is a new session and \
                needs new books
                """, printed.toString().replace("book: 00:00:00.000Z", "AT"));
        assertEquals(SessionWatch.State.LOST, first.latest().watch().state());
    }

    @Test
    void levelBookIsNotInsideAnEventAfterAGap() {
        final Session session = new Session(STREAM, 0xabc, "feed", 77, 0, "test");
        first.onEvent(new SessionEvent.Started(session, 0));
        first.latest().handler().levelBooks().setInsideEvent(1, true);
        first.onEvent(new Gap(session, 1000, 1999, 0, GapCause.LAPPED, "lapped"));
        assertFalse(first.latest().handler().levelBooks().isInsideEvent(1));
    }

    @Test
    void nextSessionHasBooksOfItsOwn() {
        try (Bus bus = launch(); Subscription subscription = subscribe(bus, all)) {
            for (int day = 1; day <= 2; day++) {
                try (Publication publication = bus.publish(
                        PublicationSettings.of(STREAM).withLinger(Duration.ZERO))) {
                    offer(publication, sbe.begin("XNAS", LocalDate.of(2019, 10, day)));
                    offer(publication, sbe.instrument(1, "AAPL"));
                    offer(publication, sbe.added(1, 10, Side.BUY, 100_0000L * day, 100));
                    while (all.latest().number() < day - 1 || all.latest().handler().messages() < 3) {
                        subscription.poll(all, 10);
                    }
                }
                final int ended = day;
                new BookLoop(subscription::poll, all, over::add, snapshot, YieldingIdleStrategy.INSTANCE,
                        () -> over.size() == ended).run();
            }
        }
        assertEquals(List.of("XNAS 2019-10-01", "XNAS 2019-10-02"),
                over.stream().map(books -> books.handler().label()).toList());
        for (final SessionBooks books : over) {
            assertEquals(100_0000L * (1 + books.number()), books.handler().books().price(1, BookSide.BUY, 0));
            assertEquals(List.of(), Missing.soFar(books.watch(), books.handler()));
        }
        assertTrue(printed.toString().endsWith("waiting for the next session\n"), printed::toString);
    }

    @Test
    void venuesAtTheSameTimeHaveBooksOfTheirOwn() {
        try (Bus bus = launch();
                Subscription subscription = subscribe(bus, all);
                Publication nasdaq = bus.publish(PublicationSettings.of(STREAM).withLinger(Duration.ZERO));
                Publication boston = bus.publish(PublicationSettings.of(STREAM).withLinger(Duration.ZERO))) {
            offer(nasdaq, sbe.begin("XNAS", LocalDate.EPOCH));
            offer(boston, sbe.begin("XBOS", LocalDate.EPOCH));
            offer(nasdaq, sbe.added(1, 10, Side.BUY, 7, 100));
            offer(boston, sbe.added(1, 10, Side.BUY, 8, 100));
            offer(nasdaq, sbe.deleted(10));
            while (all.present().stream().mapToLong(books -> books.handler().messages()).sum() < 5) {
                subscription.poll(all, 10);
            }
            snapshot.fill(all);
            assertEquals(List.of("XBOS 1970-01-01: 1 orders", "XNAS 1970-01-01: 0 orders"), snapshot.sessions()
                    .stream().map(books -> books.label() + ": " + books.state()).sorted().toList());
            assertFalse(all.isOver());
        }
    }

    @Test
    void eachSessionBeginsWithASnapshot() {
        try (Bus bus = launch();
                Publication nasdaq = bus.publish(PublicationSettings.of(STREAM).withLinger(Duration.ZERO));
                Snapshotter _ = snapshots(bus, nasdaq);
                Publication boston = bus.publish(PublicationSettings.of(STREAM).withLinger(Duration.ZERO));
                Snapshotter _ = snapshots(bus, boston)) {
            offer(nasdaq, sbe.added(1, 10, Side.BUY, 7, 100));
            offer(boston, sbe.added(1, 10, Side.BUY, 8, 100));
            offer(boston, sbe.added(1, 11, Side.BUY, 8, 100));
            try (JoiningSubscription subscription = joining(bus, Patience.LIMIT)) {
                while (all.present().stream().filter(books -> books.watch().snapshot() != null).count() < 2) {
                    subscription.poll(all, 10);
                }
                offer(nasdaq, sbe.deleted(10));
                while (all.present().stream().mapToLong(books -> books.handler().messages()).sum() < 1) {
                    subscription.poll(all, 10);
                }
                snapshot.fill(all);
                assertEquals(List.of("0 orders", "2 orders"), snapshot.sessions().stream().map(SessionBooks::state)
                        .sorted().toList());
                all.present().forEach(books -> assertEquals(List.of(),
                        Missing.soFar(books.watch(), books.handler())));
            }
        }
    }

    @Test
    void sessionWithoutASnapshotIsReportedAndTheNextOneIsRead() {
        try (Bus bus = launch();
                Publication without = bus.publish(PublicationSettings.of(STREAM).withLinger(Duration.ZERO))) {
            offer(without, sbe.added(1, 10, Side.BUY, 7, 100));
            try (JoiningSubscription subscription = joining(bus, Duration.ofMillis(1))) {
                new BookLoop(subscription::poll, all, over::add, snapshot, YieldingIdleStrategy.INSTANCE,
                        () -> over.size() == 1).run();
                try (Publication next = bus.publish(PublicationSettings.of(STREAM).withLinger(Duration.ZERO))) {
                    offer(next, sbe.added(1, 10, Side.BUY, 7, 100));
                    while (all.latest().number() == 0 || all.latest().handler().messages() == 0) {
                        subscription.poll(all, 10);
                    }
                }
            }
            final SessionBooks failed = over.getFirst();
            final String expected = without.session() + " was not joined: no publisher of snapshots on stream"
                    + " md.test.snapshot: its feed or gateway must make them (--snapshots), or the books start with"
                    + " the oldest message (--join oldest)";
            assertEquals(List.of(expected), Missing.soFar(failed.watch(), failed.handler()));
            assertEquals(List.of("", "md.test failed: " + expected), Summary.lines(new Outcome(STREAM, failed,
                    snapshot.latencies(), List.of())));
            assertTrue(printed.toString().contains("waiting for the next session\n"), printed::toString);
            assertEquals(List.of(), Missing.soFar(all.latest().watch(), all.latest().handler()));
        }
    }

    private JoiningSubscription joining(final Bus bus, final Duration timeout) {
        return JoiningSubscription.ofEach(bus, SubscriptionSettings.of(STREAM),
                JoinSettings.defaults().withTimeout(timeout), all::begin, all);
    }

    private static Snapshotter snapshots(final Bus bus, final Publication of) {
        final Snapshotter snapshotter = Snapshotter.open(bus, STREAM, List.of(),
                new SnapshotSettings(1_000_000, 1_000_000), SystemNanoClock.INSTANCE, news -> {});
        snapshotter.join(of);
        return snapshotter;
    }

    private Outcome outcome() {
        final SessionBooks books = first.latest();
        return new Outcome(STREAM, books, snapshot.latencies(), Missing.of(books.watch(), books.handler()));
    }

    private Bus launch() {
        return Bus.launch(BusSettings.defaults().withDirectory(directory));
    }

    private BookSessions sessions(final boolean follows) {
        return new BookSessions(follows, List.of("AAPL"), screen, () -> Instant.EPOCH, SystemNanoClock.INSTANCE,
                null);
    }

    private Subscription subscribe(final Bus bus, final BookSessions sessions) {
        return bus.subscribe(SubscriptionSettings.of(STREAM).withPolicy(Policy.BLOCK).withStart(Start.oldest())
                .withListener(sessions));
    }

    private BookLoop loop(final Subscription subscription, final BookSessions sessions) {
        return new BookLoop(subscription::poll, sessions, over::add, snapshot, YieldingIdleStrategy.INSTANCE,
                stop::get);
    }

    private void pollUntilMessages(final Subscription subscription, final long messages) {
        while (first.latest().handler().messages() < messages) {
            subscription.poll(first, 10);
        }
    }

    private void offer(final Publication publication, final int length) {
        assertTrue(publication.offer(sbe.buffer, Sbe.OFFSET, length) >= 0);
    }
}
