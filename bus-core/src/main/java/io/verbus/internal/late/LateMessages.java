package io.verbus.internal.late;

import io.verbus.monitor.LateCause;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Passes the late messages of a subscription from its polling thread to the conductor, through a ring in the heap.
 * Nothing is written while no message is late, and nothing waits.
 *
 * <p>A record carries the number of late messages so far. As the ring fills, only every second, fourth ... message gets
 * a record, which then stands for those before it without one: a stall of half a second makes a million messages late.
 */
public final class LateMessages {
    /** No message is held back. */
    public static final long NONE = Long.MIN_VALUE;

    private static final int CAPACITY = 1 << 9;
    private static final int EIGHTH_SHIFT = 6;
    private static final int RECORD = 8;
    private static final int COUNT = 0;
    private static final int FROM = 1;
    private static final int TO = 2;
    private static final int BUSY_SINCE = 3;
    private static final int SESSION = 4;
    private static final int HOLD = 5;
    /** The record is a late message. */
    private static final int MESSAGE = -1;
    private static final LateCause[] CAUSES = LateCause.values();
    private static final VarHandle WRITTEN;
    private static final VarHandle READ;
    private static final VarHandle LATE;
    private static final VarHandle WORST;

    static {
        try {
            final MethodHandles.Lookup lookup = MethodHandles.lookup();
            WRITTEN = lookup.findVarHandle(LateMessages.class, "written", long.class);
            READ = lookup.findVarHandle(LateMessages.class, "read", long.class);
            LATE = lookup.findVarHandle(LateMessages.class, "late", long.class);
            WORST = lookup.findVarHandle(LateMessages.class, "worstNs", long.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long[] records = new long[CAPACITY * RECORD];
    private long written;
    private long read;
    private long late;
    private long worstNs;

    /** Without late messages. */
    public LateMessages() {
    }

    /**
     * Records a late message. By the polling thread.
     *
     * @param publishedNs time of its commit, on the monotonic clock of this host
     * @param receivedNs time of its delivery
     * @param busySinceNs since when the polling thread has found a message in each poll
     * @param session of the message
     */
    public void add(final long publishedNs, final long receivedNs, final long busySinceNs, final long session) {
        LATE.setOpaque(this, late + 1);
        if (receivedNs - publishedNs > worstNs) {
            WORST.setOpaque(this, receivedNs - publishedNs);
        }
        final int used = (int) (written - (long) READ.getAcquire(this));
        final int stride = 1 << (used >> EIGHTH_SHIFT);
        if (used < CAPACITY && (late & stride - 1) == 0) {
            put(late, publishedNs, receivedNs, busySinceNs, session, MESSAGE);
        }
    }

    /**
     * Records a time in which a message was held back. By the polling thread; rarely.
     *
     * @param fromNs first time that the message was not taken
     * @param toNs time at which it was taken
     * @param cause why it was held back
     */
    public void held(final long fromNs, final long toNs, final LateCause cause) {
        if (written - (long) READ.getAcquire(this) < CAPACITY) {
            put(late, fromNs, toNs, toNs, StallHistory.ALL, cause.ordinal());
        }
    }

    private void put(final long count, final long fromNs, final long toNs, final long busySinceNs, final long session,
            final int hold) {
        final int at = ((int) written & CAPACITY - 1) * RECORD;
        records[at + COUNT] = count;
        records[at + FROM] = fromNs;
        records[at + TO] = toNs;
        records[at + BUSY_SINCE] = busySinceNs;
        records[at + SESSION] = session;
        records[at + HOLD] = hold;
        WRITTEN.setRelease(this, written + 1);
    }

    /** The longest time of a late message. Any thread. */
    long worstNs() {
        return (long) WORST.getOpaque(this);
    }

    /** The number of late messages, those without a record included. Any thread. */
    long late() {
        return (long) LATE.getOpaque(this);
    }

    /** Whether there is no record for {@link #peek}. By the conductor. */
    boolean isEmpty() {
        return (long) WRITTEN.getAcquire(this) == read;
    }

    /** Copies the first record. By the conductor, unless it is empty. */
    void peek(final LateRecord into) {
        final int at = ((int) read & CAPACITY - 1) * RECORD;
        into.count = records[at + COUNT];
        into.publishedNs = records[at + FROM];
        into.receivedNs = records[at + TO];
        into.busySinceNs = records[at + BUSY_SINCE];
        into.session = records[at + SESSION];
        into.hold = records[at + HOLD] == MESSAGE ? null : CAUSES[(int) records[at + HOLD]];
    }

    /** Removes the first record. By the conductor. */
    void remove() {
        READ.setRelease(this, read + 1);
    }
}
