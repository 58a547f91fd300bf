package io.verbus.orders.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.verbus.codec.orders.DisconnectCause;
import io.verbus.codec.orders.OrderDuration;
import io.verbus.codec.orders.OrderSide;
import io.verbus.orders.intake.GatewayEnd;
import io.verbus.orders.seat.Seat;
import io.verbus.support.ShmDir;
import io.verbus.testkit.fabric.Condition;
import io.verbus.testkit.fabric.Fabric;
import io.verbus.testkit.fabric.link.FabricSettings;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Seats on another host than their gateway. */
class RemoteSeatsTest {
    private static final int XYZ = 1;
    private static final long PRICE = 10_000_000;
    private static final long GATEWAY_KEEP_ALIVE_NS = 1_000_000_000;

    private final ReportTexts ofA = new ReportTexts();
    private final ReportTexts ofB = new ReportTexts();
    private final Fabric fabric = new Fabric(1, FabricSettings.prompt());
    private RunningMarket market;

    @BeforeEach
    void launch(@TempDir(factory = ShmDir.class) final Path directory) {
        market = new RunningMarket(directory, fabric, "instrument XYZ", "seat A secret-file=a disconnect=cancel",
                "seat B secret-file=b");
    }

    @AfterEach
    void close() {
        market.close();
    }

    @Test
    void remoteSeatTradesWithOneOnTheGatewaysHost() {
        final Seat maker = market.establish("A", ofA);
        final Seat taker = market.establishBeside("B", ofB);
        maker.enter(5, XYZ, OrderSide.SELL, OrderDuration.DAY, 10, PRICE);
        market.settle();
        taker.enter(9, XYZ, OrderSide.BUY, OrderDuration.IOC, 4, PRICE);
        market.until(() -> maker.openQuantity(5) == 6);
        market.settle();

        assertEquals(List.of("1 accepted 5", "0 executed 5 4 @ 10000000 MAKER open 6"), ofA.take());
        assertEquals(List.of("1 accepted 9", "1 executed 9 4 @ 10000000 TAKER open 0"), ofB.take());
        assertEquals(1, market.books.liveOrders());
    }

    @Test
    void ordersOfASeatAreCancelledAfterTheLinkIsCut() {
        final Seat cut = market.establish("A", ofA);
        market.establishBeside("B", ofB);
        for (int order = 1; order <= 100; order++) {
            cut.enter(order, XYZ, OrderSide.SELL, OrderDuration.DAY, 10, PRICE);
        }
        market.settle();
        assertEquals(100, market.gateway.engine().engine().restingOrders());

        fabric.between("a", "b", Condition.CUT);
        market.until(() -> market.gateway.engine().engine().restingOrders() == 0);
        final GatewayEnd seat = market.gateway.seats().getFirst();
        assertEquals(GatewayEnd.NO_SESSION, seat.session());
        assertTrue(List.of(DisconnectCause.SESSION_LOST, DisconnectCause.KEEP_ALIVE).contains(seat.cause()),
                () -> seat.cause().toString());
        assertEquals(101, seat.nextNumber());
    }

    @Test
    void answerThatIsPublishedBeforeTheSeatReadsIsRequestedAgain() {
        fabric.stallSubscriptions("orders.out");
        final Seat seat = market.start("A", "A", ofA);
        market.until(() -> market.gateway.intake().sessions() == 1); // it has answered the first message
        fabric.mend();
        market.until(() -> seat.isEstablished() || ofA.ended != null);
        assertEquals("", ofA.endedWhy);
    }

    @Test
    void gatewayIsNotSilentWhileTheSeatConnectsAgainToReadItsReports() {
        final Seat before = market.establish("A", ofA);
        before.enter(1, XYZ, OrderSide.SELL, OrderDuration.DAY, 10, PRICE);
        market.settle();
        market.closeSeats();
        ofA.take();

        final Seat after = market.establish("A", ofA);
        fabric.stallSubscriptions("orders.out");
        final long beginNs = System.nanoTime();
        market.until(() -> System.nanoTime() - beginNs > GATEWAY_KEEP_ALIVE_NS * 3 / 2); // this time is the fault
        fabric.mend();
        market.until(after::isCaughtUp);
        assertEquals(List.of("1 accepted 1", "0 cancelled 1 10 DISCONNECT"), ofA.take());
        assertEquals(List.of(), ofA.interruptions);
    }
}
