package io.verbus.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.codec.orders.DisconnectCause;
import io.verbus.codec.orders.EstablishRejectCode;
import io.verbus.codec.orders.NotAppliedCode;
import io.verbus.codec.orders.OrderSide;
import io.verbus.orders.seat.LocalRefusal;
import io.verbus.orders.seat.SeatEnd;
import io.verbus.orders.seat.SeatSettings;
import io.verbus.recovery.RecoverySettings;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The rules of a seat, at both ends together. */
class SeatRulesTest {
    private final TwoEnds market = new TwoEnds();
    private final RecordedSeatEvents events = new RecordedSeatEvents();

    @Test
    void seatIsEstablishedByChallengeAndProof() {
        final SimulatedSeat seat = market.establish("B", events);

        assertEquals(SeatEnd.State.ESTABLISHED, seat.end.state());
        assertEquals(List.of("established 1 next 1"), events.take());
        assertEquals(seat.log.session, market.gateway.seats[1].session());
    }

    @Test
    void wrongSecretIsRejected() {
        final SimulatedSeat seat = market
                .start(SeatSettings.of("A", TwoEnds.secret(3)).withKeepAlive(Duration.ofMillis(100))
                        .withTimeout(Duration.ofSeconds(1)).withCapacity(TwoEnds.CAPACITY), events);
        market.run(20, seat);

        assertEquals(List.of("ended REJECTED"), events.take());
        assertEquals(0, market.entries.size());
    }

    @Test
    void unknownSeatIsRejected() {
        final SimulatedSeat seat = market.start(market.settings("C"), events);
        market.run(20, seat);

        assertEquals(List.of("ended REJECTED"), events.take());
    }

    @Test
    void keepAliveOutsideTheRangeOfTheGatewayIsRejected() {
        final SimulatedSeat seat = market.start(market.settings("A").withKeepAlive(Duration.ofMillis(9)), events);
        market.run(20, seat);

        assertEquals(List.of("ended REJECTED"), events.take());
    }

    @Test
    void seatThatExpectsAReportAboveTheNextOneIsRejected() {
        final SimulatedSeat seat = market.start(market.settings("A").withNextReport(2), events);
        market.run(20, seat);

        assertEquals(List.of("ended REJECTED"), events.take());
    }

    @Test
    void requestsAreRefusedUntilTheSeatIsEstablished() {
        final SimulatedSeat seat = market.start(market.settings("A"), events);

        assertEquals(LocalRefusal.NOT_ESTABLISHED, market.enter(seat, 1, OrderSide.BUY, 1, 100));
        assertEquals(LocalRefusal.NOT_ESTABLISHED, seat.end.requests().cancel(market.nowNs, 1));
        assertEquals(LocalRefusal.NOT_ESTABLISHED, seat.end.requests().massCancel(market.nowNs));
        assertEquals(1, seat.end.nextNumber());
    }

