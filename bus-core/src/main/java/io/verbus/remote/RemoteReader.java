package io.verbus.remote;

import io.verbus.Policy;
import io.verbus.conductor.ReaderSettings;
import io.verbus.log.FrameLayout;
import io.verbus.peer.Refusal;
import io.verbus.peer.Subscriber;
import io.verbus.position.SubscriptionIdentity;
import io.verbus.watch.BlockingAccount;
import io.verbus.watch.HoldUp;
import io.verbus.watch.Progress;
import io.verbus.watch.SignOfLife;
import java.lang.invoke.VarHandle;

/**
 * A subscription on another host that reads a publication's log, over all its epochs. Used by the conductor, except for
 * {@link #lowest()} and {@link #noteHoldUp}.
 *
 * <pre>
 *   joined ──▶ left, evicted
 *    ▲  │        ▲
 *    │  ▼        │  too late
 *   disconnected ╯           (BLOCK only: the log is held for it)
 * </pre>
 */
final class RemoteReader {
    /** Holds nothing. */
    static final long NOWHERE = Long.MAX_VALUE;

    private final SubscriptionIdentity identity;
    private final Progress progress;
    private final HoldUp holdUp;
    private final BlockingAccount account;
    private SignOfLife signOfLife;
    private String host = "";
    private boolean silent;
    private long disconnectedNs;
    /** Whether it may fetch from the log what it has missed; stored before the cursor. */
    private boolean fetching;
    /** The epoch under way. */
    private volatile Cursor cursor;
    /** Where the log is held while there is no epoch, and until the subscription has consumed so much in one. */
    private volatile long heldAt = NOWHERE;
    /** Why the log is not held, though the policy is BLOCK. */
    private volatile Refusal refusal;

    RemoteReader(final SubscriptionIdentity identity, final ReaderSettings settings, final Refusal refusal) {
        this.identity = identity;
        this.progress = new Progress(settings.progressTimeoutNs());
        this.holdUp = settings.holdUp(identity);
        this.account = new BlockingAccount(identity.name(), settings.terms());
        this.refusal = refusal;
        if (refusal == Refusal.BUDGET) {
            account.owes();
        }
    }

    SubscriptionIdentity identity() {
        return identity;
    }

    /** Whether the publisher waits for it. */
    boolean isBlocking() {
        return policy() == Policy.BLOCK;
    }

    /** What the publisher does when it is slow. */
    Policy policy() {
        return refusal == Refusal.NONE ? identity.policy() : Policy.SKIP;
    }

    /** Why the publisher does not wait for it, though its policy is BLOCK. */
    Refusal refusal() {
        return refusal;
    }

    /** Waits for it from now on, in an epoch; false if the log has gone past what it has consumed. */
    boolean accept(final Beginnings beginnings) {
        final Refusal before = refusal;
        heldAt = cursor.link().consumed();
        refusal = Refusal.NONE;
        VarHandle.fullFence(); // SYNC promise: pairs with the fence in LogWriter
        if (beginnings.isLost(heldAt, NOWHERE)) {
            refusal = before;
            heldAt = NOWHERE;
            return false;
        }
        cursor.policy(policy());
        return true;
    }

    /** Notes what it has read and how long it has blocked claims. */
    void look(final long horizon, final long end) {
        final Cursor now = cursor;
        account.look(isBlocking() ? lowest() : now.link().consumed(), horizon, end, holdUp.ns(), isBlocking());
    }

    /** Whether it has never read, and its name has used the time for that. */
    boolean isOverdrawn() {
        return account.isOverdrawn();
    }

    /** The lowest position that it is promised; publisher's thread. */
    long lowest() {
        if (!isBlocking()) {
            return NOWHERE;
        }
        final Cursor now = cursor;
        return now == null ? heldAt : Math.max(heldAt, now.link().consumed());
    }

    /** Notes a claim that was refused, if it is in the way of it; publisher's thread. */
    void noteHoldUp(final long awaited, final boolean isFirst, final long moreNs) {
        final Cursor now = cursor;
        final long unfinished = now == null ? NOWHERE : now.link().unfinished();
        if (Math.min(unfinished, lowest()) < awaited) {
            holdUp.note(isFirst, moreNs);
        }
    }

    /** What it holds up. */
    HoldUp holdUp() {
        return holdUp;
    }

    /**
     * Holds the log for an epoch that begins, before it looks whether the log still has that.
     *
     * @param position where the image begins
     * @param mark where the log is held for it already
     * @return false if the log has gone past it, or is about to
     */
    boolean hold(final long position, final long mark, final Beginnings beginnings) {
        heldAt = Math.min(position, mark);
        VarHandle.fullFence(); // SYNC promise: pairs with the fence in LogWriter
        if (beginnings.isLost(position, mark)) {
            return false;
        }
        heldAt = position;
        return true;
    }

    /** Whether it may still want something of a log that ends there; any thread. */
    boolean isFetching(final long end) {
        final Cursor now = cursor;
        return now != null && fetching && now.link().endedBy() == null
                && now.link().consumed() < end - FrameLayout.ALIGNMENT; // the end frame is not consumed
    }

    /** Begins an epoch. */
    void attach(final Cursor newCursor, final boolean mayFetch, final SignOfLife newSignOfLife, final long nowNs) {
        signOfLife = newSignOfLife;
        fetching = mayFetch;
        host = newCursor.link().peer();
        silent = false;
        cursor = newCursor;
        progress.begin(nowNs);
    }

    /** Ends the epoch, and holds the log where it stood. */
    void detach(final long nowNs) {
        heldAt = lowest();
        cursor = null;
        disconnectedNs = nowNs;
    }

    Cursor cursor() {
        return cursor;
    }

    long disconnectedNs() {
        return disconnectedNs;
    }

    Progress progress() {
        return progress;
    }

    boolean isSilent() {
        return silent;
    }

    /** Whether it has begun to be silent, or stopped to be; to be asked in each duty cycle of an epoch. */
    boolean isSilenceNews(final long nowNs) {
        final boolean missing = signOfLife.isMissing(cursor.link().heard(), cursor.link().consumed(), nowNs);
        final boolean news = missing != silent;
        silent = missing;
        return news;
    }

    Subscriber describe(final long end) {
        final Cursor now = cursor;
        final long consumed = isBlocking() ? lowest() : now.link().consumed();
        return new Subscriber(identity.name(), identity.id(), identity.pid(), identity.policy(),
                isBlocking() && now != null, silent || now == null, end - Math.clamp(consumed, 0, end),
                holdUp.claims(), holdUp.ns(), host, refusal);
    }
}
