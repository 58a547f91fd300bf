package io.verbus.marketdata.join;

import io.verbus.BusException;
import java.time.Duration;

/**
 * Limits of a join.
 *
 * @param memoryBytes memory for the live messages that are held until there is a snapshot, at least 2 MiB; if it is
 *     full, the oldest are dropped, and a newer snapshot is needed
 * @param timeout longest wait for a usable snapshot, above 0; it starts when a session is known
 */
public record JoinSettings(long memoryBytes, Duration timeout) {
    private static final long MIN_BYTES = 2 << 20;

    /** Checks the ranges. */
    public JoinSettings {
        if (memoryBytes < MIN_BYTES) {
            throw new BusException("memory of " + memoryBytes + " bytes for a join: use at least " + MIN_BYTES);
        }
        if (!timeout.isPositive()) {
            throw new BusException("timeout " + timeout + " of a join: use more than 0");
        }
    }

    /** {@return 64 MiB, 30 s} */
    public static JoinSettings defaults() {
        return new JoinSettings(64 << 20, Duration.ofSeconds(30));
    }

    /**
     * With another memory.
     *
     * @param newMemoryBytes at least 2 MiB
     * @return settings
     */
    public JoinSettings withMemoryBytes(final long newMemoryBytes) {
        return new JoinSettings(newMemoryBytes, timeout);
    }

    /**
     * With another timeout.
     *
     * @param newTimeout above 0
     * @return settings
     */
    public JoinSettings withTimeout(final Duration newTimeout) {
        return new JoinSettings(memoryBytes, newTimeout);
    }
}
