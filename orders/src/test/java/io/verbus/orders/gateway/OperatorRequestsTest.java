package io.verbus.orders.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertIterableEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.codec.marketdata.TradingStatusDecoder;
import io.verbus.codec.orders.ControlRequestEncoder;
import io.verbus.codec.orders.LimitCode;
import io.verbus.codec.orders.MessageHeaderDecoder;
import io.verbus.codec.orders.OperatorAction;
import io.verbus.codec.orders.OrderDuration;
import io.verbus.codec.orders.OrderSide;
import io.verbus.orders.seat.Seat;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator's seat controls the market and requests its state. */
class OperatorRequestsTest {
    private static final int XYZ = 1;
    private static final long PRICE = 10_000_000;

    private final ReportTexts ofA = new ReportTexts();
    private final ReportTexts ofB = new ReportTexts();
    private final ReportTexts ofOperator = new ReportTexts();
    private RunningMarket market;
    private Seat seat;
    private Seat operator;

    @BeforeEach
    void launch(@TempDir(factory = ShmDir.class) final Path directory) {
        market = new RunningMarket(directory, "instrument XYZ", "seat A secret-file=a", "seat B secret-file=b",
                "seat OPS secret-file=o operator=yes");
        seat = market.establish("A", ofA);
        operator = market.establish("OPS", ofOperator);
    }

    @AfterEach
    void close() {
        market.close();
    }

    @Test
    void killSwitchCancelsOrdersAndRefusesNewOnes() {
        enter(1, 5);
        assertEquals(List.of("1 control DONE"), control(operator, ofOperator, OperatorAction.KILL, "A"));
        enter(2, 5);
        assertEquals(List.of("1 accepted 1", "0 cancelled 1 5 KILL", "2 rejected 2 KILLED"), ofA.take());
        assertEquals(0, market.books.liveOrders());

        control(operator, ofOperator, OperatorAction.REVIVE, "A");
        enter(3, 5);
        control(operator, ofOperator, OperatorAction.KILL_ALL, "");
        enter(4, 5);
        control(operator, ofOperator, OperatorAction.REVIVE_ALL, "");
        assertEquals(List.of("3 accepted 3", "0 cancelled 3 5 KILL", "4 rejected 4 KILLED"), ofA.take());
    }

    @Test
    void haltedInstrumentRefusesOrdersAndIsMarketData() {
        control(operator, ofOperator, OperatorAction.HALT, "XYZ");
        enter(1, 5);
        control(operator, ofOperator, OperatorAction.RESUME, "XYZ");
        enter(2, 5);

        assertEquals(List.of("1 rejected 1 HALTED", "2 accepted 2"), ofA.take());
        assertEquals(2, market.marketData.stream()
                .filter(one -> new MessageHeaderDecoder().wrap(new UnsafeBuffer(one), 0)
                        .templateId() == TradingStatusDecoder.TEMPLATE_ID)
                .count());
    }

    @Test
    void limitsChangeAndStayBelowTheQuantityOfMarketData() {
        limit(7);
        enter(1, 8);
        limit(Long.MAX_VALUE);
        enter(2, SettingControls.MAX_QUANTITY);
        enter(3, SettingControls.MAX_QUANTITY + 1);

        assertEquals(List.of("1 rejected 1 MAX_QUANTITY", "2 accepted 2", "3 rejected 3 MAX_QUANTITY"), ofA.take());
    }

    @Test
    void endOfTheDayCancelsDayOrders() {
        enter(1, 5);
        seat.enter(2, XYZ, OrderSide.BUY, OrderDuration.GTC, 6, PRICE);
        market.settle();
        control(operator, ofOperator, OperatorAction.END_DAY, "");

        assertEquals(List.of("1 accepted 1", "2 accepted 2", "0 cancelled 1 5 END_OF_DAY"), ofA.take());
        assertEquals(1, market.books.liveOrders());
    }

    @Test
    void requestsOfOtherSeatsAndUnknownNamesAreRefused() {
        assertEquals(List.of("1 control NOT_AN_OPERATOR"), control(seat, ofA, OperatorAction.KILL, "B"));
        assertEquals(List.of("1 control UNKNOWN_SEAT"), control(operator, ofOperator, OperatorAction.KILL, "D"));
        assertEquals(List.of("2 control UNKNOWN_INSTRUMENT"),
                control(operator, ofOperator, OperatorAction.HALT, "A"));
        assertEquals(List.of("3 control INVALID_VALUE"),
                control(operator, ofOperator, OperatorAction.SET_LIMIT, "A"));
        assertEquals(List.of("4 control INVALID_VALUE"), control(operator, ofOperator, OperatorAction.SET_RATE, "A"));
        seat.requestStatus();
        market.until(() -> !ofA.status.isEmpty());
        assertEquals(List.of("NOT_AN_OPERATOR trades 0 resting 0 wrong proofs 0 killed NO"), ofA.status);
    }

    @Test
    void statusHasSeatsPositionsAndRefusalsByCode() {
        market.start("B", "A", ofB);
        market.until(() -> ofB.ended != null);
        market.seats.removeLast().close();
        final Seat other = market.establish("B", new ReportTexts());
        enter(1, 5);
        other.enter(1, XYZ, OrderSide.SELL, OrderDuration.DAY, 3, PRICE);
        market.settle();
        control(operator, ofOperator, OperatorAction.KILL, "B");
        assertEquals(0, operator.requestStatus());
        market.until(() -> ofOperator.status.size() == 6);

        assertIterableEquals(List.of("A connected YES next 2 open 1 killed NO",
                "B connected YES next 2 open 0 killed YES",
                "OPS connected YES next 2 open 0 killed NO", "position 0 XYZ 3", "position 1 XYZ -3",
                "DONE trades 1 resting 1 wrong proofs 1 killed NO"), ofOperator.status);
        assertTrue(market.gateway.engine().isKilled(1) && !market.gateway.engine().isKilled());
    }

    private void enter(final long id, final long quantity) {
        seat.enter(id, XYZ, OrderSide.BUY, OrderDuration.DAY, quantity, PRICE);
        market.settle();
    }

    private void limit(final long value) {
        control(operator, ofOperator, OperatorAction.SET_LIMIT, "A",
                terms -> terms.limitCode(LimitCode.QUANTITY).value(value));
    }

    private List<String> control(final Seat by, final ReportTexts reports, final OperatorAction action,
            final String subject) {
        return control(by, reports, action, subject, terms -> {});
    }

    /** Returns the reports to the seat since the last call. */
    private List<String> control(final Seat by, final ReportTexts reports, final OperatorAction action,
            final String subject, final Consumer<ControlRequestEncoder> terms) {
        assertEquals(0, by.claimControl(action, subject));
        terms.accept(by.control());
        by.commitControl();
        market.settle();
        return reports.take();
    }
}
