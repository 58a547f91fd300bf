package io.verbus.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.codec.orders.LimitCode;
import io.verbus.codec.orders.MarketStateDecoder;
import io.verbus.codec.orders.OperatorAction;
import io.verbus.codec.orders.OrderSide;
import io.verbus.orders.intake.EntryAppender;
import io.verbus.orders.intake.OperatorControl;
import io.verbus.orders.seat.SeatRequests;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Each byte of a message is written: none is left from the message that was in its place before. */
class DefinedBytesTest {
    private static final byte OLD = 0x5A;
    private static final byte OTHER_OLD = (byte) 0xA5;

    @Test
    void bytesOfAMessageDoNotDependOnThoseInItsPlaceBefore() {
        final List<List<Byte>> messages = messages(OLD);
        assertEquals(messages, messages(OTHER_OLD));

        final TreeSet<Integer> templates = new TreeSet<>();
        messages.forEach(one -> templates.add((int) one.get(2)));
        // Without the reports of the engine, operators, and the state of the market: these are of the application.
        assertTrue(templates.containsAll(IntStream.rangeClosed(1, 14).boxed().toList()), templates::toString);
        assertTrue(templates.containsAll(List.of(26, 27, 28, 29, 30, 31)), templates::toString);
        assertTrue(templates.last() < MarketStateDecoder.TEMPLATE_ID, templates::toString);
    }

    private static List<List<Byte>> messages(final byte old) {
        final TwoEnds market = new TwoEnds(old);
        final SimulatedSeat seat = market.establish("A", new RecordedSeatEvents());
        final SeatRequests requests = seat.end.requests();
        market.enter(seat, 1, OrderSide.BUY, 10, 100);
        requests.replace(market.nowNs, 1, 2, 9, 100);
        requests.reduce(market.nowNs, 2, 8);
        requests.cancel(market.nowNs, 2);
        requests.massCancel(market.nowNs);
        requests.requestOpenOrders(market.nowNs);
        market.run(100, seat); // heartbeats of both ends
        final SimulatedSeat second = market.start(market.settings("B"), new RecordedSeatEvents());
        final SimulatedSeat unknown = market.start(market.settings("C"), new RecordedSeatEvents());
        market.run(20, seat, second, unknown);
        seat.end.terminate(market.nowNs);
        market.run(50, seat, second);
        second.log.add(new byte[30]); // not applied
        market.run(2, second);

        final List<List<Byte>> all = new ArrayList<>();
        market.in.forEach(log -> addAll(all, log));
        market.outs.forEach(log -> addAll(all, log));
        addAll(all, market.entries);
        addAll(all, controls(old));
        return all;
    }

    private static SimulatedLog controls(final byte old) {
        final SimulatedLog log = new SimulatedLog(1, Integer.MAX_VALUE, old);
        final EntryAppender entries = new EntryAppender(log);
        entries.begins(1, 2, 3);
        entries.time(2);
        entries.operator(3, OperatorControl.limit(1, LimitCode.POSITION, 5));
        entries.operator(3, OperatorControl.of(OperatorAction.HALT, 0, 5));
        return log;
    }

    private static void addAll(final List<List<Byte>> all, final SimulatedLog log) {
        for (int i = 0; i < log.size(); i++) {
            final List<Byte> bytes = new ArrayList<>();
            for (final byte one : log.message(i)) {
                bytes.add(one);
            }
            all.add(bytes);
        }
    }
}
