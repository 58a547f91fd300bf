package io.verbus.marketdata.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Clocks;
import io.verbus.Header;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.SessionListener;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.codec.marketdata.AuctionDecoder;
import io.verbus.codec.marketdata.AuctionEncoder;
import io.verbus.codec.marketdata.AuctionKind;
import io.verbus.codec.marketdata.BookSnapshotBeginDecoder;
import io.verbus.codec.marketdata.BookSnapshotEndDecoder;
import io.verbus.codec.marketdata.BookSnapshotEntryDecoder;
import io.verbus.codec.marketdata.InstrumentAction;
import io.verbus.codec.marketdata.InstrumentDecoder;
import io.verbus.codec.marketdata.InstrumentEncoder;
import io.verbus.codec.marketdata.InstrumentStateDecoder;
import io.verbus.codec.marketdata.InstrumentStateEncoder;
import io.verbus.codec.marketdata.MarketEventDecoder;
import io.verbus.codec.marketdata.MarketEventEncoder;
import io.verbus.codec.marketdata.MarketStep;
import io.verbus.codec.marketdata.MessageHeaderDecoder;
import io.verbus.codec.marketdata.MessageHeaderEncoder;
import io.verbus.codec.marketdata.OrderAddedEncoder;
import io.verbus.codec.marketdata.OrderDeletedEncoder;
import io.verbus.codec.marketdata.PriceLevelSetEncoder;
import io.verbus.codec.marketdata.SessionBeginDecoder;
import io.verbus.codec.marketdata.SessionBeginEncoder;
import io.verbus.codec.marketdata.Side;
import io.verbus.codec.marketdata.StateReason;
import io.verbus.codec.marketdata.TradeEncoder;
import io.verbus.codec.marketdata.TradingState;
import io.verbus.codec.marketdata.TradingStatusDecoder;
import io.verbus.codec.marketdata.TradingStatusEncoder;
import io.verbus.codec.nasdaq.StockDirectoryEncoder;
import io.verbus.journal.JournalSettings;
import io.verbus.journal.JournalWriter;
import io.verbus.journal.Recorder;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.InstrumentMessage;
import io.verbus.marketdata.book.MessageTypes;
import io.verbus.recovery.RangeServer;
import io.verbus.recovery.ServeSettings;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs duty cycles on a real bus, in virtual time. */
final class SnapshotDutyTest {
    private static final int SMALLEST_LOG = 64 << 10;
    private static final long INTERVAL_NS = 1_000_000_000;
    private static final SnapshotSettings EACH_SECOND = new SnapshotSettings(INTERVAL_NS, 1_000_000_000,
            Duration.ofSeconds(2));

    @TempDir(factory = ShmDir.class)
    private Path directory;
    @TempDir
    private Path disk;
    private Bus bus;
    private Publication stream;
    private Publication to;
    private Subscription snapshots;
    private SnapshotDuty duty;
    private long nowNs;

    private final UnsafeBuffer message = new UnsafeBuffer(new byte[128]);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final List<String> news = new ArrayList<>();
    private final List<String> seen = new ArrayList<>();

    @BeforeEach
    void open() {
        bus = Bus.launch(BusSettings.defaults().withDirectory(directory));
        stream = publish("md.test");
        to = publish("md.test.snapshot");
        snapshots = bus.subscribe(SubscriptionSettings.of("md.test.snapshot").withPolicy(Policy.BLOCK)
                .withStart(Start.oldest()));
        assertTrue(to.awaitSubscribers(1, Duration.ofMinutes(1)));
        follow(EACH_SECOND);
    }

    @AfterEach
    void close() {
        duty.close();
        snapshots.close();
        to.close();
        stream.close();
        bus.close();
    }

    @Test
    void snapshotContainsStateAtItsStart() {
        instrument(7, "AAPL");
        instrument(9, "SPY");
        instrument(7, "AAPLX");
        add(7, 10, Side.BUY, 500, 100);
        add(9, 11, Side.SELL, 700, 30);
        add(9, 12, Side.SELL, 700, 20);
        delete(12);
        cycles(1);
        assertEquals(List.of(), seen(), "not due yet");
        nowNs += INTERVAL_NS;
        cycles(1);
        delete(10);
        cycles(5);
        assertEquals(List.of("begin 6 orders 2 instruments 2", "7 AAPLX", "9 SPY", "7 10 B 500 100", "9 11 S 700 30",
                "end 6 orders 2 levels 2 shares 130"), seen());
        nowNs += INTERVAL_NS;
        cycles(5);
        assertEquals(List.of("begin 7 orders 1 instruments 2", "7 AAPLX", "9 SPY", "9 11 S 700 30",
                "end 7 orders 1 levels 1 shares 30"), seen());
        assertEquals(2, duty.count());
    }

