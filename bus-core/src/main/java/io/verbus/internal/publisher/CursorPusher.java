package io.verbus.internal.publisher;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.agrona.collections.ArrayUtil;

/**
 * A pusher's share of the cursors, of any number of publications. Conductors add and remove cursors; one thread pushes.
 */
public final class CursorPusher {
    private static final VarHandle CYCLES;

    static {
        try {
            CYCLES = MethodHandles.lookup().findVarHandle(CursorPusher.class, "cycles", long.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final String name;
    /** Replaced, never modified. */
    private volatile Cursor[] cursors = {};
    private int first;
    private long cycles;

    /**
     * A pusher without cursors.
     *
     * @param name for messages
     */
    public CursorPusher(final String name) {
        this.name = name;
    }

    /**
     * Pushes the lag of each cursor. It begins with another cursor each time, so each is first equally often, and one
     * that throws does not stop the others. By the pusher's thread.
     *
     * @return the number of cursors that were pushed
     */
    public int doWork() {
        CYCLES.setOpaque(this, cycles + 1);
        final Cursor[] all = cursors;
        final int start = first + 1 < all.length ? first + 1 : 0;
        first = start;
        return push(all, start, all.length) + push(all, 0, start);
    }

    private static int push(final Cursor[] all, final int from, final int to) {
        int pushed = 0;
        for (int i = from; i < to; i++) {
            pushed += all[i].pushLag() ? 1 : 0;
        }
        return pushed;
    }

    /** Leaves the lags to the conductors, as no more pushes follow. By the pusher's thread. */
    void leave() {
        for (final Cursor cursor : cursors) {
            cursor.leave();
        }
    }

    synchronized void add(final Cursor cursor) {
        cursor.share();
        cursors = ArrayUtil.add(cursors, cursor);
    }

    synchronized void remove(final Cursor cursor) {
        cursors = ArrayUtil.remove(cursors, cursor);
    }

    /** The number of cursors. */
    int count() {
        return cursors.length;
    }

    /** Changes in each cycle; any thread. */
    long heartbeat() {
        return (long) CYCLES.getOpaque(this);
    }

    @Override
    public String toString() {
        return name;
    }
}
