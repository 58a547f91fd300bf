package io.verbus.internal.image;

import io.verbus.Action;
import io.verbus.Header;
import io.verbus.PollHandler;
import io.verbus.internal.monitor.LatencyHistogram;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;

/**
 * Records the time from the commit of each message to the call of the handler that takes it. Messages of other hosts
 * are compared in UTC. By the polling thread, except {@link #compareClocks}.
 */
public final class TimedHandler implements PollHandler {
    private final LatencyHistogram latencies;
    private final NanoClock clock;
    private final EpochNanoClock epoch;
    private final boolean isRemote;
    /** UTC minus the monotonic clock. A read of the UTC clock may allocate, so the conductor does that. */
    private volatile long clockOffsetNs;
    private PollHandler handler;

    /**
     * Without a handler.
     *
     * @param latencies to record in
     * @param clock monotonic
     * @param epoch UTC clock
     * @param isRemote whether the messages come from other hosts
     */
    public TimedHandler(final LatencyHistogram latencies, final NanoClock clock, final EpochNanoClock epoch,
            final boolean isRemote) {
        this.latencies = latencies;
        this.clock = clock;
        this.epoch = epoch;
        this.isRemote = isRemote;
        compareClocks();
    }

    /** Compares the two clocks of this host, of which one may be slewed. By the conductor, from time to time. */
    public void compareClocks() {
        clockOffsetNs = isRemote ? epoch.nanoTime() - clock.nanoTime() : 0;
    }

    /**
     * Sets the handler.
     *
     * @param newHandler of the next poll
     * @return this, for the poll
     */
    public PollHandler around(final PollHandler newHandler) {
        handler = newHandler;
        return this;
    }

    @Override
    public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        final long publishedNs = isRemote ? header.publishedEpochNs() : header.publishedNs();
        if (publishedNs == Header.NO_TIMESTAMP) {
            return handler.onMessage(buffer, offset, length, header);
        }
        final long latencyNs = clock.nanoTime() + clockOffsetNs - publishedNs;
        final Action action = handler.onMessage(buffer, offset, length, header);
        if (action != Action.NOT_TAKEN) {
            latencies.record(latencyNs);
        }
        return action;
    }
}