    @Test
    void everyRequestIsAnsweredWithItsNumber() {
        final SimulatedSeat seat = market.establish("A", events);
        events.take();

        assertEquals(1, market.enter(seat, 7, OrderSide.BUY, 10, 100));
        market.run(3, seat);
        assertEquals(2, seat.end.requests().reduce(market.nowNs, 7, 5));
        assertEquals(3, seat.end.requests().replace(market.nowNs, 7, 8, 6, 101));
        assertEquals(4, seat.end.requests().requestOpenOrders(market.nowNs));
        assertEquals(5, seat.end.requests().cancel(market.nowNs, 8));
        assertEquals(6, seat.end.requests().massCancel(market.nowNs));
        market.run(3, seat);

        assertEquals(List.of("accepted answers 1", "report answers 2", "report answers 3", "report answers 4",
                "report answers 4", "report answers 5", "report answers 6"), events.take());
        assertEquals(List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L), events.reports);
        assertEquals(0, seat.end.openOrders());
    }

    @Test
    void reportsThatTheLogsOfTwoGatewaysHaveLostAreReadFromAJournalEachTime() {
        loseGateway();
        final SimulatedSeat earlier = market.establish("A", events);
        for (int id = 1; id <= 100; id++) {
            market.enter(earlier, id, OrderSide.BUY, 1, 100);
        }
        market.run(10, earlier);
        final RecordedSeatEvents recovered = new RecordedSeatEvents();
        final SimulatedSeat seat = market.start(market.settings("A").withRecovery(RecoverySettings.defaults()),
                recovered);
        earlier.log.end();
        market.run(60, seat);
        assertEquals(1, seat.journals);
        for (int id = 101; id <= 200; id++) {
            market.enter(seat, id, OrderSide.BUY, 1, 100);
        }
        loseGateway();
        market.run(60, seat);

        assertEquals(2, seat.journals);
        assertEquals(SeatEnd.State.ESTABLISHED, seat.end.state());
        assertEquals(LongStream.rangeClosed(1, 200).boxed().toList(), recovered.reports);
        assertTrue(recovered.events.stream().noneMatch(event -> event.startsWith("missing")),
                recovered.events::toString);
    }

    /** The log of the next one loses reports before a seat reads it. */
    private void loseGateway() {
        market.killGateway();
        market.startGateway(2 << 10);
        market.run(10);
    }

    @Test
    void executionOfARestingOrderIsUnsolicited() {
        final RecordedSeatEvents other = new RecordedSeatEvents();
        final SimulatedSeat maker = market.establish("A", events);
        final SimulatedSeat taker = market.start(market.settings("B"), other);
        market.run(20, maker, taker);
        events.take();
        other.take();

        market.enter(maker, 1, OrderSide.SELL, 10, 100);
        market.run(2, maker, taker);
        market.enter(taker, 1, OrderSide.BUY, 4, 100);
        market.run(2, maker, taker);

        assertEquals(List.of("accepted answers 1", "report answers 0"), events.take());
        assertEquals(List.of("accepted answers 1", "report answers 1"), other.take());
        assertEquals(6, maker.end.openQuantity(1));
        assertFalse(taker.end.isOpen(1));
    }

    @Test
    void orderIdIsRefusedWhileItIsOpenAndUnknownIdsAreRefused() {
        final SimulatedSeat seat = market.establish("A", events);

        market.enter(seat, 1, OrderSide.BUY, 10, 100);
        assertEquals(LocalRefusal.DUPLICATE_ORDER, market.enter(seat, 1, OrderSide.BUY, 10, 100));
        assertEquals(LocalRefusal.UNKNOWN_ORDER, seat.end.requests().cancel(market.nowNs, 2));
        assertEquals(LocalRefusal.UNKNOWN_ORDER, seat.end.requests().replace(market.nowNs, 2, 3, 1, 1));
        assertEquals(LocalRefusal.UNKNOWN_ORDER, seat.end.requests().reduce(market.nowNs, 2, 3));
        assertEquals(2, seat.end.nextNumber());
    }

    @Test
    void unansweredMessagesFillAtMostHalfOfTheLog() {
        final SimulatedSeat seat = market.establish("A", events);
        market.killGateway();
        final long begin = seat.log.position();
        long id = 1;
        while (market.enter(seat, id, OrderSide.BUY, 1, 100) > 0) {
            id++;
        }

        assertEquals(LocalRefusal.WINDOW_FULL, market.enter(seat, id, OrderSide.BUY, 1, 100));
        final long unanswered = seat.log.position() - begin;
        assertTrue(unanswered <= TwoEnds.CAPACITY / 2 && unanswered > TwoEnds.CAPACITY / 2 - 200, "" + unanswered);

        market.startGateway();
        market.run(200, seat);
        assertTrue(market.enter(seat, id, OrderSide.BUY, 1, 100) > 0);
        assertEquals(List.of(), events.notTaken);
    }

    @Test
    void seatSendsHeartbeatsWhileItsThreadRuns() {
        final SimulatedSeat seat = market.establish("A", events);
        events.take();
        market.run(1_000, seat);

        assertEquals(List.of(), events.take());
        assertEquals(1, market.entries.size());
    }

    @Test
    void seatWhoseThreadHangsIsDisconnected() {
        final SimulatedSeat seat = market.establish("A", events);
        market.run(60);
        assertEquals(seat.log.session, market.gateway.seats[0].session());
        market.run(100);

        assertEquals(DisconnectCause.KEEP_ALIVE, market.gateway.seats[0].cause());
        market.run(1, seat);
        assertEquals("ended DISCONNECTED", events.take().getLast());
    }

    @Test
    void messagesThatWereCommittedBeforeTheKeepAliveLapsedAreTakenFirst() {
        final SimulatedSeat seat = market.establish("A", events);
        for (int i = 0; i < 50; i++) {
            market.enter(seat, i, OrderSide.BUY, 1, 100);
        }
        market.nowNs += 1_000 * TwoEnds.MS;
        for (int i = 0; i < 4; i++) { // 10 messages each: more are left
            market.gateway.step(market.nowNs, 10, 10);
            market.nowNs += 1_000 * TwoEnds.MS;
        }
        assertEquals(41, market.gateway.seats[0].nextNumber());
        assertEquals(seat.log.session, market.gateway.seats[0].session());

        market.run(200);
        assertEquals(51, market.gateway.seats[0].nextNumber());
        assertEquals(DisconnectCause.KEEP_ALIVE, market.gateway.seats[0].cause());
    }

    @Test
    void staleSessionIsRefusedForGood() {
        final SimulatedSeat paused = market.establish("A", events);
        market.run(200);
        final RecordedSeatEvents next = new RecordedSeatEvents();
        final SimulatedSeat seat = market.establish("A", next);
        assertEquals(List.of("established 0 next 1"), next.take());

        market.enter(paused, 1, OrderSide.BUY, 1, 100); // before it has read that it is disconnected
        market.run(5, seat);

        assertEquals(1, market.gateway.seats[0].nextNumber());
        assertEquals(1, market.refused(0, NotAppliedCode.STALE_SESSION));
        assertEquals(List.of(), next.take());
        paused.step(market.nowNs, 100);
        assertEquals(List.of(1L), events.notTaken);
        assertEquals(SeatEnd.State.ENDED, paused.end.state());
    }

    @Test
    void secondEstablishIsRefusedWhileTheSeatIsInUse() {
        final SimulatedSeat first = market.establish("A", events);
        final RecordedSeatEvents other = new RecordedSeatEvents();
        final SimulatedSeat second = market.start(market.settings("A"), other);
        market.run(1_000, first, second);
        assertEquals(List.of(), other.take());

        first.log.end();
        market.run(50, second);
        assertEquals(List.of("established 0 next 1"), other.take());
        assertEquals(DisconnectCause.SESSION_LOST, market.gateway.seats[0].cause());
    }

    @Test
    void seatInUseIsReportedAfterTheTimeout() {
        final SimulatedSeat first = market.establish("A", events);
        final RecordedSeatEvents other = new RecordedSeatEvents();
        final SimulatedSeat second = market.start(market.settings("A"), other);
        market.run(2_100, first, second);

        assertEquals(List.of("ended REJECTED"), other.take());
        assertEquals(SeatEnd.State.ESTABLISHED, first.end.state());
    }

    @Test
    void seatWithoutAGatewayEndsAfterTheTimeout() {
        market.killGateway();
        final SimulatedSeat seat = market.start(market.settings("A"), events);
        market.run(2_100, seat);

        assertEquals(List.of("ended TIMEOUT"), events.take());
        assertEquals(1, seat.log.size());
    }

    @Test
    void terminatedSeatHasItsRequestsTakenFirst() {
        final SimulatedSeat seat = market.establish("A", events);
        events.take();
        market.enter(seat, 1, OrderSide.BUY, 1, 100);
        seat.end.terminate(market.nowNs);
        assertEquals(LocalRefusal.NOT_ESTABLISHED, market.enter(seat, 2, OrderSide.BUY, 1, 100));
        market.run(5, seat);

        assertEquals(List.of("accepted answers 1", "ended CLOSED"), events.take());
        assertEquals(DisconnectCause.TERMINATED, market.gateway.seats[0].cause());
    }

    @Test
    void ordersAreCancelledOnDisconnectOnlyIfRequested() {
        final SimulatedSeat keeps = market.establish("A", events);
        final SimulatedSeat cancels = market.start(market.settings("B").withCancelOnDisconnect(true),
                new RecordedSeatEvents());
        market.run(20, keeps, cancels);
        market.enter(keeps, 1, OrderSide.BUY, 1, 100);
        market.enter(cancels, 1, OrderSide.BUY, 1, 100);
        market.run(5, keeps, cancels);
        assertEquals(2, market.gateway.engine.restingOrders().size());

        keeps.log.end();
        cancels.log.end();
        market.run(5);

        assertEquals(List.of(0), market.gateway.engine.restingOrders().stream().map(RestingOrder::seat).toList());
    }

    @Test
    void restartedSeatContinuesItsNumbersAndReports() {
        final SimulatedSeat first = market.establish("A", events);
        for (int i = 1; i <= 5; i++) {
            market.enter(first, i, OrderSide.BUY, i, 100);
        }
        market.run(2, first);
        final long nextReport = first.end.nextReport();
        for (int i = 6; i <= 9; i++) {
            market.enter(first, i, OrderSide.BUY, i, 100);
        }
        first.log.end();
        assertEquals(6, nextReport);

        final RecordedSeatEvents again = new RecordedSeatEvents();
        again.nextReport = nextReport;
        final SimulatedSeat second = market.start(market.settings("A").withNextReport(nextReport), again);
        market.run(60, second);

        assertEquals("established 0 next 10", again.take().getFirst());
        assertEquals(List.of(6L, 7L, 8L, 9L), again.reports);
        assertEquals(10, market.enter(second, 10, OrderSide.BUY, 1, 100));
    }

    @Test
    void seatContinuesWithTheNextGateway() {
        final SimulatedSeat seat = market.establish("A", events);
        market.enter(seat, 1, OrderSide.BUY, 1, 100);
        market.run(2, seat);
        events.take();

        market.enter(seat, 2, OrderSide.BUY, 1, 100);
        market.killGateway();
        market.enter(seat, 3, OrderSide.BUY, 1, 100);
        market.run(5, seat);
        assertEquals(LocalRefusal.NOT_ESTABLISHED, market.enter(seat, 4, OrderSide.BUY, 1, 100));
        market.startGateway();
        market.run(30, seat);

        assertEquals(List.of("interrupted", "established 0 next 4", "accepted answers 2", "accepted answers 3"),
                events.take());
        assertEquals(List.of(1L, 2L, 3L), events.reports);
        assertEquals(3, market.gateway.engine.restingOrders().size());
    }

    @Test
    void silentGatewayInterruptsTheSeat() {
        final SimulatedSeat seat = market.establish("A", events);
        events.take();
        for (int i = 0; i < 160; i++) {
            market.nowNs += TwoEnds.MS;
            seat.step(market.nowNs, 100);
        }

        assertEquals(List.of("interrupted"), events.take());
    }

    @Test
    void gatewayThatWasStoppedDisconnectsNoLivingSeat() {
        final SimulatedSeat seat = market.establish("A", events);
        events.take();
        for (int i = 0; i < 1_000; i++) {
            market.nowNs += TwoEnds.MS;
            seat.step(market.nowNs, 100);
        }
        market.run(30, seat);

        assertEquals(List.of("interrupted", "established 0 next 1"), events.take());
        assertEquals(DisconnectCause.NULL_VAL, market.gateway.seats[0].cause());
    }

    @Test
    void nextGatewayWaitsAKeepAliveForItsSeats() {
        final SimulatedSeat seat = market.establish("A", events);
        market.killGateway();
        market.nowNs += 1_000 * TwoEnds.MS;
        market.startGateway();
        market.run(90);
        assertEquals(seat.log.session, market.gateway.seats[0].session());
        market.run(30);

        assertEquals(DisconnectCause.KEEP_ALIVE, market.gateway.seats[0].cause());
    }

    @Test
    void fullEntryLogDelaysMessagesAndLosesNone() {
        final SimulatedSeat seat = market.establish("A", events);
        market.entries.full(true);
        market.enter(seat, 1, OrderSide.BUY, 1, 100);
        market.run(50, seat);
        assertEquals(1, market.gateway.seats[0].nextNumber());

        market.entries.full(false);
        market.run(5, seat);
        assertEquals(2, market.gateway.seats[0].nextNumber());
        seat.log.end();
        market.entries.full(true);
        market.run(5);
        assertEquals(seat.log.session, market.gateway.seats[0].session());
        market.entries.full(false);
        market.run(5);
        assertEquals(DisconnectCause.SESSION_LOST, market.gateway.seats[0].cause());
        assertEquals(0, market.gateway.intake.sessions());
    }

    @Test
    void gatewayWithoutTheEntriesOfAnEarlierOneRejectsSessionsOfThat() {
        final SimulatedSeat seat = market.establish("A", events);
        market.enter(seat, 1, OrderSide.BUY, 1, 100);
        market.run(5, seat);
        market.killGateway();
        market.enter(seat, 2, OrderSide.BUY, 1, 100);
        final RecordedSeatEvents other = new RecordedSeatEvents();
        final SimulatedSeat waiting = market.start(market.settings("B"), other);
        market.run(5, seat, waiting);
        market.startGatewayWithoutEntries();
        market.run(30, seat, waiting);

        // No request is answered as not applied: order 1 was.
        assertEquals(List.of("established 0 next 1", "accepted answers 1", "interrupted", "ended REJECTED"),
                events.take());
        assertEquals(List.of(), events.notTaken); // the gateway does not know: order 1 was taken
        assertTrue(market.gateway.intake.rejected(EstablishRejectCode.EARLIER_GATEWAY) > 0);
        assertEquals(List.of("established 1 next 1"), other.take());
        assertEquals(SeatEnd.State.ESTABLISHED, market.establish("A", new RecordedSeatEvents()).end.state());
    }

    @Test
    void requestOfASessionThatIsNotEstablishedShowsAnEarlierGateway() {
        final SimulatedSeat seat = market.establish("A", events);
        market.run(100, seat);
        final byte[] heartbeat = seat.log.message(seat.log.size() - 1);
        market.killGateway();
        market.startGatewayWithoutEntries();
        market.in.clear();
        final RecordedSeatEvents other = new RecordedSeatEvents();
        final SimulatedSeat next = market.start(market.settings("A"), other);
        next.log.add(heartbeat); // the messages before it are overwritten
        market.run(30, next);

        assertEquals(List.of("ended REJECTED"), other.take().stream().filter(one -> one.startsWith("e")).toList());
    }
}
