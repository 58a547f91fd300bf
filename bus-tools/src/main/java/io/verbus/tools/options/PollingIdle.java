package io.verbus.tools.options;

import io.verbus.BatchingIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;

/** How a polling thread waits for messages. */
public enum PollingIdle {
    /** Spins; pauses briefly between polls at high rates. */
    spin,
    /** Yields the core to other threads. */
    yield,
    /** Sleeps for a millisecond; for monitoring, not for low latency. */
    sleep;

    /** {@return a strategy for one thread} */
    public IdleStrategy strategy() {
        return switch (this) {
            case spin -> new BatchingIdleStrategy();
            case yield -> YieldingIdleStrategy.INSTANCE;
            case sleep -> new SleepingMillisIdleStrategy(1);
        };
    }
}
