package io.verbus.orders.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertIterableEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.BusException;
import io.verbus.codec.orders.DisconnectCause;
import io.verbus.codec.orders.EstablishRejectCode;
import io.verbus.codec.orders.MessageHeaderDecoder;
import io.verbus.codec.orders.NotAppliedCode;
import io.verbus.codec.orders.OperatorDecoder;
import io.verbus.codec.orders.OrderDuration;
import io.verbus.codec.orders.OrderSide;
import io.verbus.codec.orders.SequencerBeginsDecoder;
import io.verbus.codec.orders.YesNo;
import io.verbus.marketdata.book.BookSide;
import io.verbus.marketdata.book.Books;
import io.verbus.orders.seat.Seat;
import io.verbus.orders.seat.SeatEndCause;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway with its engine, seats and books over shared memory. */
class OrderGatewayTest {
    private static final int XYZ = 1;
    private static final long PRICE = 10_000_000;

    private final ReportTexts ofA = new ReportTexts();
    private final ReportTexts ofB = new ReportTexts();
    private RunningMarket market;

    @BeforeEach
    void launch(@TempDir(factory = ShmDir.class) final Path directory) {
        market = new RunningMarket(directory, "instrument XYZ", "instrument ABC tick=0.0001 collar=10%",
                "seat A secret-file=a quantity=1000 rate=none", "seat B secret-file=b self-trade=both",
                "seat C secret-file=c disconnect=cancel", "seat W secret-file=w rate=1000/s burst=1 over-rate=wait",
                "seat R secret-file=r rate=1/s burst=1");
    }

    @AfterEach
    void close() {
        market.close();
    }

    @Test
    void tradeReachesBothSeatsAndTheBooks() {
        final Seat maker = market.establish("A", ofA);
        final Seat taker = market.establish("B", ofB);
        assertEquals(1, maker.enter(5, XYZ, OrderSide.SELL, OrderDuration.DAY, 10, PRICE));
        market.settle();
        assertEquals(List.of(100_000L, 10L, 1L), level(BookSide.SELL));

        assertEquals(1, taker.enter(9, XYZ, OrderSide.BUY, OrderDuration.IOC, 4, PRICE));
        market.until(() -> maker.openQuantity(5) == 6);
        market.settle();

        assertEquals(List.of("1 accepted 5", "0 executed 5 4 @ 10000000 MAKER open 6"), ofA.take());
        assertEquals(List.of("1 accepted 9", "1 executed 9 4 @ 10000000 TAKER open 0"), ofB.take());
        assertEquals(List.of(100_000L, 6L, 1L), level(BookSide.SELL));
        assertEquals(4, market.books.executedShares());
        assertEquals(1, market.gateway.reports().trades());
    }

    @Test
    void everyChangeOfTheBooksIsMarketData() {
        final Seat seat = market.establish("A", ofA);
        seat.enter(1, XYZ, OrderSide.BUY, OrderDuration.GTC, 10, PRICE);
        seat.enter(2, XYZ, OrderSide.BUY, OrderDuration.DAY, 20, PRICE);
        seat.enter(3, XYZ, OrderSide.BUY, OrderDuration.DAY, 30, PRICE);
        market.settle();
        assertEquals(List.of(100_000L, 60L, 3L), level(BookSide.BUY));

        seat.reduce(1, 4);
        seat.cancel(2);
        seat.replace(3, 4, 7, PRICE + 10_000);
        market.settle();

        assertEquals(2, market.books.levels(XYZ, BookSide.BUY));
        assertEquals(List.of(100_100L, 7L, 1L), level(BookSide.BUY));
        assertEquals(4, market.books.shares(XYZ, BookSide.BUY, 1));
        assertEquals(0, refusals());
        assertEquals(market.gateway.engine().engine().restingOrders(), market.books.liveOrders());
    }

    @Test
    void limitsOfTheExchangeAreEntriesBeforeAnyRequest() {
        final Seat seat = market.establish("A", ofA);
        seat.enter(1, XYZ, OrderSide.BUY, OrderDuration.DAY, 1_001, PRICE);
        market.settle();

        assertEquals(List.of("1 rejected 1 MAX_QUANTITY"), ofA.take());
        assertEquals(SequencerBeginsDecoder.TEMPLATE_ID, template(market.entries.get(0)));
        // A collar, a maximum quantity of each seat, and five settings of seats A, B, W and R.
        final List<Integer> controls = market.entries.subList(1, 12).stream().map(OrderGatewayTest::template).toList();
        assertEquals(List.of(OperatorDecoder.TEMPLATE_ID), controls.stream().distinct().toList());
        assertNotEquals(OperatorDecoder.TEMPLATE_ID, template(market.entries.get(12)));
    }

    @Test
    void noOrderIsLargerThanMarketDataCanShow() {
        final Seat seat = market.establish("B", ofB);
        seat.enter(1, XYZ, OrderSide.BUY, OrderDuration.DAY, SettingControls.MAX_QUANTITY, PRICE);
        seat.enter(2, XYZ, OrderSide.BUY, OrderDuration.DAY, SettingControls.MAX_QUANTITY + 1, PRICE);
        market.settle();

        assertEquals(List.of("1 accepted 1", "2 rejected 2 MAX_QUANTITY"), ofB.take());
    }

