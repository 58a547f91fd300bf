package io.verbus.internal.conductor;

/**
 * Monitors the progress of a reader: whether it has consumed nothing for the timeout while it blocked claims. If the
 * observer itself was late, the timeout restarts: a stalled conductor must not evict readers.
 */
public final class ProgressMonitor {
    private final ObserverTimeout timeout;
    private long position = -1;

    /**
     * Starts with a reader that gates nothing.
     *
     * @param timeoutNs after which the reader is stuck
     */
    public ProgressMonitor(final long timeoutNs) {
        this.timeout = new ObserverTimeout(timeoutNs);
    }

    /**
     * Starts the timeout: the reader gates the publisher from now on. A repeated acknowledgement is not progress.
     *
     * @param nowNs on the monotonic clock
     */
    public void begin(final long nowNs) {
        timeout.restart(nowNs);
    }

    /**
     * Whether the reader blocks a claim and has consumed nothing for the timeout; called in each duty cycle.
     *
     * @param newPosition of the reader, not trusted: moving back is not progress
     * @param awaited position that the last refused claim needs
     * @param nowNs on the monotonic clock
     * @return true if so
     */
    public boolean isStuck(final long newPosition, final long awaited, final long nowNs) {
        if (newPosition >= awaited || newPosition > position) {
            timeout.restart(nowNs);
        }
        position = Math.max(position, newPosition);
        return timeout.isOver(nowNs);
    }
}
