package io.verbus.orders.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.Action;
import io.verbus.Publication;
import io.verbus.PublicationSettings;
import io.verbus.Subscription;
import io.verbus.codec.orders.EstablishEncoder;
import io.verbus.codec.orders.EstablishRejectCode;
import io.verbus.codec.orders.MarketStateDecoder;
import io.verbus.codec.orders.MessageHeaderDecoder;
import io.verbus.codec.orders.MessageHeaderEncoder;
import io.verbus.codec.orders.NewOrderEncoder;
import io.verbus.codec.orders.NotAppliedCode;
import io.verbus.codec.orders.OrderDuration;
import io.verbus.codec.orders.OrderSide;
import io.verbus.codec.orders.PriceType;
import io.verbus.codec.orders.SeatStateDecoder;
import io.verbus.codec.orders.YesNo;
import io.verbus.orders.intake.GatewayEnd;
import io.verbus.orders.intake.OrderIntake;
import io.verbus.orders.seat.Seat;
import io.verbus.orders.seat.SeatEnd;
import io.verbus.orders.seat.SeatListener;
import io.verbus.orders.seat.SeatSettings;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sessions of orders.in that do harm: their messages change nothing for another seat, whose requests are answered
 * meanwhile, and the status of the market has each refusal by its code.
 */
class HarmfulSessionsTest {
    private static final int XYZ = 1;
    private static final int SEAT_A = 0;
    private static final int SEAT_B = 1;
    private static final int CAPACITY = 1 << 16;
    /** Messages of several logs. */
    private static final int MANY = 5_000;
    /** The gateway takes 4 of each session in a poll. */
    private static final int FEW = 50;
    private static final byte[] GARBAGE = new byte[56];

    private final Counts counts = new Counts();
    private RunningMarket market;
    private Seat paced;
    private Seat operator;
    /** A session that is bound to seat B, and writes anything. */
    private Publication harmful;
    private Subscription reports;
    private SeatEnd end;
    private long id;

    @BeforeEach
    void launch(@TempDir(factory = ShmDir.class) final Path directory) {
        market = new RunningMarket(directory, "instrument XYZ", "seat A secret-file=a", "seat B secret-file=b",
                "seat OPS secret-file=o operator=yes", "seat MANY secret-file=m");
        paced = market.establish("A", SeatListener.NONE);
        operator = market.establish("OPS", counts);
        harmful = market.ofTraders.publish(PublicationSettings.of("orders.in").withCapacity(CAPACITY));
        reports = market.ofTraders.subscribe("orders.out");
        end = new SeatEnd(SeatSettings.of("B", RunningMarket.secret("B")).withKeepAlive(Duration.ofSeconds(30)),
                harmful.session().id(), harmful, new Random(1)::nextBytes, SeatListener.NONE,
                System.nanoTime());
        untilHarmful(() -> end.state() == SeatEnd.State.ESTABLISHED);
    }

    @AfterEach
    void close() {
        harmful.close();
        reports.close();
        market.close();
    }

    @Test
    void boundSessionIsRefusedByCodeAndItsSeatContinues() {
        send(order(1, SEAT_B));
        send(order(1, SEAT_B));
        send(order(7, SEAT_B));
        send(order(2, SEAT_A));
        send(GARBAGE);
        send(order(2, SEAT_B));

        assertEquals(Map.of("HIGHER_NUMBER", 1L, "OTHER_SEAT", 1L, "MALFORMED", 1L), refusals());
        assertEquals("next 3 skipped 1 not applied 3", counts.seatB);
    }

    @Test
    void staleSessionIsRefusedForGood() {
        end.terminate(System.nanoTime());
        untilHarmful(() -> end.state() == SeatEnd.State.ENDED);
        send(order(1, SEAT_B));
        send(establish());

        assertEquals(Map.of("STALE_SESSION", 1L, "SESSION_IN_USE", 1L), refusals());
        assertEquals("next 1 skipped 0 not applied 1", counts.seatB);
    }

    @Test
    void sessionsWithoutASeatAreRefusedByCode() {
        try (Publication other = market.ofTraders.publish("orders.in")) {
            other.offer(new UnsafeBuffer(order(1, SEAT_B)), 0, order(1, SEAT_B).length);
            other.offer(new UnsafeBuffer(GARBAGE), 0, GARBAGE.length);
            market.start("B", "A", SeatListener.NONE);
            market.start("D", "D", SeatListener.NONE);
            market.start("A", "A", SeatListener.NONE);
            final OrderIntake intake = market.gateway.intake();
            market.until(() -> intake.refused(NotAppliedCode.MALFORMED) > 0
                    && Stream.of(EstablishRejectCode.PROOF, EstablishRejectCode.UNKNOWN_SEAT,
                            EstablishRejectCode.SEAT_IN_USE).allMatch(code -> intake.rejected(code) > 0));

            final Map<String, Long> refusals = refusals();
            assertTrue(refusals.remove("SEAT_IN_USE") >= 1, "repeated until it times out");
            assertEquals(Map.of("NOT_ESTABLISHED", 1L, "MALFORMED", 1L, "PROOF", 1L, "UNKNOWN_SEAT", 1L), refusals);
        }
    }

