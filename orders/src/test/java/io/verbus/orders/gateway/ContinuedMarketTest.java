package io.verbus.orders.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.Clocks;
import io.verbus.Policy;
import io.verbus.Session;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.codec.marketdata.InstrumentDecoder;
import io.verbus.codec.orders.EntryDecoder;
import io.verbus.codec.orders.MessageHeaderDecoder;
import io.verbus.codec.orders.OrderDuration;
import io.verbus.codec.orders.OrderSide;
import io.verbus.journal.JournalSettings;
import io.verbus.marketdata.book.BookSide;
import io.verbus.marketdata.book.BookUpdater;
import io.verbus.marketdata.book.Books;
import io.verbus.marketdata.book.InstrumentMessage;
import io.verbus.marketdata.join.Join;
import io.verbus.marketdata.join.Joiner;
import io.verbus.marketdata.join.SnapshotReader;
import io.verbus.marketdata.snapshot.SnapshotSettings;
import io.verbus.marketdata.snapshot.Snapshotter;
import io.verbus.orders.MessageHead;
import io.verbus.orders.intake.EntryAppender;
import io.verbus.orders.intake.EntryReplay;
import io.verbus.orders.intake.GatewayEnd;
import io.verbus.orders.intake.IntakeSettings;
import io.verbus.orders.intake.OrderIntake;
import io.verbus.orders.seat.Seat;
import io.verbus.orders.seat.SeatEndCause;
import io.verbus.orders.seat.SeatListener;
import io.verbus.orders.seat.SeatSettings;
import io.verbus.recovery.ServeSettings;
import io.verbus.recovery.ServingRecorder;
import io.verbus.support.Patience;
import io.verbus.support.ShmDir;
import io.verbus.support.seeds.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gateways that continue a market after the entries of the one before, while seats continue to trade. */
class ContinuedMarketTest {
    private static final int XYZ = 1;
    private static final long PRICE = 10_000_000;
    private static final long TICK = 10_000;
    private static final int GATEWAYS = 5;
    private static final int REQUESTS = 150;
    private static final int SEGMENT = 1 << 20;
    private static final int ORDERS = 2_000;
    private static final int SMALL = 1 << 16;

    private final CheckedSeat ofA = new CheckedSeat();
    private final CheckedSeat ofB = new CheckedSeat();
    private RunningMarket market;
    private ServingRecorder recorder;
    @TempDir
    private Path journal;

    @BeforeEach
    void launch(@TempDir(factory = ShmDir.class) final Path directory) {
        market = new RunningMarket(directory, "instrument XYZ", "instrument ABC tick=0.0001 collar=10%",
                "seat A secret-file=a quantity=1000", "seat B secret-file=b disconnect=cancel");
        recorder = ServingRecorder.start(market.ofTraders,
                SubscriptionSettings.of("orders.log").withName("recorder"), journal,
                JournalSettings.defaults().withSegmentLength(SEGMENT), ServeSettings.defaults());
    }

    @AfterEach
    void close() {
        recorder.close();
        market.close();
    }

    @Test
    void eachRequestIsTakenOnceAndEachReportDeliveredOnceOverSeveralGateways() {
        final long seed = Seeds.draw();
        final Random random = new Random(seed);
        final Map<Long, Integer> ids = new TreeMap<>();
        final Seat first = market.establish("A", ofA);
        final Seat second = market.establish("B", ofB);
        for (int i = 0; i < GATEWAYS; i++) {
            trade(first, second, random, ids, true);
            final int known = market.entries.size();
            market.endGateway();
            trade(first, second, random, ids, false);
            market.until(() -> recorder.messages() >= known); // each gateway is in the journal, not all of its entries
            market.continueAfter(journal);
            market.until(() -> first.isEstablished() && second.isEstablished());
        }
        trade(first, second, random, ids, true);
        market.settle();

        final String moment = "seed " + seed;
        assertEquals(List.of(0, 0), List.of(ofA.missing, ofB.missing), moment);
        assertEquals(List.of(0, 0), List.of(ofA.notTaken.size(), ofB.notTaken.size()), moment);
        // Each session is read after its last entry.
        assertEquals(List.of(0L, 0L), market.gateway.seats().stream().map(GatewayEnd::skipped).toList(), moment);
        checkEntries();
        bothEndsAgree(first, 0, ids, moment);
        bothEndsAgree(second, 1, ids, moment);
        assertTrue(market.gateway.reports().trades() > 5, moment);
        assertEquals(GATEWAYS + 1, market.entries.stream().filter(one -> one[2] == 31).count(), moment);
        final long hash = market.gateway.engine().engine().hash();
        market.endGateway();
        assertEquals(hash, hashOfJournal(), moment);
        assertEquals(0, recorder.missing(), moment);
    }

