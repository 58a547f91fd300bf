package io.verbus.marketdata.join;

import io.verbus.BusException;
import io.verbus.ImmutableSettings;
import java.time.Duration;

/** Limits of a join. Immutable: each {@code with} method returns changed settings. */
public final class JoinSettings extends ImmutableSettings<JoinSettings> {
    private static final long MIN_BYTES = 2 << 20;

    private long memoryBytes = 64 << 20;
    private Duration timeout = Duration.ofSeconds(30);

    private JoinSettings() {
    }

    /** {@return 64 MiB, 30 s} */
    public static JoinSettings defaults() {
        return new JoinSettings();
    }

    /**
     * With another memory.
     *
     * @param newMemoryBytes at least 2 MiB
     * @return settings
     */
    public JoinSettings withMemoryBytes(final long newMemoryBytes) {
        return with(copy -> copy.memoryBytes = newMemoryBytes);
    }

    /**
     * With another timeout.
     *
     * @param newTimeout above 0
     * @return settings
     */
    public JoinSettings withTimeout(final Duration newTimeout) {
        return with(copy -> copy.timeout = newTimeout);
    }

    long memoryBytes() {
        return memoryBytes;
    }

    Duration timeout() {
        return timeout;
    }

    @Override
    protected void check() {
        if (memoryBytes < MIN_BYTES) {
            throw new BusException("memory of " + memoryBytes + " bytes for a join: use at least " + MIN_BYTES);
        }
        if (!timeout.isPositive()) {
            throw new BusException("timeout " + timeout + " of a join: use more than 0");
        }
    }
}
