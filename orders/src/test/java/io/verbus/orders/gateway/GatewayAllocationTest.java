package io.verbus.orders.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.verbus.codec.orders.OrderDuration;
import io.verbus.codec.orders.OrderSide;
import io.verbus.orders.seat.Seat;
import io.verbus.orders.seat.SeatListener;
import io.verbus.support.ShmDir;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway on a bus, and its seats, allocate nothing while orders are entered, traded and cancelled. */
class GatewayAllocationTest {
    /** The last of them run compiled code, in which the clock of the entries allocates nothing either. */
    private static final int ROUNDS = 300;
    private static final int ORDERS = 1_000;
    private static final int XYZ = 1;
    private static final long PRICE = 10_000_000;
    private static final long TICK = 10_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private long id;

    @Test
    void requestsReportsAndMarketDataAllocateNothing(@TempDir(factory = ShmDir.class) final Path directory) {
        try (RunningMarket market = new RunningMarket(directory, "instrument XYZ",
                "seat A secret-file=a rate=1000000/s", "seat B secret-file=b")) {
            final Seat maker = market.establish("A", SeatListener.NONE);
            final Seat taker = market.establish("B", SeatListener.NONE);
            long least = Long.MAX_VALUE;
            for (int i = 0; i < ROUNDS && least > 0; i++) {
                final long before = threads.getCurrentThreadAllocatedBytes();
                round(market.gateway, maker, taker);
                least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            }
            assertEquals(0, least);
            assertTrue(market.gateway.reports().trades() >= ORDERS / 2, "no trades");
            assertTrue(market.gateway.engine().engine().restingOrders() > 0, "no resting orders");
        }
    }

    private void round(final OrderGateway gateway, final Seat maker, final Seat taker) {
        for (int i = 0; i < ORDERS; i++) {
            id++;
            require(maker.enter(id, XYZ, OrderSide.SELL, OrderDuration.DAY, 2, PRICE + i % 5 * TICK));
            require(taker.enter(id, XYZ, OrderSide.BUY, OrderDuration.IOC, 1, PRICE + 5 * TICK));
            if (i % 4 == 3) {
                require(maker.replace(id, -id, 3, PRICE + 6 * TICK));
                require(maker.reduce(-id, 1));
            }
            settle(gateway, maker, taker);
            if (i % 100 == 99) {
                require(maker.massCancel());
                settle(gateway, maker, taker);
                id++;
                require(maker.enter(id, XYZ, OrderSide.SELL, OrderDuration.DAY, 2, PRICE));
                settle(gateway, maker, taker);
            }
        }
    }

    private static void settle(final OrderGateway gateway, final Seat maker, final Seat taker) {
        do {
            gateway.doWork();
            maker.poll();
            taker.poll();
        } while (maker.unanswered() + taker.unanswered() > 0);
    }

    private static void require(final long result) {
        assertTrue(result > 0, "refused");
    }
}
