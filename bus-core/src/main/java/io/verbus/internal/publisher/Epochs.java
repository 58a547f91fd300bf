package io.verbus.internal.publisher;

import io.verbus.spi.LogLink;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The epochs of one log: open ones, and ended ones until the device has released the log. Used by the conductor, except
 * {@link #push} and {@link #lowest} by the publisher's thread, and {@link #areUnderWay} by any thread.
 */
final class Epochs {
    private static final Cursor[] NO_CURSORS = {};
    /** The publisher's thread pushes a single commit to so many at most: a wake-up costs about as much as a push. */
    private static final int MAX_OWN = 2;
    /** Longest time in which commits are left to a requested thread that does not run yet. */
    private static final long MAX_WAIT_NS = TimeUnit.MICROSECONDS.toNanos(50);

    /** Replaced, never modified. */
    private volatile Cursor[] cursors = NO_CURSORS;
    /** Links of subscriptions that may not join. */
    private final List<LogLink> refused = new ArrayList<>();
    private final Pushers pushers;
    /** Pushes in turns with the publisher's thread; null if that thread or pushers always do. */
    private final StandbyPusher standby;
    private final PushPace pace = new PushPace();
    /** The cursor that the publisher's thread pushes next if there are many. */
    private int next;
    /** End of the last push by the publisher's thread. */
    private long pushedAtNs;

    Epochs(final Pushers pushers, final StandbyPusher standby) {
        this.pushers = pushers;
        this.standby = pushers.isEmpty() ? standby : null;
    }

    void add(final Cursor cursor) {
        final List<Cursor> more = new ArrayList<>(List.of(cursors));
        more.add(cursor);
        cursors = more.toArray(Cursor[]::new);
        pushers.add(cursor);
        if (standby != null) {
            standby.add(cursor);
        }
    }

    /** Closes a link that ended before the first push, when the device has released it. */
    void close(final LogLink link) {
        refused.add(link);
    }

    /** Pushes the commits to every image, as far as credit allows; nothing while pushers do. */
    void push(final long newest) {
        if (standby != null) {
            pushInTurns(newest);
        } else if (pushers.isEmpty()) {
            for (final Cursor cursor : cursors) {
                cursor.push(newest);
            }
        }
    }

    private void pushInTurns(final long newest) {
        final Cursor[] all = cursors;
        if (all.length == 0 || standby.isPushing()) {
            return;
        }
        final long startNs = standby.nowNs();
        if (standby.isRequested() && startNs - pushedAtNs < MAX_WAIT_NS) {
            return; // it pushes this commit, or a later commit does
        }
        if (all.length > MAX_OWN) { // requested first, so that it wakes during the own push
            standby.request();
            next = next + 1 < all.length ? next + 1 : 0;
            all[next].push(newest);
            pushedAtNs = standby.nowNs();
        } else {
            for (final Cursor cursor : all) {
                cursor.push(newest);
            }
            pushedAtNs = standby.nowNs();
            if (pace.isHurried(startNs, pushedAtNs)) {
                standby.request();
            }
        }
    }

    /** The lowest position that unfinished writes still read. */
    long lowest() {
        long lowest = Long.MAX_VALUE;
        for (final Cursor cursor : cursors) {
            lowest = Math.min(lowest, cursor.lowest());
        }
        return lowest;
    }

    /** Runs one cycle of all epochs; returns the number of closed ones, and of those whose lag it has pushed. */
    int runCycle(final boolean isHeartbeatDue) {
        int work = closeRefused();
        for (final Cursor cursor : cursors) {
            work += cursor.runCycle(isHeartbeatDue) ? 1 : 0;
            work += close(cursor);
        }
        return work;
    }

    /** Whether something is unpushed or unfinished. */
    boolean areUnderWay() {
        for (final Cursor cursor : cursors) {
            if (cursor.link().endedBy() == null
                    && (cursor.isLagging() || cursor.link().unfinished() != Long.MAX_VALUE)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the log is no longer read for any epoch. */
    boolean areClosed() {
        return cursors.length == 0 && refused.isEmpty();
    }

    private int closeRefused() {
        final List<LogLink> released = refused.stream().filter(LogLink::isReleased).toList();
        refused.removeAll(released);
        released.forEach(LogLink::close);
        return released.size();
    }

    /** Closes an ended epoch, once the publisher's thread has released the cursor, and then the device the log. */
    private int close(final Cursor cursor) {
        if (cursor.link().endedBy() == null || !cursor.tryRetire() || !cursor.link().isReleased()) {
            return 0;
        }
        final List<Cursor> rest = new ArrayList<>(List.of(cursors));
        rest.remove(cursor);
        cursors = rest.toArray(Cursor[]::new);
        pushers.remove(cursor);
        if (standby != null) {
            standby.remove(cursor);
        }
        cursor.link().close();
        return 1;
    }
}
