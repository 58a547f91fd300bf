package io.verbus.recovery;

import io.verbus.BusException;
import io.verbus.Endpoint;
import java.time.Duration;
import java.util.List;

/**
 * How missing messages are fetched.
 *
 * @param delivery what becomes of live messages meanwhile
 * @param timeout after which messages are given up when nothing of them has come, counted anew whenever something
 *     comes; above 0, at most a day
 * @param endpoints where recorders on other hosts are met; if there are any, they alone are asked, and none on this
 *     host
 */
public record RecoverySettings(Delivery delivery, Duration timeout, List<Endpoint> endpoints) {
    private static final Duration MAX_TIMEOUT = Duration.ofDays(1);

    /** Refuses a time-out that is none. */
    public RecoverySettings {
        endpoints = List.copyOf(endpoints);
        if (timeout.isNegative() || timeout.isZero() || timeout.compareTo(MAX_TIMEOUT) > 0) {
            throw new BusException("a time-out of " + timeout + ": it must be above 0, a day or less");
        }
    }

    /** {@return in order, from recorders on this host, given up after 10 s without a message} */
    public static RecoverySettings defaults() {
        return new RecoverySettings(Delivery.IN_ORDER, Duration.ofSeconds(10), List.of());
    }

    /**
     * With another order.
     *
     * @param newDelivery what becomes of live messages meanwhile
     * @return settings
     */
    public RecoverySettings withDelivery(final Delivery newDelivery) {
        return new RecoverySettings(newDelivery, timeout, endpoints);
    }

    /**
     * With another time-out.
     *
     * @param newTimeout above 0, at most a day
     * @return settings
     */
    public RecoverySettings withTimeout(final Duration newTimeout) {
        return new RecoverySettings(delivery, newTimeout, endpoints);
    }

    /**
     * Asking recorders on other hosts, and those alone.
     *
     * @param newEndpoints where, all of one transport
     * @return settings
     */
    public RecoverySettings withEndpoints(final Endpoint... newEndpoints) {
        return new RecoverySettings(delivery, timeout, List.of(newEndpoints));
    }
}
