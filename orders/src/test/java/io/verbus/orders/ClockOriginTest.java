package io.verbus.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.verbus.codec.orders.DisconnectCause;
import org.junit.jupiter.api.Test;

/** The origin of a monotonic clock is arbitrary: its times may be negative, and may overflow. */
class ClockOriginTest {
    @Test
    void seatIsEstablishedAndDisconnectedAtNegativeTimes() {
        runsFrom(-3_600_000 * TwoEnds.MS);
    }

    @Test
    void seatIsEstablishedAndDisconnectedWhenTheClockOverflows() {
        runsFrom(Long.MAX_VALUE - 300 * TwoEnds.MS);
    }

    private static void runsFrom(final long nowNs) {
        final TwoEnds market = new TwoEnds();
        market.nowNs = nowNs;
        market.startGateway();
        final RecordedSeatEvents events = new RecordedSeatEvents();
        final SimulatedSeat seat = market.establish("A", events);
        market.run(500, seat);
        assertEquals("[established 0 next 1]", events.take().toString());
        market.run(200);
        assertEquals(DisconnectCause.KEEP_ALIVE, market.gateway.seats[0].cause());
    }
}
