package io.verbus.support.seeds;

import io.verbus.Clocks;
import java.util.concurrent.TimeUnit;

/** A manual clock. Shared by all processes of a history. */
public final class VirtualTime {
    private static final long EPOCH_NS = 1_700_000_000_000_000_000L;
    private static final long RUSH_NS = TimeUnit.SECONDS.toNanos(1);

    private final long beginNs;
    private long nowNs;
    private long setByNs;
    private boolean rushing;

    /** Starts at any value: a monotonic clock may be negative, and may overflow. */
    public VirtualTime(final long beginNs) {
        this.beginNs = beginNs;
        this.nowNs = beginNs;
    }

    public long nowNs() {
        return nowNs;
    }

    public long elapsedNs() {
        return nowNs - beginNs;
    }

    public void pass(final long ns) {
        nowNs += ns;
    }

    /** Sets the wall clock, forward or back; the monotonic clock is unaffected. */
    public void set(final long byNs) {
        setByNs += byNs;
    }

    /** The error of the wall clock. */
    public long setByNs() {
        return setByNs;
    }

    /** If true, each read of the clock advances it by a second: for a close that waits for a deadline. */
    public void rush(final boolean newRushing) {
        rushing = newRushing;
    }

    public Clocks clocks() {
        return new Clocks(this::read, () -> EPOCH_NS + setByNs + read() - beginNs);
    }

    private long read() {
        if (rushing) {
            nowNs += RUSH_NS;
        }
        return nowNs;
    }
}