    @Test
    void unchangedStateIsNotPublishedAgain() {
        add(7, 10, Side.BUY, 500, 100);
        nowNs += INTERVAL_NS;
        cycles(3);
        assertEquals(3, seen().size());
        nowNs += INTERVAL_NS;
        cycles(3);
        assertEquals(List.of(), seen());
    }

    @Test
    void rateIsLimited() {
        duty.close();
        follow(new SnapshotSettings(INTERVAL_NS, 100));
        for (int i = 0; i < 48; i++) {
            add(7, i, Side.BUY, 500, 100);
        }
        nowNs += INTERVAL_NS;
        for (int i = 1; i <= 50; i++) {
            cycles(3);
            assertEquals(i, seen.size() + seen().size(), "one each 10 ms");
            nowNs += 10_000_000;
        }
        assertEquals(1, duty.count());
    }

    @Test
    void slowSnapshotReaderDoesNotBlockReading() {
        for (int i = 0; i < 530; i++) {
            add(7, i, Side.BUY, 500, 100);
        }
        nowNs += INTERVAL_NS;
        cycles(3);
        for (int lap = 0; lap < 4; lap++) { // the stream laps its log; the log of snapshots is full
            for (int i = 0; i < 265; i++) {
                add(7, 1_000 + 400 * lap + i, Side.BUY, 500, 100);
            }
            nowNs += INTERVAL_NS;
            cycles(3);
        }
        assertEquals(List.of(), news);
        for (int i = 0; i < 1_000; i++) {
            nowNs += INTERVAL_NS;
            cycles(1);
            seen(); // read now
        }
        assertTrue(seen.contains("end 1589 orders 1590 levels 1 shares 159000"), () -> seen.getLast());
    }

    @Test
    void unchangedStateIsPublishedAgainIfItsSnapshotDoesNotStayInTheLog() {
        for (int i = 0; i < 400; i++) { // 38 KiB of snapshot, in a log of 64 KiB
            add(7, i, Side.BUY, 500, 100);
        }
        for (int i = 0; i < 10; i++) {
            nowNs += INTERVAL_NS;
            cycles(3);
            seen();
        }
        assertTrue(seen.stream().filter("end 399 orders 400 levels 1 shares 40000"::equals).count() > 1,
                () -> seen.getLast());
        snapshots.close();
        cycles(100); // the snapshot in progress is finished
        final long count = duty.count();
        nowNs += 2 * INTERVAL_NS;
        cycles(100);
        assertEquals(count, duty.count(), "no subscription needs it");
    }

    @Test
    void lossStopsSnapshotsUntilBooksAreCleared() {
        for (int i = 0; i < 3_000; i++) { // the log has room for half of them, and the publisher does not wait
            add(7, i, Side.BUY, 500, 100);
        }
        while (news.isEmpty()) { // until its request to a recorder times out
            cycles(1);
        }
        nowNs += INTERVAL_NS;
        cycles(9);
        assertEquals(List.of(), seen());
        assertEquals(1, news.size(), news::toString);
        assertTrue(news.getFirst().startsWith("snapshots stop until the books are cleared: their thread was too slow"
                + " and missed messages 0 to ") && news.getFirst().contains(", which no recorder has served ("),
                news::toString);
        clear(7);
        nowNs += INTERVAL_NS;
        cycles(9);
        assertEquals(List.of(), seen(), "other instruments are still incomplete");
        clear(0);
        add(7, 5_000, Side.BUY, 500, 100);
        nowNs += INTERVAL_NS;
        cycles(9);
        assertEquals("the books were cleared: snapshots continue", news.getLast());
        assertEquals(List.of("begin 3002 orders 1 instruments 0", "7 5000 B 500 100",
                "end 3002 orders 1 levels 1 shares 100"), seen());
    }

