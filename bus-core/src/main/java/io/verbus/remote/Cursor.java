package io.verbus.remote;

import io.verbus.Policy;
import io.verbus.log.Boundary;
import io.verbus.log.ChunkTable;
import io.verbus.log.Horizon;
import io.verbus.log.Log;
import io.verbus.log.LogLayout;
import io.verbus.log.LogWriter;
import io.verbus.transport.LogLink;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How far the log has been written into one remote image, in one epoch.
 *
 * <p>It has one owner at a time, the publisher's thread or the conductor, who takes it by a compare-and-set that is
 * tried and never waited for. The publisher's thread pushes what it commits; the conductor pushes what a cursor is
 * behind, when credit has come back or a commit found the cursor taken. After it has let go, it looks at the newest
 * commit once more, so nothing is forgotten.
 *
 * <p>Only the publisher's thread moves the horizon, so its own pushes can't meet that. The conductor's can: it says
 * where it is about to read, and looks at the horizon after that; the publisher says which horizon it wants, and looks
 * at what is read after that. So one of them sees the other.
 */
final class Cursor {
    /** A log is pushed from its newest part only, unless the publisher waits: here, three of four quarters. */
    private static final int QUARTERS = 4;
    private static final long NOTHING = Long.MAX_VALUE;
    private static final VarHandle OWNED;
    private static final VarHandle POSITION;
    private static final VarHandle ASKED;