    /** The repeated changes of the books are many times what orders.md holds. */
    @Test
    void lateBooksBeginWithASnapshotOfARepeatedMarket() {
        final Seat seat = market.establish("A", ofA);
        for (long id = 1; id <= ORDERS; id++) {
            final long order = id;
            market.until(() -> seat.enter(order, XYZ, OrderSide.BUY, OrderDuration.GTC, 1, PRICE) > 0);
            if (id % 4 > 0) {
                market.until(() -> seat.cancel(order) > 0);
            }
        }
        market.settle();
        final int known = market.entries.size();
        market.until(() -> recorder.messages() >= known);
        market.endGateway();

        final Books books = new Books(ORDERS);
        final Map<String, Long> symbols = new TreeMap<>();
        try (Snapshotter snapshotter = Snapshotter.open(market.ofGateway, "orders.md", List.of(),
                new SnapshotSettings(1_000_000, 1_000_000_000), System::nanoTime, market.notices::add)) {
            market.gateway = market.newGateway(market.exchange, market.settings(journal).withCapacities(
                    RunningMarket.CAPACITY, RunningMarket.CAPACITY, SMALL)
                    .withMarketDataReader(snapshotter::join, Snapshotter::lags),
                    Clocks.SYSTEM);
            join(books, symbols);
            assertEquals(ORDERS / 4, books.liveOrders());
            assertEquals(ORDERS / 4, books.shares(XYZ, BookSide.BUY, 0));
            assertEquals(Map.of("ABC", 2L, "XYZ", 1L), symbols);
            market.gateway.close(); // before the snapshotter; the market's own books have missed messages
            market.gateway = null;
        }
    }

    /** Joins the books of the running gateway by a snapshot, and reads until they have all changes. */
    private void join(final Books books, final Map<String, Long> symbols) {
        final BookUpdater updater = new BookUpdater(books);
        final SnapshotReader reader = new SnapshotReader(updater);
        final Join join = new Join((buffer, offset, length, header) -> {
            updater.apply(buffer, offset, length);
            return Action.TAKEN;
        }, new Joiner() {
            @Override
            public void onJoined(final Session session, final long next, final int orders) {
                assertTrue(next > 0 && orders >= 0, () -> "joined without a snapshot: " + next);
            }

            @Override
            public void onState(final Session session, final int type, final DirectBuffer buffer, final int offset,
                    final int length) {
                final InstrumentMessage instrument = new InstrumentMessage();
                if (type == InstrumentDecoder.TEMPLATE_ID && instrument.wrap(buffer, offset, length)) {
                    symbols.put(instrument.symbol(), instrument.fields().instrumentId());
                }
            }
        }, reader, 64 << 20, Patience.NS);
        try (Subscription late = market.ofTraders.subscribe(
                SubscriptionSettings.of("orders.md").withStart(Start.oldest()).withListener(join));
                Subscription snapshots = market.ofTraders.subscribe(
                        SubscriptionSettings.of("orders.md.snapshot").withPolicy(Policy.BLOCK).withCopies(true)
                                .withStart(Start.oldest()).withListener(reader))) {
            market.until(() -> {
                late.poll(join, 100);
                if (join.needsSnapshots()) {
                    snapshots.poll(reader, 100);
                }
                join.doWork(System.nanoTime());
                return join.isJoined() && late.progress().stream().allMatch(one -> one.lagBytes() == 0);
            });
        }
    }

    @Test
    void seatThatWasDisconnectedStaysSoAndEstablishesAgain() {
        final Seat first = market.establish("A", ofA);
        first.enter(1, XYZ, OrderSide.BUY, OrderDuration.GTC, 5, PRICE);
        market.settle();
        market.closeSeats();
        market.settle();
        final int known = market.entries.size();
        market.until(() -> recorder.messages() >= known);
        market.endGateway();
        market.continueAfter(journal);

        final CheckedSeat again = new CheckedSeat();
        final Seat next = market.establish("A", again);
        market.until(() -> next.isEstablished() && next.nextReport() == 2);
        assertEquals(2, next.cancel(1));
        market.settle();

        assertEquals(3, again.next, "the reports of the earlier gateway, and that of the cancel");
        assertEquals(0, market.gateway.engine().engine().restingOrders());
    }

