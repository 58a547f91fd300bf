package io.verbus.testkit.stepper;

import io.verbus.time.Clocks;
import java.util.concurrent.TimeUnit;

/** A clock that stands still until it is moved. Shared by all processes of a history. */
final class VirtualTime {
    private static final long EPOCH_NS = 1_700_000_000_000_000_000L;
    private static final long RUSH_NS = TimeUnit.SECONDS.toNanos(1);

    private final long beginNs;
    private long nowNs;
    private boolean rushing;

    /** Begins anywhere: a monotonic clock may be negative, and may overflow. */
    VirtualTime(final long beginNs) {
        this.beginNs = beginNs;
        this.nowNs = beginNs;
    }

    long nowNs() {
        return nowNs;
    }

    long elapsedNs() {
        return nowNs - beginNs;
    }

    void pass(final long ns) {
        nowNs += ns;
    }

    /** From now on a second passes whenever somebody looks: for closing what waits for a deadline. */
    void rush() {
        rushing = true;
    }

    Clocks clocks() {
        return new Clocks(this::read, () -> EPOCH_NS + read() - beginNs);
    }

    private long read() {
        if (rushing) {
            nowNs += RUSH_NS;
        }
        return nowNs;
    }
}
