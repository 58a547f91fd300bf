package io.verbus.internal.publisher;

import io.verbus.Policy;
import io.verbus.internal.log.Boundary;
import io.verbus.internal.log.ChunkTable;
import io.verbus.internal.log.Horizon;
import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogLayout;
import io.verbus.internal.log.LogWriter;
import io.verbus.spi.LogLink;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The position up to which the log is pushed into one remote image, in one epoch.
 *
 * <p>It has one owner at a time, the publisher's thread, a pusher or the conductor, which takes it by a compare-and-set
 * that never waits. The publisher's thread pushes its commits, or a pusher does in its place; the conductor pushes the
 * lag, after credit has returned, a commit found the cursor owned, or the pusher has stopped. After the release it
 * checks the newest commit again, so no commit is missed.
 *
 * <p>The publisher's own pushes cannot conflict with the horizon, because only its thread moves it. A push by the
 * conductor or a pusher can. It announces the position that it reads, and then checks the horizon; the publisher
 * announces the wanted horizon, and then checks that position. So one of them sees the other.
 */
final class Cursor {
    /** Except under BLOCK, only the newest three of four quarters are pushed. */
    private static final int QUARTERS = 4;
    private static final long NOTHING = Long.MAX_VALUE;
    /** Attempts of the conductor to take the cursor from a pusher: tens of microseconds. */
    private static final int ATTEMPTS = 1_000;
    private static final VarHandle OWNED;
    private static final VarHandle POSITION;
    private static final VarHandle REQUESTED;
    private static final VarHandle READING;

