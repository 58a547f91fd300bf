package io.verbus.conductor;

/**
 * Watches over a process that gives signs of life: two words of shared memory, of which one at least changes in each of
 * its duty cycles. One who looks too late himself accuses nobody: then the time-out begins anew.
 */
final class SignOfLife {
    /** This share of the time-out is late. */
    private static final int LATE_SHARE = 2;

    private final long timeoutNs;
    private long heartbeat;
    private long position;
    private long changedNs;
    private long lookedNs;
    private boolean missing;

    SignOfLife(final long timeoutNs, final long nowNs) {
        this.timeoutNs = timeoutNs;
        this.changedNs = nowNs;
        this.lookedNs = nowNs;
    }

    /** Looks at the words. Returns whether neither has changed for the time-out. */
    boolean isMissing(final long newHeartbeat, final long newPosition, final long nowNs) {
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