    static {
        try {
            final MethodHandles.Lookup lookup = MethodHandles.lookup();
            OWNED = lookup.findVarHandle(Cursor.class, "owned", boolean.class);
            POSITION = lookup.findVarHandle(Cursor.class, "position", long.class);
            ASKED = lookup.findVarHandle(Cursor.class, "asked", long.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final LogLink link;
    private final Log log;
    private final LogWriter writer;
    /** Changed by the conductor; the publishing thread may see it late, and leaves more to the conductor then. */
    private Policy policy;
    private final int reach;
    private final int chunkLength;
    private boolean owned;
    private long position;
    /** Up to where the publisher's thread wanted it pushed; what is committed behind that is to be flushed first. */
    private long asked;
    /** Up to where the conductor wanted it pushed. */
    private long promised;
    /**
     * What is committed is not pushed before a jump: the first, to where the image begins, or, under CONFLATE, when
     * credit was used up, the next. Of the owner.
     */
    private boolean paused;
    /** Where the image begins, if that is not where the cursor stands; null when it does. Of the owner. */
    private Boundary start;
    /** CONFLATE: below it everything is pushed, whatever credit there is: the message that the last jump led to. */
    private long owed;
    /** EVICT: its subscriber fell behind. */
    private volatile boolean fallenBehind;
    /** Where the conductor is about to read. */
    private volatile long reading = NOTHING;

    /**
     * For a new epoch.
     *
     * @param link to write by
     * @param log to read
     * @param writer of the log
     * @param policy of its subscriber
     * @param start where the image begins, if the log has gone past the position that the link begins at; else null
     */
    Cursor(final LogLink link, final Log log, final LogWriter writer, final Policy policy, final Boundary start) {
        this.link = link;
        this.log = log;
        this.writer = writer;
        this.policy = policy;
        this.reach = reach(log);
        this.chunkLength = log.identity().capacity() / LogLayout.CHUNKS;
        this.position = link.consumed();
        this.start = start;
        this.paused = start != null;
        this.promised = writer.position();
    }

    /** How far behind the newest is pushed what nobody waits for, in bytes. */
    static int reach(final Log log) {
        return log.identity().capacity() / QUARTERS * (QUARTERS - 1);
    }

    /** Another policy from now on: SKIP to BLOCK. By the conductor, when the log is held. */
    void policy(final Policy newPolicy) {
        policy = newPolicy;
    }

    LogLink link() {
        return link;
    }

    /** Pushes what is committed. By the publisher's thread. Who is too far behind is the conductor's to deal with. */
    void push(final long newest) {
        ASKED.setRelease(this, newest);
        if (tryOwn()) {
            if (!paused && !isTooFarBehind(newest)) {
                advance(newest);
            }
            letGo();
        }
    }

    /** Beats, if it is time to, and pushes what was left behind. By the conductor. */
    void turn(final boolean beats) {
        if (tryOwn()) {
            link.poll();
            if (beats) {
                link.beat(writer.position(), writer.sequence());
            }
            catchUp(writer.position());
            letGo();
            if (isBehind() && tryOwn()) { // a commit found it taken
                catchUp(writer.position());
                letGo();
            }
        }
    }

    /** Whether something was to be pushed and is not; by the conductor. */
    boolean isOwed() {
        VarHandle.fullFence(); // as in isBehind
        return link.endedBy() == null
                && (long) POSITION.getOpaque(this) < Math.max((long) ASKED.getAcquire(this), promised);
    }

    /** Whether something is committed that was not pushed; any thread. */
    boolean isBehind() {
        // Behind the release of the cursor: a commit that found it taken is seen.
        VarHandle.fullFence();
        return link.endedBy() == null && (long) POSITION.getOpaque(this) < writer.position();
    }

    /** The lowest position that must not be overwritten, whatever its subscriber is promised; publisher's thread. */
    long lowest() {
        if (tryOwn()) {
            link.poll();
            letGo();
        }
        return Math.min(reading, link.unfinished());
    }

    /** Whether its subscriber fell a whole log behind, and loses the session for that; any thread. */
    boolean hasFallenBehind() {
        return fallenBehind;
    }

    /** Takes it for good: nobody pushes any more. Tried, not waited for. */
    boolean tryRetire() {
        return tryOwn();
    }

    private boolean tryOwn() {
        return OWNED.compareAndSet(this, false, true);
    }

    private void letGo() {
        OWNED.setRelease(this, false);
    }

    private boolean isTooFarBehind(final long newest) {
        return policy != Policy.BLOCK && newest - position > reach;
    }

    private void advance(final long newest) {
        POSITION.setOpaque(this, link.push(position, newest));
        paused = policy == Policy.CONFLATE && position < newest && position >= owed && !link.hasCredit();
    }

    /** Beside the publisher's thread, which may be about to overwrite what is pushed here. */
    private void catchUp(final long newest) {
        promised = newest;
        if (start != null && !jump(start)) {
            return; // the device does not take it: in the next turn
        }
        if (start != null) {
            start = null;
            paused = false;
        }
        reading = position;
        VarHandle.fullFence(); // SYNC reading: pairs with the fence in LogWriter
        final boolean gone = Horizon.of(log.header()) > position;
        if (policy == Policy.BLOCK) {
            if (!gone) { // what a claim waits for stays until its subscriber, which is behind us, has read it
                advance(newest);
            }
        } else if (gone || writer.awaited() > position || isTooFarBehind(newest)) {
            fallBehind(newest);
        } else if (!paused) {
            advance(newest);
        } else if (link.hasCredit() && position - link.consumed() < chunkLength) {
            conflate(newest); // a jump that is told sooner is not come to before the rest is read
        }
        reading = NOTHING;
    }

    /** The publisher is about to lap the cursor, or has. */
    private void fallBehind(final long newest) {
        switch (policy) {
            case SKIP -> jump(ChunkTable.atOrAbove(log, // there is time to read
                    ChunkTable.newest(log).position() - log.identity().capacity() / 2));
            case CONFLATE -> conflate(newest);
            case EVICT -> fallenBehind = true;
            case BLOCK -> throw new AssertionError("who is waited for is not lapped");
        }
    }

    /** Goes on with the newest message, unless that is what is being pushed. */
    private void conflate(final long newest) {
        final Boundary to = NewestMessage.in(log, newest);
        if (to == null) {
            return; // the publisher is fast: in the next turn
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
        final boolean told = to.position() > position && link.jump(position, to.position(), to.sequence());
        if (told) {
            POSITION.setOpaque(this, to.position());
        }
        return told;
    }
}
