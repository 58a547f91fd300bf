package io.verbus.internal.image;

import io.verbus.Action;
import io.verbus.Header;
import io.verbus.PollHandler;
import io.verbus.internal.late.LateMessages;
import io.verbus.internal.monitor.LatencyHistogram;
import io.verbus.monitor.LateCause;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.BooleanSupplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;

/**
 * Records the time from the commit of each message to the call of the handler that takes it. Messages of other hosts
 * are compared in UTC. By the polling thread, except {@link #compareClocks}.
 */
public final class TimedHandler implements PollHandler {
    private static final VarHandle IDLE_POLLS;

    static {
        try {
            IDLE_POLLS = MethodHandles.lookup().findVarHandle(TimedHandler.class, "idlePolls", long.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final LatencyHistogram latencies;
    private final NanoClock clock;
    private final EpochNanoClock epoch;
    private final boolean isRemote;
    private final long lateNs;
    /** UTC minus the monotonic clock. A read of the UTC clock may allocate, so the conductor does that. */
    private volatile long clockOffsetNs;
    private final Lateness lateness;
    private PollHandler handler;
    /** Polls that found no message. */
    private long idlePolls;
    private long idlePollsBefore = -1;
    /** The first message since then that each poll has found one. */
    private long busySinceNs;
    /** When the next message was first not taken. */
    private long heldSinceNs = LateMessages.NONE;

    /**
     * Which messages are late.
     *
     * @param messages receives them
     * @param thresholdNs latency from which on a message is late
     * @param hasFetched whether messages that were not taken waited for missing ones
     */
    public record Lateness(LateMessages messages, long thresholdNs, BooleanSupplier hasFetched) {}

    /**
     * Without a handler.
     *
     * @param latencies to record in
     * @param lateness records late messages
     * @param clock monotonic
     * @param epoch UTC clock
     * @param isRemote whether the messages come from other hosts
     */
    public TimedHandler(final LatencyHistogram latencies, final Lateness lateness, final NanoClock clock,
            final EpochNanoClock epoch, final boolean isRemote) {
        this.latencies = latencies;
        this.lateness = lateness;
        this.lateNs = lateness.thresholdNs();
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

    /** Counts a poll that found no message, or whose message was not taken. By the polling thread. */
    public void idle() {
        IDLE_POLLS.setOpaque(this, idlePolls + 1);
    }

    /** {@return the number of such polls; any thread} */
    public long idlePolls() {
        return (long) IDLE_POLLS.getOpaque(this);
    }

    @Override
    public Action onMessage(final DirectBuffer buffer, final int offset, final int length, final Header header) {
        final long publishedNs = isRemote ? header.publishedEpochNs() : header.publishedNs();
        if (publishedNs == Header.NO_TIMESTAMP) {
            return handler.onMessage(buffer, offset, length, header);
        }
        final long nowNs = clock.nanoTime();
        if (idlePolls != idlePollsBefore) {
            idlePollsBefore = idlePolls;
            busySinceNs = nowNs;
        }
        final long latencyNs = nowNs + clockOffsetNs - publishedNs;
        final Action action = handler.onMessage(buffer, offset, length, header);
        if (action == Action.NOT_TAKEN) {
            hold(nowNs);
            return action;
        }
        latencies.record(latencyNs);
        if (latencyNs >= lateNs) {
            late(nowNs, latencyNs, header);
        }
        heldSinceNs = LateMessages.NONE;
        return action;
    }

    private void hold(final long nowNs) {
        if (heldSinceNs == LateMessages.NONE) {
            heldSinceNs = nowNs;
        }
    }

    private void late(final long nowNs, final long latencyNs, final Header header) {
        if (heldSinceNs != LateMessages.NONE) {
            final LateCause cause = lateness.hasFetched().getAsBoolean() ? LateCause.GAP : LateCause.READER;
            lateness.messages().held(heldSinceNs, nowNs, cause);
        }
        lateness.messages().add(nowNs - latencyNs, nowNs, busySinceNs, header.session());
    }
}
