package io.verbus.conductor;

import io.verbus.log.Heartbeat;
import io.verbus.log.Log;
import io.verbus.log.LogWriter;

/**
 * Shows in the log when the publishing thread ran last: when it published, was refused a claim, or called idle. The
 * conductor reads the clock for it. Nothing is shown for a thread that never calls idle: it may have nothing to
 * publish. Used by the conductor.
 */
public final class PublishingThread {
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
    public PublishingThread(final Log log, final LogWriter writer) {
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