    @Test
    void lapIsFilledFromJournal() {
        try (JournalWriter journal = JournalWriter.open(disk, "md.test", JournalSettings.defaults());
                RangeServer server = new RangeServer(bus, "md.test", disk, ServeSettings.defaults())) {
            final Recorder recorder = new Recorder(journal, Clocks.SYSTEM, SessionListener.NONE);
            try (Subscription recorded = bus.subscribe(SubscriptionSettings.of("md.test").withName("recorder")
                    .withPolicy(Policy.BLOCK).withCopies(true).withStart(recorder.start()).withListener(recorder))) {
                for (int i = 0; i < 3_000; i++) { // the log has room for half of them
                    add(7, i, Side.BUY, 500, 100);
                    recorder.doWork(recorded);
                }
                while (!"end 2999 orders 3000 levels 1 shares 300000".equals(seen.isEmpty() ? "" : seen.getLast())) {
                    server.doWork();
                    nowNs += INTERVAL_NS;
                    cycles(1);
                    seen();
                    assertEquals(List.of(), news);
                }
            }
        }
    }

    @Test
    void otherSessionsAreIgnored() {
        add(7, 10, Side.BUY, 500, 100);
        try (Publication other = publish("md.test")) {
            final OrderAddedEncoder order = new OrderAddedEncoder().wrapAndApplyHeader(message, 0, header);
            order.instrumentId(8).orderId(20).side(Side.BUY).quantity(1).price(1);
            other.offer(message, 0, 76);
            nowNs += INTERVAL_NS;
            cycles(9);
        }
        cycles(9);
        assertEquals(List.of("begin 0 orders 1 instruments 0", "7 10 B 500 100", "end 0 orders 1 levels 1 shares 100"),
                seen());
        assertTrue(!duty.isOver());
    }

    @Test
    void suspectBooksAreInTheSnapshot() {
        add(7, 10, Side.BUY, 500, 100);
        state(7, InstrumentAction.SUSPECT);
        state(9, InstrumentAction.SUSPECT);
        state(9, InstrumentAction.SOUND);
        nowNs += INTERVAL_NS;
        cycles(9);
        assertEquals(List.of("begin 3 orders 1 instruments 0", "7 SUSPECT", "7 10 B 500 100",
                "end 3 orders 1 levels 1 shares 100"), seen());
        state(0, InstrumentAction.SUSPECT);
        state(8, InstrumentAction.SOUND);
        nowNs += INTERVAL_NS;
        cycles(9);
        assertEquals(List.of("begin 5 orders 1 instruments 0", "0 SUSPECT", "8 SOUND", "7 10 B 500 100",
                "end 5 orders 1 levels 1 shares 100"), seen());
    }

    @Test
    void statesThatHoldAreInTheSnapshot() {
        final SessionBeginEncoder begin = new SessionBeginEncoder().wrapAndApplyHeader(message, 0, header);
        offer(begin.instrumentId(0).tradingDay(1).encodedLength());
        offer(new MarketEventEncoder().wrapAndApplyHeader(message, 0, header).instrumentId(3)
                .step(MarketStep.START_OF_SYSTEM_HOURS).encodedLength());
        offer(new MarketEventEncoder().wrapAndApplyHeader(message, 0, header).instrumentId(0)
                .step(MarketStep.START_OF_MARKET_HOURS).encodedLength());
        instrument(7, "AAPL");
        directory(7);
        status(8, TradingState.HALTED);
        status(7, TradingState.HALTED);
        status(7, TradingState.TRADING);
        auction(7);
        auction(8);
        auction(9);
        trade(8, true);
        trade(9, false);
        assertEquals(List.of("7 AAPL", "SessionBegin 0", "MarketEvent 0", "TradingStatus 7 T", "TradingStatus 8 H",
                "Auction 7 O", "Auction 9 O", "StockDirectory 7"), states());
        status(0, TradingState.PAUSED);
        status(9, TradingState.TRADING);
        assertEquals(List.of("7 AAPL", "SessionBegin 0", "MarketEvent 0", "TradingStatus 0 P", "TradingStatus 9 T",
                "Auction 7 O", "Auction 9 O", "StockDirectory 7"), states());
        clear(7);
        assertEquals(8, states().size(), "other instruments keep their states");
        clear(0);
        assertEquals(List.of("7 AAPL", "SessionBegin 0", "StockDirectory 7"), states());
    }