    /** The gateway loses the most of them. The next poll has one of the others. */
    @Test
    void requestIsAnsweredBesideALogThatIsAlwaysFull() {
        send(order(1, SEAT_B));
        for (final byte[] message : List.of(order(1, SEAT_B), order(1, SEAT_A), order(9, SEAT_B), GARBAGE)) {
            for (int i = 0; i < MANY; i++) {
                harmful.offer(new UnsafeBuffer(message), 0, message.length);
            }
            final long before = handled();
            paced.enter(++id, XYZ, OrderSide.BUY, OrderDuration.IOC, 1, 1);
            market.until(() -> paced.unanswered() == 0);
            final long messages = handled() - before;
            assertTrue(messages < FEW, () -> messages + " messages before the request");
            market.until(() -> handled() > before + FEW);
        }
        assertEquals(0, market.gateway.seats().get(SEAT_A).skipped());
        assertEquals(2, market.gateway.seats().get(SEAT_B).nextNumber());
    }

    /** Each duty cycle lists a few orders at most, and takes the request. */
    @Test
    void requestIsAnsweredBesideRequestsForOpenOrdersWithoutEnd() {
        final Seat other = market.establish("MANY", SeatListener.NONE);
        for (int order = 1; order <= MANY; order++) {
            final int number = order;
            market.until(() -> other.enter(number, XYZ, OrderSide.BUY, OrderDuration.DAY, 1, 10_000) > 0);
        }
        market.settle();
        for (int round = 0; round < FEW; round++) {
            other.requestOpenOrders();
            market.until(() -> market.gateway.engine().isListing());
            final long before = market.gateway.reports().count();
            paced.enter(++id, XYZ, OrderSide.BUY, OrderDuration.IOC, 1, 1);
            market.until(() -> paced.unanswered() == 0);
            final long reported = market.gateway.reports().count() - before;
            assertTrue(reported < MANY / 2, () -> reported + " reports before the answer");
        }
    }

    /** Sends a message, and returns when the gateway has handled it. */
    private void send(final byte[] message) {
        final long before = handled();
        harmful.offer(new UnsafeBuffer(message), 0, message.length);
        requestIsAnswered();
        market.until(() -> handled() > before);
    }

    private long handled() {
        final GatewayEnd seatB = market.gateway.seats().get(SEAT_B);
        return GatewaySummary.refused(market.gateway) + seatB.skipped() + seatB.nextNumber();
    }

    private void requestIsAnswered() {
        paced.enter(++id, XYZ, OrderSide.BUY, OrderDuration.IOC, 1, 1);
        market.settle();
    }

    private void untilHarmful(final BooleanSupplier condition) {
        market.until(() -> {
            reports.poll((buffer, offset, length, header) -> end.onMessage(System.nanoTime(), header.session(), buffer,
                    offset, length)
                            ? Action.TAKEN
                            : Action.NOT_TAKEN,
                    10);
            end.doWork(System.nanoTime(), false);
            return condition.getAsBoolean();
        });
    }

    /** The codes with a count in the status of the market. */
    private Map<String, Long> refusals() {
        counts.refusals.clear();
        assertEquals(0, operator.requestStatus());
        market.until(() -> !counts.refusals.isEmpty());
        counts.refusals.values().removeIf(count -> count == 0);
        return counts.refusals;
    }

    private static byte[] order(final long number, final int seat) {
        final byte[] message = new byte[MessageHeaderEncoder.ENCODED_LENGTH + NewOrderEncoder.BLOCK_LENGTH];
        new NewOrderEncoder().wrapAndApplyHeader(new UnsafeBuffer(message), 0, new MessageHeaderEncoder())
                .number(number).instrumentId(XYZ).seat(seat).side(OrderSide.BUY).duration(OrderDuration.IOC).expected(1)
                .orderId(number).quantity(1).price(1).priceType(PriceType.LIMIT).postOnly(YesNo.NO);
        return message;
    }

    private static byte[] establish() {
        final byte[] message = new byte[MessageHeaderEncoder.ENCODED_LENGTH + EstablishEncoder.BLOCK_LENGTH];
        new EstablishEncoder().wrapAndApplyHeader(new UnsafeBuffer(message), 0, new MessageHeaderEncoder()).number(1)
                .expected(1).keepAlive(1_000).cancelOnDisconnect(YesNo.NO).name("B");
        return message;
    }

    /** The counts in the status of the market. */
    private static final class Counts implements SeatListener {
        private final MessageHeaderDecoder header = new MessageHeaderDecoder();
        private final Map<String, Long> refusals = new HashMap<>();
        private String seatB;

        @Override
        public void onStatus(final int template, final DirectBuffer buffer, final int offset) {
            if (template == SeatStateDecoder.TEMPLATE_ID) {
                final var seat = new SeatStateDecoder().wrapAndApplyHeader(buffer, offset, header);
                if (seat.seat() == SEAT_B) {
                    seatB = "next " + seat.nextNumber() + " skipped " + seat.skipped() + " not applied "
                            + seat.notApplied();
                }
            } else if (template == MarketStateDecoder.TEMPLATE_ID) {
                final var state = new MarketStateDecoder().wrapAndApplyHeader(buffer, offset, header);
                refusals.putAll(Map.of("HIGHER_NUMBER", state.higherNumber(), "MALFORMED", state.malformed(),
                        "NOT_ESTABLISHED", state.notEstablished(), "STALE_SESSION", state.staleSession(),
                        "OTHER_SEAT", state.otherSeat(), "UNKNOWN_SEAT", state.unknownSeat(), "PROOF",
                        state.wrongProof(), "SEAT_IN_USE", state.seatInUse(), "SESSION_IN_USE",
                        state.sessionInUse()));
            }
        }
    }
}