    @Test
    void seatWhoseProcessDiedWhileNoGatewayRanIsFreeAtOnce() {
        try (Bus process = Bus.launch(market.ofTraders.settings())) {
            final Seat first = Seat.establish(process, SeatSettings.of("A", RunningMarket.secret("A"))
                    .withKeepAlive(Duration.ofSeconds(60)), ofA);
            market.seats.add(first);
            market.until(first::isEstablished);
            first.enter(1, XYZ, OrderSide.BUY, OrderDuration.GTC, 5, PRICE);
            market.settle();
            final int known = market.entries.size();
            market.until(() -> recorder.messages() >= known);
            market.endGateway();
            market.seats.clear();
        }

        market.continueAfter(journal);
        market.until(() -> market.notices.getLast().startsWith("seat A is disconnected"));
        assertEquals("seat A is disconnected (SESSION_LOST), its next request is 2", market.notices.getLast());
        market.establish("A", new CheckedSeat());
    }

    @Test
    void gatewayWithoutTheLastEntriesSaysHowFarItGotAndItsSeatsLearnWhatWasNotTaken(@TempDir final Path copy)
            throws IOException {
        final Seat first = market.establish("A", ofA);
        first.enter(1, XYZ, OrderSide.BUY, OrderDuration.GTC, 5, PRICE);
        first.enter(2, XYZ, OrderSide.BUY, OrderDuration.GTC, 5, PRICE);
        market.settle();
        final int known = market.entries.size();
        market.until(() -> recorder.messages() >= known);
        copy(journal, copy); // as a recorder leaves it that dies now
        first.enter(3, XYZ, OrderSide.BUY, OrderDuration.GTC, 5, PRICE);
        first.cancel(1);
        market.settle();
        market.endGateway();
        market.entries.clear();
        first.enter(4, XYZ, OrderSide.BUY, OrderDuration.GTC, 5, PRICE);

        market.gateway = market.newGateway(market.exchange, copy);
        market.until(() -> ofA.ended != null);

        assertTrue(market.notices.stream().anyMatch(one -> one.startsWith("the market continues after entry " + known
                + " of ") && one.endsWith(
                        ": the journal does not have the end of the earlier gateway, all that it took"
                                + " after this entry is void, and the seats that were connected are disconnected")),
                market.notices::toString);
        assertEquals(SeatEndCause.DISCONNECTED, ofA.ended);
        assertTrue(ofA.why.startsWith("the gateway has disconnected the seat: ENTRIES_LOST, "), ofA.why);
        assertEquals(List.of(3L, 4L), ofA.notTaken.subList(0, 2));
        assertEquals(2, market.gateway.engine().engine().restingOrders());
        assertEquals(known + 1, firstEvent());

        market.seats.clear();
        first.close();
        final CheckedSeat again = new CheckedSeat();
        final Seat next = market.establish("A", again);
        assertEquals(3, next.enter(5, XYZ, OrderSide.SELL, OrderDuration.IOC, 10, PRICE));
        market.until(() -> next.unanswered() == 0);
        assertEquals(0, market.gateway.engine().engine().restingOrders());
    }

    /** Without a gateway, requests wait in the logs of their seats, until these notice it. */
    private void trade(final Seat first, final Seat second, final Random random, final Map<Long, Integer> ids,
            final boolean isRunning) {
        for (int i = 0; i < REQUESTS; i++) {
            final int seat = random.nextInt(2);
            request(seat == 0 ? first : second, seat, random, ids);
            if (isRunning && random.nextInt(4) == 0) {
                final int[] turns = {random.nextInt(3)};
                market.until(() -> turns[0]-- <= 0);
            }
        }
    }

    private static void request(final Seat seat, final int number, final Random random, final Map<Long, Integer> ids) {
        final long id = ids.size() + 1L;
        final long known = Math.max(1, id - random.nextInt(20));
        final long result = switch (random.nextInt(6)) {
            case 0 -> seat.cancel(known);
            case 1 -> seat.replace(known, id, 1 + random.nextInt(9), price(random));
            default -> seat.enter(id, XYZ, random.nextBoolean() ? OrderSide.BUY : OrderSide.SELL,
                    random.nextInt(4) == 0 ? OrderDuration.IOC : OrderDuration.GTC, 1 + random.nextInt(9),
                    price(random));
        };
        assertTrue(result > 0 || result < 0, "no request has number 0");
        ids.put(id, number);
    }

