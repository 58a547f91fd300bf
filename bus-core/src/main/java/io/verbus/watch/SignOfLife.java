package io.verbus.watch;

/**
 * Watches over a process that gives signs of life: two words that it writes, of which one at least changes in each of
 * its duty cycles. One who looks too late himself accuses nobody: then the time-out begins anew.
 */
public final class SignOfLife {
    /** This share of the time-out is late. */
    private static final int LATE_SHARE = 2;
    /** Whoever has given a sign of life within this time is alive. */
    private static final long QUIET_NS = Pulse.LIVENESS_NS;

    private final long timeoutNs;
    private long heartbeat;
    private long position;
    private long changedNs;
    /** When the heartbeat changed last. Whoever looks late begins the time-out anew, but has seen no sign of life. */
    private long livedNs;
    private long lookedNs;
    private boolean missing;

    /**
     * From now on.
     *
     * @param timeoutNs after which it is missing
     * @param nowNs on the monotonic clock
     */
    public SignOfLife(final long timeoutNs, final long nowNs) {
        this.timeoutNs = timeoutNs;
        this.changedNs = nowNs;
        this.livedNs = nowNs;
        this.lookedNs = nowNs;
    }

    /**
     * Whether it is worth asking the kernel whether the process lives, which takes several system calls.
     *
     * @param nowNs on the monotonic clock
     * @return true if its heartbeat has not changed for a while
     */
    public boolean isQuiet(final long nowNs) {
        return nowNs - livedNs >= QUIET_NS;
    }

    /**
     * Looks at the words; to be called in each duty cycle.
     *
     * @param newHeartbeat one of them
     * @param newPosition the other
     * @param nowNs on the monotonic clock
     * @return whether neither has changed for the time-out
     */
    public boolean isMissing(final long newHeartbeat, final long newPosition, final long nowNs) {
        if (newHeartbeat != heartbeat) {
            livedNs = nowNs;
        }
        if (newHeartbeat != heartbeat || newPosition != position) {
            heartbeat = newHeartbeat;
            position = newPosition;
            changedNs = nowNs;
            missing = false;
        } else if (nowNs - lookedNs > timeoutNs / LATE_SHARE) {
            changedNs = nowNs; // what was missing stays missing: that we are late is no sign of life
        } else if (nowNs - changedNs > timeoutNs) {
            missing = true;
        }
        lookedNs = nowNs;
        return missing;
    }
}