    /** The states of the next snapshot, definitions first. */
    private List<String> states() {
        nowNs += INTERVAL_NS;
        cycles(9);
        final int from = seen.size();
        while (snapshots.poll(this::onMessage, 100) > 0) {
            assertTrue(seen.size() < 1_000);
        }
        final List<String> lines = new ArrayList<>(seen.subList(from + 1, seen.size() - 1));
        lines.sort(Comparator.comparing(line -> !Character.isDigit(line.charAt(0))));
        return lines;
    }

    @Test
    void levelsAreInTheSnapshot() {
        level(7, Side.BUY, 500, 10, 2, true);
        level(7, Side.BUY, 501, 11, 0, true);
        level(8, Side.SELL, 700, 12, 0, false);
        add(9, 10, Side.BUY, 500, 100);
        nowNs += INTERVAL_NS;
        cycles(9);
        assertEquals(
                List.of("begin 3 orders 4 instruments 0", "7 level B 500 10 2 whole", "7 level B 501 11 null whole",
                        "8 level S 700 12 null in event", "9 10 B 500 100", "end 3 orders 4 levels 4 shares 133"),
                seen());
    }

    @Test
    void failedMessageMakesBooksUnusable() {
        final StreamState state = new StreamState(stream.session().id(), news::add);
        add(7, 10, Side.BUY, 500, 100);
        add(7, 11, Side.BUY, 500, 100);
        try (Subscription subscription = bus.subscribe(SubscriptionSettings.of("md.test").withPolicy(Policy.SKIP)
                .withStart(Start.oldest()).withListener(state))) {
            assertEquals(1, subscription.poll(state, 1));
            assertTrue(state.isUsable());
            assertEquals(1, subscription.poll((buffer, offset, length, frame) -> {
                throw new IllegalStateException("no room");
            }, 1));
        }
        assertTrue(!state.isUsable());
        assertEquals(List.of("snapshots stop until the books are cleared: message 1 could not be applied to them:"
                + " java.lang.IllegalStateException: no room"), news);
    }

    private void follow(final SnapshotSettings settings) {
        duty = new SnapshotDuty(bus, stream.session(), to, settings, news::add, nowNs);
    }

    private Publication publish(final String name) {
        return bus.publish(PublicationSettings.of(name).withCapacity(SMALLEST_LOG).withLinger(Duration.ZERO));
    }

    private void cycles(final int count) {
        for (int i = 0; i < count; i++) {
            duty.doWork(nowNs);
            nowNs += 1_000; // at one message per nanosecond
        }
    }

    /** Messages published since the last call, orders sorted. Also adds them to {@link #seen}. */
    private List<String> seen() {
        final int from = seen.size();
        while (snapshots.poll(this::onMessage, 100) > 0) {
            assertTrue(seen.size() < 1_000_000);
        }
        final List<String> lines = new ArrayList<>(seen.subList(from, seen.size()));
        if (lines.size() > 3 && lines.getLast().startsWith("end")) {
            final Set<String> sorted = new TreeSet<>(lines.subList(1, lines.size() - 1).stream()
                    .map(line -> line.split(" ").length == 2 ? " " + line : line).toList());
            final List<String> all = new ArrayList<>(List.of(lines.getFirst()));
            all.addAll(sorted.stream().map(String::strip).toList());
            all.add(lines.getLast());
            return all;
        }
        return lines;
    }

