package io.verbus.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Bus;
import io.verbus.BusSettings;
import io.verbus.Publication;
import io.verbus.Start;
import io.verbus.Subscription;
import io.verbus.SubscriptionSettings;
import io.verbus.codec.orders.DisconnectCause;
import io.verbus.codec.orders.ExecutedReportEncoder;
import io.verbus.codec.orders.MessageHeaderEncoder;
import io.verbus.codec.orders.NotAppliedCode;
import io.verbus.codec.orders.NotAppliedEncoder;
import io.verbus.codec.orders.OrderDuration;
import io.verbus.codec.orders.OrderSide;
import io.verbus.codec.orders.PriceType;
import io.verbus.codec.orders.TerminatedEncoder;
import io.verbus.orders.seat.LocalRefusal;
import io.verbus.orders.seat.Seat;
import io.verbus.orders.seat.SeatEnd;
import io.verbus.orders.seat.SeatSettings;
import io.verbus.support.Patience;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Seats and a gateway with the engine on buses over shared memory. */
class SeatOnBusTest {

    private final Map<String, SeatSecret> secrets = new TreeMap<>(
            Map.of("A", TwoEnds.secret(1), "B", TwoEnds.secret(2)));
    private final RecordedSeatEvents events = new RecordedSeatEvents();
    private final List<Seat> seats = new ArrayList<>();
    private final List<byte[]> entries = new ArrayList<>();
    private Bus ofGateway;
    private Bus ofTraders;
    private Subscription recorder;
    private BusGateway gateway;

    @BeforeEach
    void launch(@TempDir(factory = ShmDir.class) final Path directory) {
        ofGateway = Bus.launch(BusSettings.defaults().withDirectory(directory));
        ofTraders = Bus.launch(BusSettings.defaults().withDirectory(directory));
        recorder = ofTraders.subscribe(SubscriptionSettings.of("orders.log").withStart(Start.oldest()));
        gateway = new BusGateway(ofGateway, secrets, entries);
        untilGateway(() -> { // a seat may be established before the recorder has found the log
            record();
            return !recorder.sessions().isEmpty();
        });
    }

    @AfterEach
    void close() {
        recorder.close();
        if (gateway != null) {
            gateway.close();
        }
        ofTraders.close();
        ofGateway.close();
    }

    @Test
    void twoSeatsTrade() {
        final RecordedSeatEvents other = new RecordedSeatEvents();
        final Seat maker = establish("A", events);
        final Seat taker = establish("B", other);

        assertEquals(1, maker.enter(1, 0, OrderSide.SELL, OrderDuration.GTC, 10, 100));
        until(() -> maker.unanswered() == 0);
        assertEquals(0, taker.claimOrder(7));
        taker.order().instrumentId(0).side(OrderSide.BUY).duration(OrderDuration.IOC).quantity(4)
                .priceType(PriceType.MARKET);
        assertEquals(1, taker.commitOrder());
        until(() -> taker.unanswered() == 0 && maker.openQuantity(1) == 6);

        assertEquals(List.of("established 0 next 1", "accepted answers 1", "report answers 0"), events.take());
        assertEquals(List.of("established 1 next 1", "accepted answers 1", "report answers 1"), other.take());
        assertEquals(LocalRefusal.UNKNOWN_ORDER, taker.cancel(7));
        closeAll();
        assertEquals(DisconnectCause.TERMINATED, gateway.seats.get(0).cause());
        assertEquals("ended CLOSED", events.take().getLast());
    }

    /** Any process of the user may write to orders.out. */
    @Test
    void messagesOfAnotherProcessAreIgnored() {
        final Seat seat = establish("A", events);
        seat.enter(1, 0, OrderSide.BUY, OrderDuration.GTC, 10, 50);
        until(() -> seat.unanswered() == 0);
        events.take();
        final long session = gateway.seats.get(0).session();
        try (Publication forger = ofTraders.publish("orders.out")) {
            final UnsafeBuffer message = new UnsafeBuffer(new byte[128]);
            final MessageHeaderEncoder header = new MessageHeaderEncoder();
            forger.offer(message, 0, new ExecutedReportEncoder().wrapAndApplyHeader(message, 0, header).number(2)
                    .seat(0).eventNumber(9).orderId(1).quantity(10).price(50).limit());
            forger.offer(message, 0, new NotAppliedEncoder().wrapAndApplyHeader(message, 0, header).seat(0)
                    .code(NotAppliedCode.MALFORMED).session(session).refused(1).expected(1).limit());
            forger.offer(message, 0, new TerminatedEncoder().wrapAndApplyHeader(message, 0, header).seat(0)
                    .cause(DisconnectCause.OPERATOR).expected(1).session(session).limit());
            final long[] count = new long[1];
            try (Subscription audit = ofTraders.subscribe(SubscriptionSettings.of("orders.out")
                    .withStart(Start.oldest()))) {
                until(() -> {
                    audit.poll((buffer, offset, length, frame) -> {
                        count[0] += frame.session() == forger.session().id() ? 1 : 0;
                        return Action.TAKEN;
                    }, 100);
                    return count[0] == 3 && forger.subscribers().stream().allMatch(one -> one.lagBytes() == 0);
                });
            }
        }
        assertEquals(2, seat.enter(2, 0, OrderSide.BUY, OrderDuration.GTC, 10, 50));
        until(() -> seat.unanswered() == 0);

        assertEquals(List.of("accepted answers 2"), events.take());
        assertEquals(10, seat.openQuantity(1));
        closeAll();
    }

