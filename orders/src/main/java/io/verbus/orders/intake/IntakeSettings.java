package io.verbus.orders.intake;

import io.verbus.BusException;

/**
 * Settings of an intake.
 *
 * @param minKeepAliveMs lowest keep-alive interval that a seat may request, 1 or more
 * @param maxKeepAliveMs highest one
 * @param keepAliveMs the gateway sends something to each connected seat in each such interval
 */
public record IntakeSettings(long minKeepAliveMs, long maxKeepAliveMs, long keepAliveMs) {
    /** Keep-alive intervals of 10 ms to a minute; that of the gateway is a second. */
    public static final IntakeSettings DEFAULT = new IntakeSettings(10, 60_000, 1_000);

    /** Checks the intervals. */
    public IntakeSettings {
        if (minKeepAliveMs < 1 || maxKeepAliveMs < minKeepAliveMs || keepAliveMs < 1) {
            throw new BusException("invalid keep-alive intervals " + minKeepAliveMs + " to " + maxKeepAliveMs + " and "
                    + keepAliveMs + " ms: use 1 or more, the lowest first");
        }
    }

    long keepAliveNs() {
        return keepAliveMs * 1_000_000;
    }
}
