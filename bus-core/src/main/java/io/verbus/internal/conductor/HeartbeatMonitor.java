package io.verbus.internal.conductor;

import io.verbus.internal.duty.IntervalTimer;

/**
 * Monitors the heartbeat of a process: two words, at least one of which changes in each of its duty cycles. If the
 * observer itself was late, the timeout restarts: a stalled conductor must not report others as silent.
 */
public final class HeartbeatMonitor {
    /** A process with a heartbeat change within this time is alive. */
    private static final long QUIET_NS = IntervalTimer.LIVENESS_NS;

    private final ObserverTimeout timeout;
    private long heartbeat;
    private long position;
    /** Time of the last heartbeat. A late observer restarts the timeout, but not this time. */
    private long livedNs;
    private boolean missing;

    /**
     * Starts the timeout.
     *
     * @param timeoutNs after which the process is silent
     * @param nowNs on the monotonic clock
     */
    public HeartbeatMonitor(final long timeoutNs, final long nowNs) {
        this.timeout = new ObserverTimeout(timeoutNs);
        this.timeout.restart(nowNs);
        this.livedNs = nowNs;
    }

    /**
     * Whether to check with the kernel if the process lives, which takes several system calls.
     *
     * @param nowNs on the monotonic clock
     * @return true if its heartbeat has not changed for 50 ms
     */
    public boolean isQuiet(final long nowNs) {
        return nowNs - livedNs >= QUIET_NS;
    }

    /**
     * Compares the words; called in each duty cycle.
     *
     * @param newHeartbeat first word
     * @param newPosition second word
     * @param nowNs on the monotonic clock
     * @return whether neither has changed for the timeout
     */
    public boolean isMissing(final long newHeartbeat, final long newPosition, final long nowNs) {
        if (newHeartbeat != heartbeat) {
            livedNs = nowNs;
        }
        if (newHeartbeat != heartbeat || newPosition != position) {
            heartbeat = newHeartbeat;
            position = newPosition;
            timeout.restart(nowNs);
            missing = false;
        } else if (timeout.isOver(nowNs)) {
            missing = true; // and stays so: that the observer was late is no evidence of life
        }
        return missing;
    }
}
