package io.verbus.orders.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertIterableEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.codec.orders.MessageHeaderDecoder;
import io.verbus.codec.orders.OpenOrderDecoder;
import io.verbus.codec.orders.OrderDuration;
import io.verbus.codec.orders.OrderSide;
import io.verbus.orders.seat.Seat;
import io.verbus.orders.seat.SeatListener;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Histories of two seats that request their open orders while these change. */
class OpenOrdersHistoryTest {
    private static final int XYZ = 1;
    private static final int STEPS = 600;
    private static final long TICK = 10_000;
    private static final long NOT_OPEN = Long.MIN_VALUE;
    private static final String[] EXCHANGE = {"instrument XYZ", "seat A secret-file=a", "seat B secret-file=b"};

    private long lastId;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void listedOrdersAndReportsAreTheOpenOrders(final long seed,
            @TempDir(factory = ShmDir.class) final Path directory) {
        try (RunningMarket market = new RunningMarket(directory, EXCHANGE)) {
            run(market, new Random(seed));
            requirePortions(market);
            final RecordedWriter out = new RecordedWriter();
            final EntryEngine repeated = market.repeat(out, new RecordedWriter());
            assertIterableEquals(RecordedWriter.shown(reports(market.reports)),
                    RecordedWriter.shown(reports(out.messages)));
            assertEquals(market.gateway.engine().engine().hash(), repeated.engine().hash());
        }
    }

    @Test
    void answersWithoutALimitAreFound(@TempDir(factory = ShmDir.class) final Path directory) {
        try (RunningMarket market = new RunningMarket(directory, Integer.MAX_VALUE, EXCHANGE)) {
            run(market, new Random(1));
            assertThrows(AssertionError.class, () -> requirePortions(market));
        }
    }

    private void run(final RunningMarket market, final Random random) {
        final List<Seat> seats = List.of(market.establish("A", SeatListener.NONE),
                market.establish("B", SeatListener.NONE));
        for (int step = 0; step < STEPS; step++) {
            send(seats.get(random.nextInt(2)), random);
            final int[] cycles = {random.nextInt(3)};
            market.until(() -> cycles[0]-- == 0);
        }
        market.settle();
        seats.forEach(Seat::requestOpenOrders); // a seat that lacks an order would know it only from now on
        check(market, seats);
        market.settle();
        check(market, seats);
        market.until(() -> reports(market.reports).size() == market.gateway.reports().count());
    }

    private void send(final Seat seat, final Random random) {
        final long known = 1 + random.nextLong(lastId + 1);
        switch (random.nextInt(12)) {
            case 0 -> seat.requestOpenOrders();
            case 1 -> seat.cancel(known);
            case 2 -> seat.replace(known, ++lastId, 1 + random.nextInt(9), price(random));
            case 3 -> seat.reduce(known, 1);
            case 4 -> {
                if (random.nextInt(20) == 0) {
                    seat.massCancel();
                }
            }
            default -> seat.enter(++lastId, XYZ, random.nextBoolean() ? OrderSide.BUY : OrderSide.SELL,
                    OrderDuration.DAY, 1 + random.nextInt(9), price(random));
        }
    }

    private static long price(final Random random) {
        return (1_000 + random.nextInt(40)) * TICK;
    }

    private void check(final RunningMarket market, final List<Seat> seats) {
        for (int seat = 0; seat < seats.size(); seat++) {
            final Map<Long, Long> open = new HashMap<>();
            market.gateway.engine().engine().visitOrdersOf(seat,
                    (instrument, terms, price, order, id, quantity) -> open.put(id, quantity));
            assertEquals(open.size(), market.gateway.engine().engine().openOrders(seat));
            for (long id = 1; id <= lastId; id++) {
                assertEquals(open.getOrDefault(id, NOT_OPEN), seats.get(seat).openQuantity(id),
                        "order " + id + " of seat " + seat);
            }
        }
    }

    /** No entry delays the requests of other seats by more than a portion of open orders. */
    private static void requirePortions(final RunningMarket market) {
        final OpenOrderDecoder listed = new OpenOrderDecoder();
        final MessageHeaderDecoder header = new MessageHeaderDecoder();
        final Map<Long, Integer> byEntry = new HashMap<>();
        for (final byte[] report : reports(market.reports)) {
            if (header.wrap(new UnsafeBuffer(report), 0).templateId() == OpenOrderDecoder.TEMPLATE_ID) {
                byEntry.merge(listed.wrapAndApplyHeader(new UnsafeBuffer(report), 0, header).eventNumber(), 1,
                        Integer::sum);
            }
        }
        assertTrue(byEntry.size() > 5, "too few answers");
        byEntry.forEach((entry, orders) -> assertTrue(orders <= RunningMarket.LISTED_ORDERS,
                () -> "entry " + entry + " lists " + orders + " orders"));
    }

    private static List<byte[]> reports(final List<byte[]> messages) {
        return messages.stream().filter(RunningMarket::isReport).toList();
    }
}