    @Test
    void bookHoldsTheMostOrdersOfTheLargestQuantityAtOnePrice() {
        final Books books = new Books(SettingControls.MAX_ORDERS);
        for (int order = 1; order <= SettingControls.MAX_ORDERS; order++) {
            books.add(XYZ, order, BookSide.BUY, PRICE, SettingControls.MAX_QUANTITY);
        }
        assertEquals(0, books.refusals().bookFull());
        assertEquals(SettingControls.MAX_ORDERS, books.orders(XYZ, BookSide.BUY, 0));
        assertEquals(SettingControls.MAX_ORDERS * SettingControls.MAX_QUANTITY, books.shares(XYZ, BookSide.BUY, 0));
    }

    @Test
    void openOrdersAreListedWithTheirTerms() {
        final Seat seat = market.establish("A", ofA);
        seat.enter(1, XYZ, OrderSide.BUY, OrderDuration.GTC, 10, PRICE);
        seat.claimOrder(2);
        seat.order().instrumentId(XYZ).side(OrderSide.SELL).quantity(3).price(PRICE + 10_000)
                .postOnly(YesNo.YES);
        seat.commitOrder();
        seat.requestOpenOrders();
        market.settle();

        assertEquals(List.of("1 accepted 1", "2 accepted 2", "3 open 1 BUY GTC 10 @ 10000000 post-only NO",
                "3 open 2 SELL DAY 3 @ 10010000 post-only YES", "3 open orders 2"), ofA.take());
    }

    @Test
    void manyOpenOrdersAreListedInPortionsBetweenOtherRequests() {
        final Seat seat = market.establish("A", ofA);
        for (int id = 1; id <= 2 * RunningMarket.LISTED_ORDERS + 2; id++) {
            seat.enter(id, XYZ, OrderSide.BUY, OrderDuration.DAY, id, PRICE);
        }
        market.settle();
        ofA.take();
        seat.requestOpenOrders();
        seat.cancel(5); // the next one of the list
        seat.cancel(2); // listed before
        seat.enter(11, XYZ, OrderSide.BUY, OrderDuration.DAY, 11, PRICE);
        seat.replace(9, 12, 4, PRICE); // keeps its place
        seat.requestOpenOrders(); // waits
        seat.cancel(1);
        market.settle();

        final List<String> listed = ofA.take();
        assertEquals("11 open 1 BUY DAY 1 @ 10000000 post-only NO", listed.getFirst());
        assertEquals("11 open 4 BUY DAY 4 @ 10000000 post-only NO", listed.get(3));
        assertEquals(List.of("12 cancelled 5 5 REQUESTED", "13 cancelled 2 2 REQUESTED"), listed.subList(4, 6));
        assertEquals(
                List.of("11 open 6 BUY DAY 6 @ 10000000 post-only NO", "11 open 7 BUY DAY 7 @ 10000000 post-only NO",
                        "11 open 8 BUY DAY 8 @ 10000000 post-only NO", "11 open 12 BUY DAY 4 @ 10000000 post-only NO",
                        "11 open 10 BUY DAY 10 @ 10000000 post-only NO", "11 open orders 9"),
                listed.stream().filter(line -> line.startsWith("11 ")).skip(4).toList());
        assertTrue(listed.indexOf("11 open orders 9") < listed.indexOf("16 open 1 BUY DAY 1 @ 10000000 post-only NO"));
        assertEquals("16 open orders 9", listed.stream().filter(line -> line.startsWith("16 ")).toList().getLast());
        assertEquals(List.of(3L, 4L, 11L), List.of(seat.openQuantity(3), seat.openQuantity(12), seat.openQuantity(11)));
        assertEquals(8, market.gateway.engine().engine().openOrders(0));
    }

    @Test
    void massCancelHasOneAnswer() {
        final Seat seat = market.establish("A", ofA);
        seat.enter(1, XYZ, OrderSide.BUY, OrderDuration.DAY, 1, PRICE);
        seat.massCancel(7);
        seat.massCancel(XYZ);
        market.settle();

        assertEquals(List.of("1 accepted 1", "2 refused CANCEL_ALL UNKNOWN_INSTRUMENT", "3 cancelled 1 1 REQUESTED",
                "3 mass cancelled 1"), ofA.take());
    }

    @Test
    void ordersAreCancelledAtDisconnectionIfTheExchangeRequiresIt() {
        final Seat keeping = market.establish("A", ofA);
        final Seat cancelling = market.establish("C", ofB);
        keeping.enter(1, XYZ, OrderSide.BUY, OrderDuration.DAY, 1, PRICE);
        cancelling.enter(1, XYZ, OrderSide.BUY, OrderDuration.DAY, 2, PRICE);
        market.settle();
        assertEquals(List.of(100_000L, 3L, 2L), level(BookSide.BUY));

        market.closeSeats();
        market.settle();

        assertEquals(List.of(100_000L, 1L, 1L), level(BookSide.BUY));
        assertTrue(market.notices.contains("seat C is disconnected (TERMINATED), its next request is 2"),
                market.notices::toString);
    }

