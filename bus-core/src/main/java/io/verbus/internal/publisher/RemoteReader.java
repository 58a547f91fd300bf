package io.verbus.internal.publisher;

import io.verbus.Policy;
import io.verbus.Refusal;
import io.verbus.Subscriber;
import io.verbus.internal.conductor.HeartbeatMonitor;
import io.verbus.internal.conductor.ObserverTimeout;
import io.verbus.internal.jfr.EpochEvent;
import io.verbus.internal.jfr.FlightEvents;
import io.verbus.internal.log.FrameLayout;
import io.verbus.spi.SubscriptionIdentity;
import java.lang.invoke.VarHandle;

/**
 * A subscription on another host that reads a publication's log, over all its epochs. Used by the conductor, except
 * {@link #lowest()} and {@link #attributeRefusal}.
 *
 * <pre>
 *   joined ──▶ left, evicted
 *    ▲  │        ▲
 *    │  ▼        │  too late
 *   disconnected ╯           (BLOCK only: it keeps its gating position)
 * </pre>
 */
final class RemoteReader extends PublicationReader {
    /** No gating position. */
    static final long NOWHERE = Long.MAX_VALUE;

    /** From the end of its epoch on: a reader cannot return to a process that is stopped. */
    private final ObserverTimeout absence;
    private HeartbeatMonitor signOfLife;
    private String host = "";
    private String medium = "";
    private long epochs;
    private boolean silent;
    /** Whether it may fetch history from the log; stored before the cursor. */
    private boolean fetching;
    /** The cursor of the present epoch, or null. */
    private volatile Cursor cursor;
    /** The gating position while there is no epoch, and in an epoch until the subscription has consumed more. */
    private volatile long heldAt = NOWHERE;

    /** A reader that had a number of epochs in this session before, and was released. */
    RemoteReader(final SubscriptionIdentity identity, final ReaderSettings settings, final Refusal refusal,
            final long epochs) {
        super(identity, settings);
        this.epochs = epochs;
        this.absence = new ObserverTimeout(settings.progressTimeoutNs());
        refusal(refusal);
        if (refusal == Refusal.BUDGET) {
            account().markIndebted();
        }
    }

    /** Whether it gates the publisher. */
    boolean isBlocking() {
        return policy() == Policy.BLOCK;
    }

    /** The policy that the publisher applies. */
    Policy policy() {
        return refusal() == Refusal.NONE ? identity().policy() : Policy.SKIP;
    }

    /**
     * Starts to gate the publisher, within an epoch; returns false if the consumed position is already overwritten, or
     * the cursor is in use.
     */
    boolean accept(final StartPositions beginnings) {
        final Refusal before = refusal();
        heldAt = cursor.link().consumed();
        refusal(Refusal.NONE);
        VarHandle.fullFence(); // SYNC promise with LogWriter
        if (beginnings.isLost(heldAt, NOWHERE) || !cursor.tryChange(policy())) {
            refusal(before);
            heldAt = NOWHERE;
            return false;
        }
        return true;
    }

    /** Updates its consumption and blocking time. */
    void update(final long horizon, final long end) {
        final Cursor now = cursor;
        account().update(isBlocking() ? lowest() : now.link().consumed(), horizon, end, backPressure().ns(),
                isBlocking());
    }

    /** Its gating position; publisher's thread. */
    long lowest() {
        if (!isBlocking()) {
            return NOWHERE;
        }
        final Cursor now = cursor;
        return now == null ? heldAt : Math.max(heldAt, now.link().consumed());
    }

    /** Records a refused claim, if this reader causes it; publisher's thread. */
    void attributeRefusal(final long awaited, final boolean isFirst, final long additionalNs) {
        final Cursor now = cursor;
        final long unfinished = now == null ? NOWHERE : now.link().unfinished();
        if (Math.min(unfinished, lowest()) < awaited) {
            backPressure().record(isFirst, additionalNs);
        }
    }

    /**
     * Sets the gating position for a new epoch, and then checks whether the log still contains it.
     *
     * @param position start of the image
     * @param ownPosition present gating position
     * @return false if the position is overwritten, or announced to be
     */
    boolean gate(final long position, final long ownPosition, final StartPositions beginnings) {
        heldAt = Math.min(position, ownPosition);
        VarHandle.fullFence(); // SYNC promise with LogWriter
        if (beginnings.isLost(position, ownPosition)) {
            return false;
        }
        heldAt = position;
        return true;
    }

    /** Whether it may still fetch from a log that ends at a position; any thread. */
    boolean isFetching(final long end) {
        final Cursor now = cursor;
        return now != null && fetching && now.link().endedBy() == null
                && now.link().consumed() < end - FrameLayout.ALIGNMENT; // the end frame is not consumed
    }

    /** Starts an epoch. */
    void attach(final Cursor newCursor, final boolean mayFetch, final HeartbeatMonitor newSignOfLife,
            final long nowNs) {
        signOfLife = newSignOfLife;
        fetching = mayFetch;
        host = newCursor.link().peer();
        medium = newCursor.link().medium();
        epochs++;
        silent = false;
        cursor = newCursor;
        progress().begin(nowNs);
        FlightEvents.commit(() -> new EpochEvent.Began(host, identity().name(), epochs, medium));
    }

    /** Ends the epoch, and keeps the gating position. */
    void detach(final long nowNs) {
        recordEnd();
        heldAt = lowest();
        cursor = null;
        absence.restart(nowNs);
    }

    /** Records the end of the epoch for JFR, if there is one. */
    void recordEnd() {
        if (cursor != null) {
            FlightEvents.commit(() -> new EpochEvent.Ended(host, identity().name(), epochs, medium));
        }
    }

    Cursor cursor() {
        return cursor;
    }

    /** Number of epochs so far. */
    long epochs() {
        return epochs;
    }

    /** Its connection, for counters. */
    RemoteReaders.Connection connection(final long end) {
        final Cursor now = cursor;
        return new RemoteReaders.Connection(describe(end), epochs,
                now == null ? RemoteReaders.Connection.NONE : now.creditBytes(), medium);
    }

    /** Whether it has not returned for the progress timeout since its epoch ended; called in each duty cycle. */
    boolean isAbsent(final long nowNs) {
        return absence.isOver(nowNs);
    }

    boolean isSilent() {
        return silent;
    }

    /** Whether its silence has changed; called in each duty cycle of an epoch. */
    boolean hasSilenceChanged(final long nowNs) {
        final boolean missing = signOfLife.isMissing(cursor.link().heartbeat(), cursor.link().consumed(), nowNs);
        final boolean changed = missing != silent;
        silent = missing;
        return changed;
    }

    /** The position that it has consumed, as far as known here; not trusted. */
    long consumed() {
        return isBlocking() ? lowest() : cursor.link().consumed();
    }

    Subscriber describe(final long end) {
        final Cursor now = cursor;
        final long consumed = consumed();
        final SubscriptionIdentity subscription = identity();
        return new Subscriber(subscription.name(), subscription.id(), subscription.pid(), subscription.policy(),
                isBlocking() && now != null, silent || now == null, end - Math.clamp(consumed, 0, end),
                backPressure().claims(), backPressure().ns(), host, refusal());
    }
}
