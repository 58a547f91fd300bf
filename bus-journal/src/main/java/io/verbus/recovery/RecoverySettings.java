package io.verbus.recovery;

import io.verbus.BusException;
import io.verbus.Endpoint;
import java.time.Duration;
import java.util.List;

/**
 * Settings for fetching missing messages.
 *
 * @param delivery treatment of live messages meanwhile
 * @param timeout after which missing messages are lost if nothing was received; restarted by each received message;
 *     above 0, at most a day
 * @param endpoints of recorders on other hosts; if there are any, requests are sent only to these, and not to this host
 */
public record RecoverySettings(Delivery delivery, Duration timeout, List<Endpoint> endpoints) {
    private static final Duration MAX_TIMEOUT = Duration.ofDays(1);

    /** Rejects an invalid timeout. */
    public RecoverySettings {
        endpoints = List.copyOf(endpoints);
        if (timeout.isNegative() || timeout.isZero() || timeout.compareTo(MAX_TIMEOUT) > 0) {
            throw new BusException("invalid recovery timeout " + timeout + ": use more than 0, at most a day");
        }
    }

    /** {@return delivery in order, recorders on this host, a timeout of 10 s} */
    public static RecoverySettings defaults() {
        return new RecoverySettings(Delivery.IN_ORDER, Duration.ofSeconds(10), List.of());
    }

    /**
     * With another delivery.
     *
     * @param newDelivery treatment of live messages meanwhile
     * @return settings
     */
    public RecoverySettings withDelivery(final Delivery newDelivery) {
        return new RecoverySettings(newDelivery, timeout, endpoints);
    }

    /**
     * With another timeout.
     *
     * @param newTimeout above 0, at most a day
     * @return settings
     */
    public RecoverySettings withTimeout(final Duration newTimeout) {
        return new RecoverySettings(delivery, newTimeout, endpoints);
    }

    /**
     * With recorders on other hosts, and only those.
     *
     * @param newEndpoints all of one transport
     * @return settings
     */
    public RecoverySettings withEndpoints(final Endpoint... newEndpoints) {
        return new RecoverySettings(delivery, timeout, List.of(newEndpoints));
    }
}
