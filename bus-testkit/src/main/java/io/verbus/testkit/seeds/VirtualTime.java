package io.verbus.testkit.seeds;

import io.verbus.time.Clocks;
import java.util.concurrent.TimeUnit;

/** A clock that stands still until it is moved. Shared by all processes of a history. */
public final class VirtualTime {
    private static final long EPOCH_NS = 1_700_000_000_000_000_000L;
    private static final long RUSH_NS = TimeUnit.SECONDS.toNanos(1);

    private final long beginNs;
    private long nowNs;
    private long setByNs;
    private boolean rushing;

    /** Begins anywhere: a monotonic clock may be negative, and may overflow. */
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

    /** Somebody sets the clock on the wall, forward or back; the time that passes is another matter. */
    public void set(final long byNs) {
        setByNs += byNs;
    }

    /** By how much the clock on the wall is wrong. */
    public long setByNs() {
        return setByNs;
    }

    /** Whether, from now on, a second passes each time that somebody looks: for closing what waits for a deadline. */
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