    @Test
    void restartedSeatReadsItsReportsAgain() {
        final Seat first = establish("A", events);
        for (int i = 1; i <= 20; i++) {
            assertEquals(i, first.enter(i, 0, OrderSide.BUY, OrderDuration.DAY, i, 50));
        }
        until(() -> first.unanswered() == 0);
        closeAll();

        final RecordedSeatEvents again = new RecordedSeatEvents();
        final Seat second = establish("A", again);
        until(() -> second.nextReport() == 21);

        assertEquals("established 0 next 21", again.take().getFirst());
        assertEquals(21, second.cancel(20));
        until(() -> second.unanswered() == 0);
        closeAll();
    }

    @Test
    void seatContinuesWithTheNextGateway() {
        final Seat seat = establish("A", events);
        seat.enter(1, 0, OrderSide.BUY, OrderDuration.DAY, 5, 50);
        until(() -> seat.unanswered() == 0);
        record();
        gateway.close();
        gateway = null;
        until(() -> !seat.isEstablished());
        assertEquals(LocalRefusal.NOT_ESTABLISHED, seat.cancel(1));

        gateway = new BusGateway(ofGateway, secrets, List.copyOf(entries));
        until(seat::isEstablished);
        assertEquals(2, seat.cancel(1));
        until(() -> seat.unanswered() == 0);

        assertEquals(List.of("established 0 next 1", "accepted answers 1", "interrupted", "established 0 next 2",
                "report answers 2"), events.take());
        assertEquals(0, gateway.engine.restingOrders().size());
        closeAll();
    }

    @Test
    void hangingSeatIsDisconnectedAndReplaced() {
        final Seat hanging = establish("A", events);
        hanging.enter(1, 0, OrderSide.BUY, OrderDuration.DAY, 5, 50);
        untilGateway(() -> gateway.seats.get(0).cause() == DisconnectCause.KEEP_ALIVE);
        assertEquals(2, gateway.seats.get(0).nextNumber());

        final RecordedSeatEvents next = new RecordedSeatEvents();
        final Seat seat = Seat.establish(ofTraders, settings("A"), next);
        seats.add(seat);
        until(seat::isEstablished);
        until(() -> hanging.state() == SeatEnd.State.ENDED);

        assertEquals("ended DISCONNECTED", events.take().getLast());
        closeAll();
    }

    @Test
    void publicationThatIsClosedWithoutTerminateDisconnectsTheSeat() {
        establish("A", events);
        ofTraders.close();
        untilGateway(() -> gateway.seats.get(0).cause() != DisconnectCause.NULL_VAL);

        assertEquals(DisconnectCause.SESSION_ENDED, gateway.seats.get(0).cause());
    }

    private static SeatSettings settings(final String name) {
        return SeatSettings.of(name, TwoEnds.secret(name.equals("A") ? 1 : 2)).withKeepAlive(Duration.ofMillis(500));
    }

    private Seat establish(final String name, final RecordedSeatEvents listener) {
        final Seat seat = Seat.establish(ofTraders, settings(name), listener);
        seats.add(seat);
        until(seat::isEstablished);
        return seat;
    }

    private void until(final BooleanSupplier condition) {
        untilGateway(() -> {
            seats.forEach(Seat::poll);
            return condition.getAsBoolean();
        });
    }

    private void untilGateway(final BooleanSupplier condition) {
        final long beginNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - beginNs < Patience.NS, () -> "events: " + events.events);
            if (gateway != null) {
                gateway.step();
            }
            Thread.onSpinWait();
        }
    }

    private void record() {
        recorder.poll((buffer, offset, length, header) -> {
            final byte[] entry = new byte[length];
            buffer.getBytes(offset, entry);
            entries.add(entry);
            return Action.TAKEN;
        }, Integer.MAX_VALUE);
    }

    private void closeAll() {
        untilGateway(() -> {
            seats.removeIf(Seat::tryClose);
            return seats.isEmpty();
        });
    }
}
