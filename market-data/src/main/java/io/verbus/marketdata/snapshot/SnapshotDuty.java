package io.verbus.marketdata.snapshot;

import io.verbus.Bus;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.Repair;
import io.verbus.Session;
import io.verbus.Start;
import io.verbus.SubscriptionSettings;
import io.verbus.recovery.RecoveringSubscription;
import io.verbus.recovery.RecoverySettings;
import java.util.function.Consumer;

/**
 * Publishes snapshots of one session in duty cycles: reads its stream, and publishes a snapshot in slices. It keeps
 * reading while a snapshot is published, so it lags only while it copies the orders. It reads under SKIP, so the
 * publisher of the session never waits for it. If it is lapped, it fills the gap from the log and from the journal of a
 * recorder that serves; until then its snapshots end before the gap. For one thread.
 */
public final class SnapshotDuty implements AutoCloseable {
    /** Name of the subscription that reads the stream. */
    static final String NAME = "snapshots";

    private static final int POLL_LIMIT = 1_024;
    private static final long SLICE = 1_024;
    private static final double NS_PER_SECOND = 1e9;
    /** Interval of the checks for subscriptions that need an unchanged state: they allocate. */
    private static final long UNCHANGED_NS = 10_000_000;

    private final StreamState state;
    private final RecoveringSubscription subscription;
    private final Publication to;
    private final SnapshotWriter writer;
    private final SnapshotSettings settings;
    private long begunNs;
    private long nextNs;
    private long newest = -1;
    private long count;

    /**
     * Subscribes to a session without published messages. The first snapshot is due after one interval.
     *
     * @param bus bus of this process
     * @param session session of the snapshots
     * @param to publication for the snapshots; is not closed here
     * @param settings interval and rate
     * @param news receives notices for the user, on the thread that runs the duty cycles
     * @param nowNs the time now, on any clock
     */
    public SnapshotDuty(final Bus bus, final Session session, final Publication to, final SnapshotSettings settings,
            final Consumer<String> news, final long nowNs) {
        this.settings = settings;
        this.to = to;
        state = new StreamState(session.id(), news);
        writer = new SnapshotWriter(to);
        nextNs = nowNs + settings.intervalNs();
        subscription = RecoveringSubscription.of(bus, SubscriptionSettings.of(session.stream()).withName(NAME)
                .withPolicy(Policy.SKIP).withRepair(Repair.REPAIR).withStart(Start.at(0)).withListener(state),
                RecoverySettings.defaults().withTimeout(settings.recovery()));
    }

    /**
     * Runs one duty cycle.
     *
     * @param nowNs the time now
     * @return number of messages read and written
     */
    public int doWork(final long nowNs) {
        final int read = subscription.poll(state, POLL_LIMIT);
        if (nowNs - nextNs >= 0) {
            begin(nowNs);
        }
        return read + write(nowNs);
    }

    /**
     * Starts a snapshot, due or not, unless the latest one is up to date, or the previous one is not finished.
     *
     * @param nowNs the time now
     */
    void begin(final long nowNs) {
        if (!isFinished()) {
            return;
        }
        if (isUpToDate()) {
            nextNs = nowNs + Math.min(settings.intervalNs(), UNCHANGED_NS);
            return;
        }
        writer.begin(state);
        newest = state.sequence();
        begunNs = nowNs;
        nextNs = nowNs + settings.intervalNs();
    }

    /** Whether the session is over and was read completely. */
    boolean isOver() {
        return state.isOver();
    }

    /** Whether no snapshot is in progress. */
    boolean isFinished() {
        return writer.isFinished();
    }

    /**
     * Whether no snapshot is needed: the current state is published or in progress, or is not available. If its
     * snapshot is too long to stay in the log, a subscription needs another one.
     */
    boolean isUpToDate() {
        return !state.isUsable()
                || state.sequence() == newest && (writer.isInLog() || to.subscribers().isEmpty());
    }

    /** {@return number of complete snapshots} */
    public long count() {
        return count;
    }

    /** Leaves the session; call on the thread that runs the duty cycles. */
    @Override
    public void close() {
        subscription.close();
    }

    private int write(final long nowNs) {
        if (isFinished()) {
            return 0;
        }
        final long due = 1 + (long) ((nowNs - begunNs) * (settings.perSecond() / NS_PER_SECOND));
        final int written = writer.write(Math.min(SLICE, due - writer.written()));
        if (isFinished()) {
            count++;
        }
        return written;
    }
}
