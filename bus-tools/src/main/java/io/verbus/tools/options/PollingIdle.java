package io.verbus.tools.options;

import io.verbus.BatchingIdleStrategy;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;

/** How a polling thread waits for messages. */
public enum PollingIdle {
    /** Spins; pauses briefly between polls at high rates. */
    spin,
    /** Spins for a thousand polls, then rests for up to 100 µs. */
    backoff,
    /** Yields the core to other threads. */
    yield,
    /** Sleeps for a millisecond; for monitoring, not for low latency. */
    sleep;

    private static final int SPINS = 1_000;
    private static final long LONGEST_REST_NS = 100_000;

    /** {@return a strategy for one thread} */
    public IdleStrategy strategy() {
        return switch (this) {
            case spin -> new BatchingIdleStrategy();
            case backoff -> new BackoffIdleStrategy(SPINS, 1, 1, LONGEST_REST_NS);
            case yield -> YieldingIdleStrategy.INSTANCE;
            case sleep -> new SleepingMillisIdleStrategy(1);
        };
    }
}