    static {
        try {
            final MethodHandles.Lookup lookup = MethodHandles.lookup();
            OWNED = lookup.findVarHandle(Cursor.class, "owned", boolean.class);
            POSITION = lookup.findVarHandle(Cursor.class, "position", long.class);
            REQUESTED = lookup.findVarHandle(Cursor.class, "requested", long.class);
            READING = lookup.findVarHandle(Cursor.class, "reading", long.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final LogLink link;
    private final Log log;
    private final LogWriter writer;
    /** Changed by the conductor, as the owner. */
    private Policy policy;
    private final Runnable wake;
    private final int reach;
    private final int chunkLength;
    private boolean owned;
    /** Whether the conductor owns it for good. By the conductor. */
    private boolean retired;
    private long position;
    /** Position requested by the publisher's thread; later commits wait for a flush. */
    private long requested;
    /** Position requested by the conductor. */
    private long requestedByConductor;
    /**
     * No pushes before a jump: the first one, to the start of the image, or, under CONFLATE, the one after exhausted
     * credit. By the owner.
     */
    private boolean paused;
    /** Start of the image if it differs from the cursor's position; else null. By the owner. */
    private Boundary start;
    /** CONFLATE: everything below it is pushed, with or without credit: the message of the last jump. */
    private long owed;
    /** EVICT: the subscriber was lapped. */
    private volatile boolean lapped;
    /** Whether the conductor was woken for bytes that a push has left, and has not pushed them all. By the owner. */
    private boolean woken;
    /** The publisher's requested position in the last duty cycle. By the conductor. */
    private long lastRequested;
    /** Whether a pusher pushes it. By the conductor. */
    private boolean shared;
    /** The conductor waits for the cursor: the pusher does not take it. */
    private volatile boolean conductorWaits;
    /** Whether the last push of a pusher ended below the newest commit. By the owner. */
    private boolean isShort;
    /** Position at which a pusher last received completions. By the owner. */
    private long polledAt;
    /** Position that the conductor or a pusher is about to read. */
    private long reading = NOTHING;
    /** Bytes that the subscriber's credit allowed to push at the end of a duty cycle. By the conductor. */
    private long creditBytes;

    /**
     * Starts a new epoch.
     *
     * @param link to push to
     * @param log to read
     * @param writer of the log
     * @param policy of its subscriber
     * @param start where the image begins, if the position of the link is overwritten already; else null
     * @param wake wakes the conductor
     */
    Cursor(final LogLink link, final Log log, final LogWriter writer, final Policy policy, final Boundary start,
            final Runnable wake) {
        this.wake = wake;
        this.link = link;
        this.log = log;
        this.writer = writer;
        this.policy = policy;
        this.reach = reach(log);
        this.chunkLength = log.identity().capacity() / LogLayout.CHUNKS;
        this.position = link.consumed();
        this.start = start;
        this.paused = start != null;
        this.requestedByConductor = writer.position();
    }

    /** Largest lag in bytes that is pushed to a subscriber that does not gate the publisher. */
    static int reach(final Log log) {
        return log.identity().capacity() / QUARTERS * (QUARTERS - 1);
    }

    /**
     * Changes the policy from SKIP to BLOCK, unless another thread owns the cursor: a pusher may be about to jump. By
     * the conductor, after the gating position is set.
     *
     * @return whether it was changed
     */
    boolean tryChange(final Policy newPolicy) {
        final boolean owner = tryTakeOver();
        if (owner) {
            policy = newPolicy;
            release();
        }
        return owner;
    }

    /** From now on a pusher pushes it. By the conductor, before the pusher has it. */
    void share() {
        shared = true;
    }

    LogLink link() {
        return link;
    }

    /**
     * Pushes the newest commits. By the publisher's thread. The rest, for lack of credit or beyond the reach, is left
     * to the conductor, which is woken once: this may be the last commit for a long time.
     *
     * <p>The cursor may be beyond the commit already: another thread that closes the publication writes the end frame
     * as soon as the commit is complete, and the conductor pushes it.
     */
    void push(final long newest) {
        REQUESTED.setRelease(this, newest);
        if (tryOwn()) {
            if (!paused && position < newest && !isNearlyLapped(newest)) {
                advance(newest);
            }
            releaseAndWake(newest);
        }
    }

    private void releaseAndWake(final long newest) {
        final boolean leaves = position < newest && !woken;
        if (leaves) {
            woken = true;
        }
        release();
        if (leaves) {
            wake.run();
        }
    }

    /** Leaves the lag to the conductor, as no push follows. By a pusher. */
    void leave() {
        if (isLagging() && tryOwn()) {
            releaseAndWake(writer.position());
        }
    }

    /**
     * Pushes the lag, if there is one. By a pusher. Completions are received while credit is short, and once per
     * sixteenth of the log, because unfinished writes gate the horizon.
     *
     * <p>A cursor that is about to be lapped is left to the conductor. Without credit, a pusher would try the jump of
     * each duty cycle in vain: at its rate that is a new object each time, and an announced position that refuses
     * claims.
     *
     * @return whether anything was pushed
     */
    boolean pushLag() {
        if ((long) POSITION.getOpaque(this) >= writer.position() || link.endedBy() != null || conductorWaits
                || !tryOwn()) {
            return false;
        }
        final long before = position;
        try {
            if (isShort || before - polledAt >= chunkLength) {
                link.poll();
                polledAt = before;
            }
            final long newest = writer.position();
            if (!isNearlyLapped(newest) && (policy == Policy.BLOCK || writer.awaited() <= before)) {
                catchUp(newest);
            }
            isShort = position < newest;
            return position > before;
        } finally {
            READING.setRelease(this, NOTHING); // also after an exception: the publisher's thread continues
            release();
        }
    }

    /**
     * Sends a heartbeat if it is due, and pushes the lag. By the conductor.
     *
     * @return whether it has pushed the rest that the publisher's thread leaves: the thread has requested nothing since
     *     the last cycle, so only the conductor uses the next credit
     */
    boolean runCycle(final boolean isHeartbeatDue) {
        boolean pushed = false;
        if (tryTakeOver()) {
            final long before = position;
            link.poll();
            if (isHeartbeatDue || link.isProbeDue()) {
                link.silent(log.isSilent());
                link.sendHeartbeat(writer.position(), writer.sequence());
            }
            catchUpByConductor();
            creditBytes = link.hasCredit()
                    ? Math.clamp(link.consumed() + log.identity().capacity() - position, 0, log.identity().capacity())
                    : 0;
            pushed = position > before;
            release();
            if (isLagging() && tryOwn()) { // a commit found it owned
                catchUpByConductor();
                release();
            }
        }
        final long nowRequested = (long) REQUESTED.getAcquire(this);
        final boolean isSilent = nowRequested == lastRequested;
        lastRequested = nowRequested;
        return pushed && isSilent;
    }

    /** Bytes that could be pushed at the end of the last duty cycle; by the conductor. */
    long creditBytes() {
        return creditBytes;
    }

    private void catchUpByConductor() {
        requestedByConductor = writer.position();
        catchUp(requestedByConductor);
        if (position >= requestedByConductor) {
            woken = false;
        }
    }

    /**
     * Takes the cursor. A pusher owns one without credit nearly all the time, so the conductor asks for it: heartbeats
     * are due then too.
     */
    private boolean tryTakeOver() {
        if (tryOwn()) {
            return true;
        }
        if (!shared) {
            return false;
        }
        conductorWaits = true;
        boolean owner = false;
        for (int i = 0; i < ATTEMPTS && !owner; i++) {
            Thread.onSpinWait();
            owner = tryOwn();
        }
        conductorWaits = false;
        return owner;
    }

    /** Whether requested bytes are not pushed yet; by the conductor. */
    boolean isPushDue() {
        VarHandle.fullFence(); // SYNC owner with Cursor: the compare-and-set in tryOwn
        return link.endedBy() == null
                && (long) POSITION.getOpaque(this) < Math.max((long) REQUESTED.getAcquire(this), requestedByConductor);
    }

    /** Whether committed bytes are not pushed yet; any thread. */
    boolean isLagging() {
        // After the release of the cursor: commits that found it owned are visible.
        VarHandle.fullFence(); // SYNC owner with Cursor: the compare-and-set in tryOwn
        return link.endedBy() == null && (long) POSITION.getOpaque(this) < writer.position();
    }

    /** The lowest position still read by a push, regardless of the subscriber's gating position; publisher's thread. */
    long lowest() {
        if (tryOwn()) {
            link.poll();
            release();
        }
        return Math.min((long) READING.getAcquire(this), link.unfinished());
    }

    /** Whether the subscriber was lapped under EVICT; any thread. */
    boolean isLapped() {
        return lapped;
    }

    /** Takes the cursor for good, without waiting: no more pushes. By the conductor; true from then on. */
    boolean tryRetire() {
        retired = retired || tryOwn();
        return retired;
    }

    private boolean tryOwn() {
        return OWNED.compareAndSet(this, false, true); // SYNC owner with Cursor: the fences of the two checks
    }

    private void release() {
        OWNED.setRelease(this, false);
    }

    private boolean isNearlyLapped(final long newest) {
        return policy != Policy.BLOCK && newest - position > reach;
    }

    private void advance(final long newest) {
        POSITION.setOpaque(this, link.push(position, newest));
        paused = policy == Policy.CONFLATE && position < newest && position >= owed && !link.hasCredit();
    }

    /** Runs concurrently with the publisher's thread, which may be about to overwrite the pushed bytes. */
    private void catchUp(final long newest) {
        if (start != null && !jump(start)) {
            return; // refused by the device: retried in the next cycle
        }
        if (start != null) {
            start = null;
            paused = false;
        }
        READING.setOpaque(this, position);
        VarHandle.fullFence(); // SYNC promise with LogWriter
        final boolean requested = writer.awaited() > position; // loaded first: after a 0 the horizon is the newest
        final boolean gone = Horizon.of(log.header()) > position;
        if (policy == Policy.BLOCK) {
            if (!gone) { // the subscriber lags the cursor and still gates these bytes
                advance(newest);
            }
        } else if (gone || requested || isNearlyLapped(newest)) {
            lap(newest);
        } else if (!paused) {
            advance(newest);
        } else if (link.hasCredit() && position - link.consumed() < chunkLength) {
            conflate(newest); // an earlier jump would take effect only after the unread rest
        }
        READING.setRelease(this, NOTHING); // after the push has updated the unfinished position
    }

    /** Applies the policy when the publisher is about to lap the cursor, or has. */
    private void lap(final long newest) {
        switch (policy) {
            case SKIP -> jump(ChunkTable.atOrAbove(log, // leaves time to read
                    ChunkTable.newest(log).position() - log.identity().capacity() / 2));
            case CONFLATE -> conflate(newest);
            case EVICT -> lapped = true;
            case BLOCK -> throw new AssertionError("a blocking reader is never lapped");
        }
    }

    /** Jumps to the newest message, unless it is being pushed. */
    private void conflate(final long newest) {
        final Boundary to = NewestMessage.in(log, newest);
        if (to == null) {
            return; // the publisher was faster: in the next cycle
        }
        if (to.position() <= position) {
            owed = newest;
            advance(newest);
        } else if (jump(to)) {
            owed = newest;
            paused = false;
        }
    }

    private boolean jump(final Boundary to) {
        final boolean jumped = to.position() > position && link.jump(position, to.position(), to.sequence());
        if (jumped) {
            POSITION.setOpaque(this, to.position());
        }
        return jumped;
    }
}