    @Test
    void refusalsAreCountedByCodeAlsoWithoutASeat() {
        final Seat impostor = market.start("A", "B", ofA);
        market.until(() -> ofA.ended != null);
        assertEquals(SeatEndCause.REJECTED, ofA.ended);
        assertEquals(1, market.gateway.intake().rejected(EstablishRejectCode.PROOF));
        assertEquals(0, market.gateway.intake().rejected(EstablishRejectCode.UNKNOWN_SEAT));
        assertFalse(impostor.isEstablished());

        market.start("D", "D", ofB);
        market.until(() -> ofB.ended != null);
        assertEquals(1, market.gateway.intake().rejected(EstablishRejectCode.UNKNOWN_SEAT));
        assertEquals(0, market.gateway.intake().refused(NotAppliedCode.NOT_ESTABLISHED));
    }

    @Test
    void requestsOverTheMessageRateWaitOrAreRejectedByTheSeatsSetting() {
        final Seat waiting = market.establish("W", ofA);
        final Seat rejected = market.establish("R", ofB);
        final long beginNs = System.nanoTime();
        for (int id = 1; id <= 20; id++) {
            waiting.enter(id, XYZ, OrderSide.BUY, OrderDuration.DAY, 1, PRICE);
        }
        waiting.cancel(20);
        rejected.enter(1, XYZ, OrderSide.BUY, OrderDuration.DAY, 1, PRICE);
        rejected.enter(2, XYZ, OrderSide.BUY, OrderDuration.DAY, 1, PRICE);
        market.until(() -> rejected.unanswered() == 0);
        assertTrue(waiting.unanswered() > 0, "a waiting seat delays another");
        market.settle();

        assertTrue(System.nanoTime() - beginNs >= 18_000_000, "20 orders at 1,000 a second");
        assertEquals(List.of("1 accepted 1", "2 rejected 2 RATE"), ofB.take());
        final List<String> texts = ofA.take();
        assertEquals(21, texts.size(), texts::toString);
        assertEquals("21 cancelled 20 1 REQUESTED", texts.getLast());
    }

    @Test
    void secondGatewayOfAMarketIsRefused() {
        final BusException e = assertThrows(BusException.class, () -> market.newGateway().close());
        assertEquals("market orders has a gateway already, in process " + ProcessHandle.current().pid()
                + ": end that one, or use another market", e.getMessage());
    }

    @Test
    void endedGatewayDisconnectsItsSeats() {
        final Seat seat = market.establish("A", ofA);
        market.until(() -> !market.gateway.disconnectNext());
        market.until(() -> ofA.ended != null);

        assertEquals("DISCONNECTED the gateway has disconnected the seat: GATEWAY_ENDED",
                ofA.ended + " " + ofA.endedWhy);
        assertEquals(DisconnectCause.GATEWAY_ENDED, market.gateway.seats().getFirst().cause());
        assertFalse(seat.isEstablished());
    }

    @Test
    void entriesRunAgainGiveTheSameReportsAndBooks() {
        final Seat first = market.establish("A", ofA);
        final Seat second = market.establish("B", ofB);
        for (int id = 1; id <= 60; id++) {
            final OrderSide side = id % 3 == 0 ? OrderSide.SELL : OrderSide.BUY;
            (id % 2 == 0 ? first : second).enter(id, XYZ, side, OrderDuration.DAY, id, PRICE + id % 5 * 10_000);
            market.settle();
        }
        first.massCancel();
        second.requestOpenOrders();
        market.closeSeats();
        market.settle();
        market.until(() -> market.reports.stream().filter(RunningMarket::isReport).count() == market.gateway
                .reports().count());

        final RecordedWriter out = new RecordedWriter();
        final RecordedWriter marketData = new RecordedWriter();
        final EntryEngine engine = market.repeat(out, marketData);

        assertIterableEquals(RecordedWriter.shown(market.reports.stream().filter(RunningMarket::isReport).toList()),
                RecordedWriter.shown(out.messages.stream().filter(RunningMarket::isReport).toList()));
        // The session's own messages, SessionBegin and two instruments, follow from no entry.
        assertIterableEquals(RecordedWriter.shown(market.marketData.subList(3, market.marketData.size())),
                RecordedWriter.shown(marketData.messages));
        assertEquals(market.gateway.engine().engine().hash(), engine.engine().hash());
        assertTrue(market.gateway.reports().trades() > 5, "no trades");
    }

    private List<Long> level(final int side) {
        return List.of(market.books.price(XYZ, side, 0), market.books.shares(XYZ, side, 0),
                (long) market.books.orders(XYZ, side, 0));
    }

    private long refusals() {
        return market.books.refusals().unknownReference() + market.books.refusals().outOfRange()
                + market.books.refusals().moreThanResting() + market.books.refusals().bookFull()
                + market.books.refusals().duplicateReference();
    }

    private static int template(final byte[] message) {
        return new MessageHeaderDecoder().wrap(new UnsafeBuffer(message), 0).templateId();
    }
}
