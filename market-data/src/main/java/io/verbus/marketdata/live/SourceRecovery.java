package io.verbus.marketdata.live;

import io.verbus.BusException;
import io.verbus.ImmutableSettings;
import java.util.concurrent.TimeUnit;

/** Settings of the recovery after a loss. Immutable: each {@code with} method returns changed settings. */
public final class SourceRecovery extends ImmutableSettings<SourceRecovery> {
    private int attempts = 20;
    private long intervalNs = TimeUnit.SECONDS.toNanos(5);
    private long longestIntervalNs = TimeUnit.SECONDS.toNanos(60);
    private long aheadNs = TimeUnit.SECONDS.toNanos(5);
    private int heldBytes = 64 << 20;

    private SourceRecovery() {
    }

    /**
     * {@return 20 requests for a loss, 5 s apart, then up to 60 s; 5 s for the messages that a snapshot is ahead; 64
     * MiB for the messages since the loss}
     */
    public static SourceRecovery defaults() {
        return new SourceRecovery();
    }

    /**
     * With another number of attempts.
     *
     * @param newAttempts requests after a loss before the books stay suspect, at least 1
     * @return settings
     */
    public SourceRecovery withAttempts(final int newAttempts) {
        return with(copy -> copy.attempts = newAttempts);
    }

    /**
     * With other intervals.
     *
     * @param newIntervalNs minimum time between two requests in nanoseconds, above 0; doubled with each failure
     * @param newLongestIntervalNs its maximum in nanoseconds, at least the minimum
     * @return settings
     */
    public SourceRecovery withIntervals(final long newIntervalNs, final long newLongestIntervalNs) {
        return with(copy -> {
            copy.intervalNs = newIntervalNs;
            copy.longestIntervalNs = newLongestIntervalNs;
        });
    }

    /**
     * With another time for the messages that a snapshot is ahead of the source.
     *
     * @param newAheadNs in nanoseconds, 0 or more
     * @return settings
     */
    public SourceRecovery withAheadNs(final long newAheadNs) {
        return with(copy -> copy.aheadNs = newAheadNs);
    }

    /**
     * With another memory for the messages since the loss.
     *
     * @param bytes messages and 20 bytes for each packet, 1 or more
     * @return settings
     */
    public SourceRecovery withHeldBytes(final int bytes) {
        return with(copy -> copy.heldBytes = bytes);
    }

    int attempts() {
        return attempts;
    }

    /** The time between a request and the next one, after a number of failures. */
    long intervalNs(final int failures) {
        long interval = intervalNs;
        for (int i = 1; i < failures && interval < longestIntervalNs; i++) {
            interval *= 2;
        }
        return Math.min(interval, longestIntervalNs);
    }

    long aheadNs() {
        return aheadNs;
    }

    int heldBytes() {
        return heldBytes;
    }

    @Override
    protected void check() {
        if (attempts < 1 || intervalNs < 1 || longestIntervalNs < intervalNs || aheadNs < 0 || heldBytes < 1) {
            throw new BusException("out of range: " + attempts + " attempts, " + intervalNs + " to "
                    + longestIntervalNs + " ns, " + aheadNs + " ns, " + heldBytes + " bytes");
        }
    }
}