    private Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header frame) {
        final MessageHeaderDecoder part = new MessageHeaderDecoder().wrap(buffer, offset);
        seen.add(switch (part.templateId()) {
            case BookSnapshotBeginDecoder.TEMPLATE_ID -> {
                final var begin = new BookSnapshotBeginDecoder().wrapAndApplyHeader(buffer, offset, part);
                assertEquals(stream.session().id(), begin.busSession());
                yield "begin " + begin.busSequence() + " orders " + begin.entries() + " instruments "
                        + begin.instruments();
            }
            case InstrumentDecoder.TEMPLATE_ID -> {
                final InstrumentMessage name = new InstrumentMessage();
                assertTrue(name.wrap(buffer, offset, length));
                yield name.fields().instrumentId() + " " + name.symbol();
            }
            case InstrumentStateDecoder.TEMPLATE_ID -> {
                final var state = new InstrumentStateDecoder().wrapAndApplyHeader(buffer, offset, part);
                assertEquals(StateReason.SNAPSHOT, state.reason());
                yield state.instrumentId() + " " + state.action();
            }
            case BookSnapshotEntryDecoder.TEMPLATE_ID -> {
                final var order = new BookSnapshotEntryDecoder().wrapAndApplyHeader(buffer, offset, part);
                if (order.orderId() == BookSnapshotEntryDecoder.orderIdNullValue()) {
                    yield order.instrumentId() + " level " + (char) order.sideRaw() + " " + order.price() + " "
                            + order.quantity() + " "
                            + (order.orders() == BookSnapshotEntryDecoder.ordersNullValue() ? null : order.orders())
                            + (order.flags().endOfEvent() ? " whole" : " in event");
                }
                yield order.instrumentId() + " " + order.orderId() + " " + (char) order.sideRaw() + " "
                        + order.price() + " " + order.quantity();
            }
            case SessionBeginDecoder.TEMPLATE_ID, MarketEventDecoder.TEMPLATE_ID ->
                part.schemaId() == 4 ? "StockDirectory 7" : named(buffer, offset, part) + " 0";
            case TradingStatusDecoder.TEMPLATE_ID, AuctionDecoder.TEMPLATE_ID ->
                named(buffer, offset, part) + " " + BookUpdater.instrumentId(buffer, offset) + " "
                        + (char) buffer.getByte(offset + 39);
            default -> {
                final var end = new BookSnapshotEndDecoder().wrapAndApplyHeader(buffer, offset, part);
                assertEquals(stream.session().id(), end.busSession());
                yield "end " + end.busSequence() + " orders " + end.entries() + " levels " + end.levels() + " shares "
                        + end.quantity();
            }
        });
        return Action.TAKEN;
    }

    private static String named(final DirectBuffer buffer, final int offset, final MessageHeaderDecoder part) {
        return MessageTypes.name(MessageTypes.of(part.schemaId(), part.templateId()));
    }

    private void directory(final int id) {
        offer(new StockDirectoryEncoder().wrapAndApplyHeader(message, 0,
                new io.verbus.codec.nasdaq.MessageHeaderEncoder()).instrumentId(id).encodedLength());
    }

    private void status(final int id, final TradingState state) {
        offer(new TradingStatusEncoder().wrapAndApplyHeader(message, 0, header).instrumentId(id).state(state)
                .encodedLength());
    }

    private void auction(final int id) {
        offer(new AuctionEncoder().wrapAndApplyHeader(message, 0, header).instrumentId(id).kind(AuctionKind.OPENING)
                .encodedLength());
    }

    private void trade(final int id, final boolean isOfAuction) {
        final TradeEncoder trade = new TradeEncoder().wrapAndApplyHeader(message, 0, header).instrumentId(id);
        trade.conditions().clear().auctionOpen(isOfAuction);
        offer(trade.encodedLength());
    }

    private void level(final int id, final Side side, final long price, final long quantity, final long orders,
            final boolean endsEvent) {
        final PriceLevelSetEncoder level = new PriceLevelSetEncoder().wrapAndApplyHeader(message, 0, header)
                .instrumentId(id).side(side).price(price).quantity(quantity).orders(orders);
        level.flags().clear().endOfEvent(endsEvent);
        offer(level.encodedLength());
    }

    private void instrument(final int id, final String symbol) {
        final InstrumentEncoder instrument = new InstrumentEncoder().wrapAndApplyHeader(message, 0, header)
                .instrumentId(id);
        instrument.legsCount(0);
        offer(instrument.symbol(symbol).encodedLength());
    }

    private void add(final int instrument, final long reference, final Side side, final long price, final int shares) {
        final OrderAddedEncoder order = new OrderAddedEncoder().wrapAndApplyHeader(message, 0, header);
        order.instrumentId(instrument).orderId(reference).side(side).quantity(shares).price(price);
        offer(order.encodedLength());
    }

    private void delete(final long reference) {
        offer(new OrderDeletedEncoder().wrapAndApplyHeader(message, 0, header).orderId(reference).encodedLength());
    }

    private void clear(final int instrument) {
        state(instrument, InstrumentAction.CLEAR);
    }

    private void state(final int instrument, final InstrumentAction action) {
        offer(new InstrumentStateEncoder().wrapAndApplyHeader(message, 0, header).instrumentId(instrument)
                .action(action).reason(StateReason.REPEAT).encodedLength());
    }

    private void offer(final int body) {
        assertTrue(stream.offer(message, 0, MessageHeaderEncoder.ENCODED_LENGTH + body) >= 0);
    }
}
