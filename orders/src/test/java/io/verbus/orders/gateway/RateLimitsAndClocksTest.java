package io.verbus.orders.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.Clocks;
import io.verbus.SubscriptionSettings;
import io.verbus.codec.orders.OrderDuration;
import io.verbus.codec.orders.OrderSide;
import io.verbus.journal.JournalSettings;
import io.verbus.orders.seat.Seat;
import io.verbus.recovery.ServeSettings;
import io.verbus.recovery.ServingRecorder;
import io.verbus.support.ShmDir;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rate limits count the time of entries, which no step of the wall clock stops. */
class RateLimitsAndClocksTest {
    private static final int XYZ = 1;
    private static final long PRICE = 10_000_000;
    private static final long HOUR_NS = 3_600_000_000_000L;
    private static final long SECOND_NS = 1_000_000_000;

    private final ReportTexts ofA = new ReportTexts();
    /** Added to the clocks of the gateway. */
    private long wallStepNs;
    private long passedNs;
    private final Clocks clocks = new Clocks(() -> System.nanoTime() + passedNs,
            () -> Clocks.SYSTEM.epoch().nanoTime() + passedNs + wallStepNs);
    private long id;

    @Test
    void rateWorksAfterTheWallClockIsSetBackAndAfterARestartOnAHostThatLags(
            @TempDir(factory = ShmDir.class) final Path directory, @TempDir final Path journal) {
        try (RunningMarket market = new RunningMarket(directory, "instrument XYZ",
                "seat A secret-file=a rate=1/s burst=1"); ServingRecorder recorder = record(market, journal)) {
            market.endGateway();
            market.gateway = market.newGateway(market.exchange, market.settings(null), clocks);
            final Seat seat = market.establish("A", ofA);
            assertEquals("accepted", enter(market, seat));
            for (final long step : new long[]{-HOUR_NS, HOUR_NS, 0}) {
                wallStepNs = step;
                passedNs += 2 * SECOND_NS;
                assertEquals("accepted", enter(market, seat), "after a step to " + step + " ns");
            }

            final long known = market.entries.size();
            market.until(() -> recorder.messages() >= known);
            market.endGateway();
            wallStepNs = -HOUR_NS;
            market.gateway = market.newGateway(market.exchange, market.settings(journal), clocks);
            market.until(() -> market.notices.getLast().startsWith("seat A is connected") && seat.isCaughtUp());
            passedNs += 2 * SECOND_NS;
            assertEquals("accepted", enter(market, seat), "after a restart on a host whose clock lags");
            passedNs += 2 * SECOND_NS;
            assertEquals("accepted", enter(market, seat), "after a restart on a host whose clock lags");
        }
    }

    private String enter(final RunningMarket market, final Seat seat) {
        ofA.take();
        seat.enter(++id, XYZ, OrderSide.BUY, OrderDuration.DAY, 1, PRICE);
        market.settle();
        final List<String> reports = ofA.take();
        return reports.getLast().split(" ")[1];
    }

    private static ServingRecorder record(final RunningMarket market, final Path journal) {
        return ServingRecorder.start(market.ofTraders, SubscriptionSettings.of("orders.log").withName("recorder"),
                journal, JournalSettings.defaults().withSegmentLength(1 << 16), ServeSettings.defaults());
    }
}
