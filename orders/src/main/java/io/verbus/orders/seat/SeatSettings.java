package io.verbus.orders.seat;

import io.verbus.BusException;
import io.verbus.Endpoint;
import io.verbus.orders.SeatSecret;
import io.verbus.recovery.RecoverySettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/**
 * Settings of a seat.
 *
 * @param market name of the market
 * @param name of the seat, 1 to 32 ASCII characters
 * @param secret that it shares with the gateway
 * @param keepAlive the gateway disconnects the seat when nothing has arrived for so long, 1 ms to an hour; the seat
 *         sends something in each third of it, from the thread that polls
 * @param cancelOnDisconnect whether the gateway cancels the orders of the seat then
 * @param nextReport number of the next report that the trader expects, from 1; lower ones are not delivered
 * @param timeout longest wait for a gateway, also after it has ended
 * @param endpoints addresses at which the gateway listens on another host; empty for one on this host
 * @param capacity of the seat's log in bytes, a power of two from 64 KiB; unanswered messages fill at most half of it
 * @param recovery how reports that the log of orders.out has lost are fetched from a recorder that serves its journal;
 *         null: they are not, and are reported as missing
 */
public record SeatSettings(String market, String name, SeatSecret secret, Duration keepAlive,
        boolean cancelOnDisconnect, long nextReport, Duration timeout, List<Endpoint> endpoints, int capacity,
        RecoverySettings recovery) {
    /** Default capacity of the log: 1 MiB. */
    public static final int DEFAULT_CAPACITY = 1 << 20;

    private static final int MAX_NAME = 32;
    private static final Duration MAX_KEEP_ALIVE = Duration.ofHours(1);

    /** Checks the values. */
    public SeatSettings {
        endpoints = List.copyOf(endpoints);
        if (name.isEmpty() || name.length() > MAX_NAME || !StandardCharsets.US_ASCII.newEncoder().canEncode(name)) {
            throw new BusException("invalid name of a seat \"" + name + "\": use 1 to 32 ASCII characters");
        }
        if (keepAlive.toMillis() < 1 || keepAlive.compareTo(MAX_KEEP_ALIVE) > 0) {
            throw new BusException("invalid keep-alive interval " + keepAlive + ": use 1 ms to 1 hour");
        }
        if (nextReport < 1) {
            throw new BusException("invalid next report " + nextReport + ": reports are numbered from 1");
        }
    }

    /**
     * A seat of a market "orders" with a keep-alive of a second and a timeout of 10 s, that keeps its orders when it is
     * disconnected, and expects all reports of the day.
     *
     * @param name of the seat
     * @param secret that it shares with the gateway
     * @return settings
     */
    public static SeatSettings of(final String name, final SeatSecret secret) {
        return new SeatSettings("orders", name, secret, Duration.ofSeconds(1), false, 1, Duration.ofSeconds(10),
                List.of(), DEFAULT_CAPACITY, null);
    }

    /**
     * With another market.
     *
     * @param newMarket its name
     * @return settings
     */
    public SeatSettings withMarket(final String newMarket) {
        return new SeatSettings(newMarket, name, secret, keepAlive, cancelOnDisconnect, nextReport, timeout, endpoints,
                capacity, recovery);
    }

    /**
     * With another keep-alive interval.
     *
     * @param newKeepAlive 1 ms to an hour; the gateway may have narrower bounds
     * @return settings
     */
    public SeatSettings withKeepAlive(final Duration newKeepAlive) {
        return new SeatSettings(market, name, secret, newKeepAlive, cancelOnDisconnect, nextReport, timeout, endpoints,
                capacity, recovery);
    }

    /**
     * With or without cancellation of its orders when it is disconnected.
     *
     * @param newCancelOnDisconnect whether they are cancelled
     * @return settings
     */
    public SeatSettings withCancelOnDisconnect(final boolean newCancelOnDisconnect) {
        return new SeatSettings(market, name, secret, keepAlive, newCancelOnDisconnect, nextReport, timeout, endpoints,
                capacity, recovery);
    }

    /**
     * With another next report, as a trader remembers it after a restart.
     *
     * @param newNextReport from 1
     * @return settings
     */
    public SeatSettings withNextReport(final long newNextReport) {
        return new SeatSettings(market, name, secret, keepAlive, cancelOnDisconnect, newNextReport, timeout, endpoints,
                capacity, recovery);
    }

    /**
     * With another timeout.
     *
     * @param newTimeout longest wait for a gateway
     * @return settings
     */
    public SeatSettings withTimeout(final Duration newTimeout) {
        return new SeatSettings(market, name, secret, keepAlive, cancelOnDisconnect, nextReport, newTimeout, endpoints,
                capacity, recovery);
    }

    /**
     * With addresses of a gateway on another host. All streams of the market are used there.
     *
     * @param newEndpoints at which the gateway listens, such as {@code Endpoint.connect("rdma://10.0.0.1:7471")}
     * @return settings
     */
    public SeatSettings withEndpoints(final Endpoint... newEndpoints) {
        return new SeatSettings(market, name, secret, keepAlive, cancelOnDisconnect, nextReport, timeout,
                List.of(newEndpoints), capacity, recovery);
    }

    /**
     * With another capacity.
     *
     * @param newCapacity in bytes, a power of two from 64 KiB to 1 GiB
     * @return settings
     */
    public SeatSettings withCapacity(final int newCapacity) {
        return new SeatSettings(market, name, secret, keepAlive, cancelOnDisconnect, nextReport, timeout, endpoints,
                newCapacity, recovery);
    }

    /**
     * With reports from a journal of orders.out, which a recorder serves, see {@link
     * io.verbus.recovery.ServingRecorder}. Then the seat gets each report, however long it was away. Missing ones are
     * awaited for the timeout, while the seat stays established.
     *
     * @param newRecovery timeout, and addresses of recorders on other hosts; null: no journal is read
     * @return settings
     */
    public SeatSettings withRecovery(final RecoverySettings newRecovery) {
        return new SeatSettings(market, name, secret, keepAlive, cancelOnDisconnect, nextReport, timeout, endpoints,
                capacity, newRecovery);
    }
}