    private static long price(final Random random) {
        return PRICE + (random.nextInt(5) - 2) * TICK;
    }

    private void bothEndsAgree(final Seat seat, final int number, final Map<Long, Integer> ids, final String moment) {
        final GatewayEnd end = market.gateway.seats().get(number);
        market.until(() -> seat.nextReport() >= end.nextReport()); // answers may be known before their reports are read
        assertEquals(end.nextReport(), seat.nextReport(), moment);
        final Map<Long, Long> resting = new TreeMap<>();
        market.gateway.engine().engine().visitOrdersOf(number,
                (instrument, terms, price, order, id, open) -> resting.put(id, open));
        final Map<Long, Long> known = new TreeMap<>();
        for (final long id : ids.keySet()) {
            if (seat.openQuantity(id) != Long.MIN_VALUE) {
                known.put(id, seat.openQuantity(id));
            }
        }
        assertEquals(resting, known, moment);
    }

    /** Event numbers have no gap, and the requests of each seat are entries once, in order. */
    private void checkEntries() {
        final MessageHead head = new MessageHead();
        final MessageHeaderDecoder header = new MessageHeaderDecoder();
        final Map<Integer, Long> next = new HashMap<>();
        long event = 0;
        for (final byte[] one : market.entries) {
            final UnsafeBuffer buffer = new UnsafeBuffer(one);
            assertTrue(head.wrap(buffer, 0, one.length));
            assertEquals(++event, head.number());
            if (head.template() == EntryDecoder.TEMPLATE_ID) {
                final EntryDecoder entry = new EntryDecoder().wrapAndApplyHeader(buffer, 0, header);
                final int seat = entry.seat();
                assertTrue(head.wrap(buffer, MessageHeaderDecoder.ENCODED_LENGTH + header.blockLength(),
                        entry.length()));
                assertEquals(next.getOrDefault(seat, 1L), head.number());
                next.put(seat, head.number() + 1);
            }
        }
    }

    private long firstEvent() {
        market.until(() -> !market.entries.isEmpty());
        return new UnsafeBuffer(market.entries.getFirst()).getLong(8);
    }

    private long hashOfJournal() {
        final RecordedWriter out = new RecordedWriter();
        final List<GatewayEnd> seats = new ArrayList<>();
        market.exchange.seats().forEach(
                one -> seats.add(new GatewayEnd(one.number(), one.name(), RunningMarket.secret(one.name()))));
        final EntryEngine engine = new EntryEngine(market.exchange, 7,
                new SeatReports(out, seats.toArray(new GatewayEnd[0])), new BookChangeWriter(out),
                RunningMarket.LISTED_ORDERS);
        final EntryAppender appender = new EntryAppender(out);
        EntryJournal.open(journal, "orders.log", Clocks.SYSTEM.monotonic()).repeat(0, Set.of(), new EntryReplay(
                new OrderIntake(seats, IntakeSettings.DEFAULT, appender, out, nonce -> {}, engine), appender,
                engine));
        return engine.engine().hash();
    }

    private static void copy(final Path from, final Path to) throws IOException {
        try (Stream<Path> files = Files.list(from)) {
            for (final Path file : files.toList()) {
                if (Files.isRegularFile(file)) {
                    Files.copy(file, to.resolve(file.getFileName()));
                }
            }
        }
    }

    /** Checks the numbers of the reports. */
    private static final class CheckedSeat implements SeatListener {
        private final MessageHead head = new MessageHead();
        private final List<Long> notTaken = new ArrayList<>();
        private long next = 1;
        private int missing;
        private SeatEndCause ended;
        private String why;

        @Override
        public void onReport(final int template, final long answers, final DirectBuffer buffer, final int offset,
                final int length) {
            assertTrue(head.wrap(buffer, offset, length));
            if (head.number() != next++) {
                missing++;
            }
        }

        @Override
        public void onNotTaken(final long number, final int template, final long orderId) {
            notTaken.add(number);
        }

        @Override
        public void onReportsMissing(final long first, final long last) {
            missing++;
        }

        @Override
        public void onEnded(final SeatEndCause cause, final String description) {
            ended = cause;
            why = description;
        }
    }
}
