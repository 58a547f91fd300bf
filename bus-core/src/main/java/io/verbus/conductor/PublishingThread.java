package io.verbus.conductor;

import io.verbus.log.Heartbeat;
import io.verbus.log.Log;
import io.verbus.log.LogWriter;

/**
 * Shows in the log when the publishing thread ran last: it has published, was refused a claim, or said that it is idle.
 * It reads no clock for this; the conductor does. Nothing is shown of a thread that never says that it is idle: it may
 * have nothing to publish. Used by the conductor.
 */
public final class PublishingThread {
    private final Log log;
    private final LogWriter writer;
    private long position;
    private long refusedClaims;
    private long idleCalls;

    /**
     * Of a new publication.
     *
     * @param log of the publication, writable
     * @param writer of the log
     */
    public PublishingThread(final Log log, final LogWriter writer) {
        this.log = log;
        this.writer = writer;
    }

    /**
     * Looks whether it has run since the last look.
     *
     * @param nowNs on the monotonic clock
     */
    public void look(final long nowNs) {
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
