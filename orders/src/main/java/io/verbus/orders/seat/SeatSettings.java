package io.verbus.orders.seat;

import io.verbus.BusException;
import io.verbus.Endpoint;
import io.verbus.ImmutableSettings;
import io.verbus.orders.SeatSecret;
import io.verbus.recovery.RecoverySettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Settings of a seat. Immutable: each {@code with} method returns changed settings. */
public final class SeatSettings extends ImmutableSettings<SeatSettings> {
    /** Default capacity of the log: 1 MiB. */
    public static final int DEFAULT_CAPACITY = 1 << 20;

    private static final int MAX_NAME = 32;
    private static final Duration MAX_KEEP_ALIVE = Duration.ofHours(1);

    private String market = "orders";
    private String name;
    private SeatSecret secret;
    private Duration keepAlive = Duration.ofSeconds(1);
    private boolean cancelOnDisconnect;
    private long nextReport = 1;
    private Duration timeout = Duration.ofSeconds(10);
    private List<Endpoint> endpoints = List.of();
    private int capacity = DEFAULT_CAPACITY;
    private RecoverySettings recovery;

    private SeatSettings() {
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
        return new SeatSettings().with(copy -> {
            copy.name = name;
            copy.secret = secret;
        });
    }

    /**
     * With another market.
     *
     * @param newMarket its name
     * @return settings
     */
    public SeatSettings withMarket(final String newMarket) {
        return with(copy -> copy.market = newMarket);
    }

    /**
     * With another keep-alive interval.
     *
     * @param newKeepAlive 1 ms to an hour; the gateway may have narrower bounds
     * @return settings
     */
    public SeatSettings withKeepAlive(final Duration newKeepAlive) {
        return with(copy -> copy.keepAlive = newKeepAlive);
    }

    /**
     * With or without cancellation of its orders when it is disconnected.
     *
     * @param newCancelOnDisconnect whether they are cancelled
     * @return settings
     */
    public SeatSettings withCancelOnDisconnect(final boolean newCancelOnDisconnect) {
        return with(copy -> copy.cancelOnDisconnect = newCancelOnDisconnect);
    }

    /**
     * With another next report, as a trader remembers it after a restart.
     *
     * @param newNextReport from 1
     * @return settings
     */
    public SeatSettings withNextReport(final long newNextReport) {
        return with(copy -> copy.nextReport = newNextReport);
    }

    /**
     * With another timeout.
     *
     * @param newTimeout longest wait for a gateway
     * @return settings
     */
    public SeatSettings withTimeout(final Duration newTimeout) {
        return with(copy -> copy.timeout = newTimeout);
    }

    /**
     * With addresses of a gateway on another host. All streams of the market are used there.
     *
     * @param newEndpoints at which the gateway listens, such as {@code Endpoint.connect("tcp://10.0.0.1:7471")}
     * @return settings
     */
    public SeatSettings withEndpoints(final Endpoint... newEndpoints) {
        return with(copy -> copy.endpoints = List.of(newEndpoints));
    }

    /**
     * With another capacity.
     *
     * @param newCapacity in bytes, a power of two from 64 KiB to 1 GiB
     * @return settings
     */
    public SeatSettings withCapacity(final int newCapacity) {
        return with(copy -> copy.capacity = newCapacity);
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
        return with(copy -> copy.recovery = newRecovery);
    }

    /** {@return name of the market} */
    public String market() {
        return market;
    }

    /** {@return name of the seat, 1 to 32 ASCII characters} */
    public String name() {
        return name;
    }

    SeatSecret secret() {
        return secret;
    }

    Duration keepAlive() {
        return keepAlive;
    }

    boolean cancelOnDisconnect() {
        return cancelOnDisconnect;
    }

    long nextReport() {
        return nextReport;
    }

    /** {@return longest wait for a gateway, also after it has ended} */
    public Duration timeout() {
        return timeout;
    }

    List<Endpoint> endpoints() {
        return endpoints;
    }

    /**
     * {@return capacity of the seat's log in bytes, a power of two from 64 KiB; unanswered messages fill at most half
     * of it}
     */
    public int capacity() {
        return capacity;
    }

    /**
     * {@return how reports that the log of orders.out has lost are fetched from a recorder that serves its journal;
     * null: they are not, and are reported as missing}
     */
    public RecoverySettings recovery() {
        return recovery;
    }

    @Override
    protected void check() {
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
}
