package io.verbus.recovery;

import io.verbus.BusException;
import io.verbus.Endpoint;
import io.verbus.ImmutableSettings;
import java.time.Duration;
import java.util.List;

/** Settings for fetching missing messages. Immutable: each {@code with} method returns changed settings. */
public final class RecoverySettings extends ImmutableSettings<RecoverySettings> {
    private static final Duration MAX_TIMEOUT = Duration.ofDays(1);

    private Delivery delivery = Delivery.IN_ORDER;
    private Duration timeout = Duration.ofSeconds(10);
    private List<Endpoint> endpoints = List.of();

    private RecoverySettings() {
    }

    /** {@return delivery in order, recorders on this host, a timeout of 10 s} */
    public static RecoverySettings defaults() {
        return new RecoverySettings();
    }

    /**
     * With another delivery.
     *
     * @param newDelivery treatment of live messages meanwhile
     * @return settings
     */
    public RecoverySettings withDelivery(final Delivery newDelivery) {
        return with(copy -> copy.delivery = newDelivery);
    }

    /**
     * With another timeout.
     *
     * @param newTimeout above 0, at most a day
     * @return settings
     */
    public RecoverySettings withTimeout(final Duration newTimeout) {
        return with(copy -> copy.timeout = newTimeout);
    }

    /**
     * With recorders on other hosts, and only those.
     *
     * @param newEndpoints all of one transport
     * @return settings
     */
    public RecoverySettings withEndpoints(final Endpoint... newEndpoints) {
        return with(copy -> copy.endpoints = List.of(newEndpoints));
    }

    /** {@return treatment of live messages meanwhile} */
    public Delivery delivery() {
        return delivery;
    }

    /**
     * {@return time after which missing messages are lost if nothing was received; restarted by each received message;
     * above 0, at most a day}
     */
    public Duration timeout() {
        return timeout;
    }

    /**
     * {@return endpoints of recorders on other hosts; if there are any, requests are sent only to these, and not to
     * this host}
     */
    public List<Endpoint> endpoints() {
        return endpoints;
    }

    @Override
    protected void check() {
        if (timeout.isNegative() || timeout.isZero() || timeout.compareTo(MAX_TIMEOUT) > 0) {
            throw new BusException("invalid recovery timeout " + timeout + ": use more than 0, at most a day");
        }
    }
}
