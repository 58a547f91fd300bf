package io.verbus.sample.publisher.snapshot;

import io.verbus.Bus;
import io.verbus.Policy;
import io.verbus.Publication;
import io.verbus.Repair;
import io.verbus.Start;
import io.verbus.SubscriptionSettings;
import io.verbus.peer.Session;
import io.verbus.recovery.RecoveringSubscription;
import io.verbus.recovery.RecoverySettings;
import java.util.function.Consumer;

/**
 * Snapshots of one session, a turn after the other: reads its stream, and now and then publishes a slice of a snapshot.
 * It never stops reading for a whole one, so it falls behind for no longer than copying the orders takes. It reads
 * under SKIP: the publisher of the session never waits for it. If it is lapped, it fills what it missed from the log
 * and from the journal of a recorder that serves; until then its snapshots are of the last message before. For one
 * thread.
 */
public final class SnapshotDuty implements AutoCloseable {
    /** Name of the subscription that reads the stream. */
    static final String NAME = "snapshots";

    private static final int POLL_LIMIT = 1_024;
    private static final long SLICE = 1_024;
    private static final double NS_PER_SECOND = 1e9;

    private final StreamState state;
    private final RecoveringSubscription subscription;
    private final SnapshotWriter writer;
    private final SnapshotSettings settings;
    private long begunNs;
    private long nextNs;
    private long newest = -1;
    private long count;

    /**
     * Subscribes to a session of which nothing has been published yet. The first snapshot is due an interval from now.
     *
     * @param bus of this process
     * @param session to be snapshot
     * @param to where snapshots are published; stays open
     * @param settings how often and how fast
     * @param news gets what a person should know, on the thread that takes the turns
     * @param nowNs the time now, on any clock
     */
    public SnapshotDuty(final Bus bus, final Session session, final Publication to, final SnapshotSettings settings,
            final Consumer<String> news, final long nowNs) {
        this.settings = settings;
        state = new StreamState(session.id(), news);
        writer = new SnapshotWriter(to, state.instruments());
        nextNs = nowNs + settings.intervalNs();
        subscription = RecoveringSubscription.of(bus, SubscriptionSettings.of(session.stream()).withName(NAME)
                .withPolicy(Policy.SKIP).withRepair(Repair.REPAIR).withStart(Start.at(0)).withListener(state),
                RecoverySettings.defaults().withTimeout(settings.recovery()));
    }

    /**
     * One turn.
     *
     * @param nowNs the time now
     * @return how much was done
     */
    public int turn(final long nowNs) {
        final int read = subscription.poll(state, POLL_LIMIT);
        if (nowNs - nextNs >= 0) {
            begin(nowNs);
        }
        return read + write(nowNs);
    }

    /**
     * Begins a snapshot, due or not, unless the newest one says it all, or the one before is not finished.
     *
     * @param nowNs the time now
     */
    void begin(final long nowNs) {
        if (isFinished() && !isUpToDate()) {
            writer.begin(state);
            newest = state.sequence();
            begunNs = nowNs;
            nextNs = nowNs + settings.intervalNs();
        }
    }

    /** Whether the session is over, and all of it was read. */
    boolean isOver() {
        return state.isOver();
    }

    /** Whether no snapshot is under way. */
    boolean isFinished() {
        return writer.isFinished();
    }

    /** Whether a snapshot of how things stand is published or under way, or there is nothing to be told. */
    boolean isUpToDate() {
        return !state.isUsable() || state.sequence() == newest;
    }

    /** {@return whole snapshots so far} */
    public long count() {
        return count;
    }

    /** Leaves the session; by the thread that takes the turns. */
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
