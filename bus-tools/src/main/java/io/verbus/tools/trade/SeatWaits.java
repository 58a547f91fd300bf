package io.verbus.tools.trade;

import io.verbus.BusException;
import io.verbus.orders.seat.TradingSeat;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;

/** Polls the seats of a trader while it waits. For one thread. */
final class SeatWaits {
    /** Some heartbeats of a publisher. */
    private static final long HEARTBEAT_NS = 200_000_000;

    private final List<TradingSeat> seats;
    private final IdleStrategy idle;
    private final NanoClock clock;
    private final BooleanSupplier stop;

    SeatWaits(final List<TradingSeat> seats, final IdleStrategy idle, final NanoClock clock,
            final BooleanSupplier stop) {
        this.seats = seats;
        this.idle = idle;
        this.clock = clock;
        this.stop = stop;
    }

    /** Delivers reports, and sends due heartbeats; does not wait. Returns the number of messages read. */
    int poll() {
        if (stop.getAsBoolean()) {
            throw new BusException("stopped before the end of the orders");
        }
        int count = 0;
        for (int i = 0; i < seats.size(); i++) {
            count += seats.get(i).poll();
        }
        return count;
    }

    /** Polls, and waits a little if neither this nor the caller has found work. */
    void pollAndIdle(final int work) {
        idle.idle(work + poll());
    }

    /** Whether to repeat a request that was refused for now; polls first. */
    boolean mustRepeat(final long result) {
        if (!TradingSeat.isForNow(result)) {
            return false;
        }
        idle.idle(poll());
        return true;
    }

    /** Until each seat is established, and has its earlier reports. */
    void awaitEstablished() {
        for (final TradingSeat seat : seats) {
            while (!seat.isEstablished()) {
                idle.idle(poll());
            }
        }
    }

    /** Until the gateway has handled all requests of all seats. */
    void awaitAnswers() {
        for (int i = 0; i < seats.size(); i++) {
            while (!seats.get(i).isAnswered()) {
                idle.idle(poll());
            }
        }
    }

    /**
     * Until the market data of before this call is read, and the books are whole.
     *
     * @param market market data
     * @param isRemote whether it comes from another host: then its end is known with the publisher's heartbeat
     * @param timeoutNs until its first session, and its instruments
     */
    void awaitMarketData(final MarketView market, final boolean isRemote, final long timeoutNs) {
        final long beginNs = clock.nanoTime();
        while (!market.hasBegun()) {
            if (clock.nanoTime() - beginNs > timeoutNs) {
                throw new BusException("no market data has arrived within " + Duration.ofNanos(timeoutNs)
                        + ": check that the gateway runs");
            }
            pollAndIdle(market.poll());
        }
        final long begunNs = clock.nanoTime();
        while (isRemote && clock.nanoTime() - begunNs < HEARTBEAT_NS) {
            pollAndIdle(market.poll());
        }
        final Map<Long, Long> ends = market.ends();
        while (!market.hasRead(ends) || !market.isWhole()) {
            pollAndIdle(market.poll());
        }
        // A slow host may not have sent its heartbeat yet; no market data begins without instruments.
        while (isRemote && market.instruments().isEmpty() && clock.nanoTime() - beginNs < timeoutNs) {
            pollAndIdle(market.poll());
        }
    }

    /** Until a monotonic time. */
    void awaitTime(final long timeNs) {
        while (clock.nanoTime() - timeNs < 0) {
            idle.idle(poll());
        }
    }

    void reconnect(final TradingSeat seat) {
        while (!seat.tryReconnect()) {
            idle.idle();
        }
        awaitEstablished();
    }

    long nowNs() {
        return clock.nanoTime();
    }
}
