package io.verbus.support;

import java.time.Duration;

/**
 * How long a test waits for an event before it fails: so long that only an event that never comes exceeds it, on a
 * machine with other load too. No test measures with it, or waits for it to pass.
 */
public final class Patience {
    /** {@code -Dverbus.patience=SECONDS}; below the limit of ten minutes for a whole test. */
    public static final Duration LIMIT = Duration.ofSeconds(Integer.getInteger("verbus.patience", 480));

    /** {@link #LIMIT} in nanoseconds. */
    public static final long NS = LIMIT.toNanos();

    private Patience() {
    }
}
