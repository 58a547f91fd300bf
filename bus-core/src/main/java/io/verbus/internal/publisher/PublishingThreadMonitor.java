package io.verbus.internal.publisher;

import io.verbus.internal.log.Heartbeat;
import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogWriter;

/**
 * Shows in the log when the publishing thread ran last: when it published, was refused a claim, or called idle. The
 * conductor reads the clock for it. Nothing is shown for a thread that never calls idle: it may have nothing to
 * publish. Used by the conductor.
 */
public final class PublishingThreadMonitor {
    private final Log log;
    private final LogWriter writer;
    private long position;
    private long refusedClaims;
    private long idleCalls;

    /**
     * Starts with a new publication.
     *
     * @param log of the publication, writable
     * @param writer of the log
     */
    public PublishingThreadMonitor(final Log log, final LogWriter writer) {
        this.log = log;
        this.writer = writer;
    }

    /**
     * Checks whether the thread has run since the last call.
     *
     * @param nowNs on the monotonic clock
     */
    public void update(final long nowNs) {
        final boolean ran = writer.position() != position || writer.refusedClaims() != refusedClaims
                || writer.idleCalls() != idleCalls;
        position = writer.position();
        refusedClaims = writer.refusedClaims();
        idleCalls = writer.idleCalls();
        if (ran && idleCalls > 0) {
            Heartbeat.publishing(log.header(), nowNs);
        }
    }
}
