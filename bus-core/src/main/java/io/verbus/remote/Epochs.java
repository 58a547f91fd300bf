package io.verbus.remote;

import io.verbus.transport.LogLink;
import java.util.ArrayList;
import java.util.List;

/**
 * The epochs of one log: those under way, and those that have ended, until the device has let go of the log. Used by
 * the conductor, except for {@link #push} and {@link #lowest}, which are the publisher's thread's, and
 * {@link #areUnderWay}, which is any thread's.
 */
final class Epochs {
    private static final Cursor[] NO_CURSORS = {};

    /** Replaced, never changed. */
    private volatile Cursor[] cursors = NO_CURSORS;
    /** Links of subscriptions that may not join. */
    private final List<LogLink> refused = new ArrayList<>();

    void add(final Cursor cursor) {
        final List<Cursor> more = new ArrayList<>(List.of(cursors));
        more.add(cursor);
        cursors = more.toArray(Cursor[]::new);
    }

    /** Closes a link that has ended before anything was written, when the device has let go of it. */
    void close(final LogLink link) {
        refused.add(link);
    }

    /** Pushes what is committed into every image, as far as each can take it. */
    void push(final long newest) {
        for (final Cursor cursor : cursors) {
            cursor.push(newest);
        }
    }

    /** The lowest position that must not be overwritten because of writes that are under way. */
    long lowest() {
        long lowest = Long.MAX_VALUE;
        for (final Cursor cursor : cursors) {
            lowest = Math.min(lowest, cursor.lowest());
        }
        return lowest;
    }

    /** One turn of all; gives how many were closed. */
    int turn(final boolean beats) {
        int closed = closeRefused();
        for (final Cursor cursor : cursors) {
            cursor.turn(beats);
            closed += close(cursor);
        }
        return closed;
    }

    /** Whether something is to be pushed, or is under way. */
    boolean areUnderWay() {
        for (final Cursor cursor : cursors) {
            if (cursor.link().endedBy() == null
                    && (cursor.isBehind() || cursor.link().unfinished() != Long.MAX_VALUE)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the log is not read for any of them any more. */
    boolean areClosed() {
        return cursors.length == 0 && refused.isEmpty();
    }

    private int closeRefused() {
        final List<LogLink> released = refused.stream().filter(LogLink::isReleased).toList();
        refused.removeAll(released);
        released.forEach(LogLink::close);
        return released.size();
    }

    /** Gives up what has ended, once the device has let go of the log and the publisher's thread of the cursor. */
    private int close(final Cursor cursor) {
        if (cursor.link().endedBy() == null || !cursor.link().isReleased() || !cursor.tryRetire()) {
            return 0;
        }
        final List<Cursor> rest = new ArrayList<>(List.of(cursors));
        rest.remove(cursor);
        cursors = rest.toArray(Cursor[]::new);
        cursor.link().close();
        return 1;
    }
}
