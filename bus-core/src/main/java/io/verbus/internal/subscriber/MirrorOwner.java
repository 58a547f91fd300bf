package io.verbus.internal.subscriber;

import io.verbus.GapCause;
import io.verbus.LossCause;
import io.verbus.Policy;
import io.verbus.internal.conductor.ProgressMonitor;
import io.verbus.internal.image.RemoteImage;
import io.verbus.internal.log.Boundary;
import io.verbus.internal.log.Horizon;
import io.verbus.internal.log.Log;
import io.verbus.internal.shm.MirrorEntry;
import io.verbus.internal.shm.MirrorLayout;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The owner's side of one mirrored session, over all its epochs. It publishes the readable bytes, and returns credit to
 * the publisher for bytes that no member needs.
 *
 * <p>Members that do not block gate the image while they lag by less than half of it. A member beyond that, or one
 * that makes no progress for too long under BLOCK, is overtaken: the horizon passes its position before the credit for
 * those bytes is sent.
 *
 * <p>Used by the polling thread while there is a link, else by the conductor; {@link #tick} by the conductor.
 */
final class MirrorOwner {
    /** Credit is due when this part of the image is consumed. */
    private static final int STEPS = 16;
    /** Members that do not block are waited for so long before the publisher continues after a jump or a new epoch. */
    private static final long CUT_NS = 500_000_000;
    /** A publisher evicts a subscription that has never read when its name has blocked it for a second. */
    private static final long FIRST_NS = 500_000_000;
    private static final long NEVER = -1;

    private final MirrorEntry entry;
    private final Log image;
    private final int member;
    private final boolean blocking;
    private final int capacity;
    private final long patienceNs;
    /** Whether the publisher has received credit for consumed bytes. */
    private volatile boolean advanced;
    /** The number of joins of each member at which it was evicted. */
    private final AtomicLongArray evictions = new AtomicLongArray(MirrorLayout.MAX_MEMBERS);
    private final ProgressMonitor[] progress = new ProgressMonitor[MirrorLayout.MAX_MEMBERS];
    private final ProgressMonitor[] firstProgress = new ProgressMonitor[MirrorLayout.MAX_MEMBERS];
    private RemoteImage reader;
    private long own;
    private long published;
    private long horizon;
    private long credit;
    /** Position of the cut that the members must see; {@link #NEVER} for none. */
    private long cutAt = NEVER;
    private volatile long cutNs = NEVER;
    private volatile boolean overdue;
    private boolean closed;

    /**
     * Begins to own a session.
     *
     * @param entry of the session
     * @param image of the session, mapped for writing
     * @param member number of this member
     * @param policy of the members
     * @param patienceNs after which a member without progress is overtaken
     */
    MirrorOwner(final MirrorEntry entry, final Log image, final int member, final Policy policy,
            final long patienceNs) {
        this.entry = entry;
        this.image = image;
        this.member = member;
        this.blocking = policy == Policy.BLOCK;
        this.capacity = image.identity().capacity();
        this.patienceNs = patienceNs;
        this.horizon = Horizon.of(image.header());
        this.own = entry.boundary().at().position();
        this.published = entry.readable();
        this.credit = own;
        entry.leave(member);
        for (int i = 0; i < progress.length; i++) {
            progress[i] = new ProgressMonitor(patienceNs);
            firstProgress[i] = new ProgressMonitor(Math.min(FIRST_NS, patienceNs));
        }
    }

    MirrorEntry entry() {
        return entry;
    }

    /** Sets the image that reads as the owner; before its first poll. */
    void reader(final RemoteImage newReader) {
        reader = newReader;
    }

    /** Starts an epoch at a position; a position above the last one is a jump. By the conductor, without a link. */
    void attached(final Boundary at, final GapCause gap, final String peer) {
        entry.peer(peer);
        final Boundary last = entry.boundary().at();
        if (at.position() != last.position()) {
            entry.jump(last.position(), at, gap == null ? GapCause.DISCONNECTED : gap);
            entry.boundary(at, false);
        }
        own = at.position();
        published = own;
        credit = own;
        endCut();
    }

    /** The position below which everything was written, as the link reports it. Polling thread. */
    void published(final long readable) {
        if (readable != published) {
            published = readable;
            entry.readable(readable);
        }
    }

    /** The owner has consumed more. Polling thread. */
    void consumed(final long position) {
        own = position;
        entry.boundary(position, reader.nextSequence(), reader.isBetweenMessages());
    }

    /** Whether the owner has consumed so much that its credit is due. Polling thread. */
    boolean isCreditDue() {
        return own - horizon >= capacity / STEPS;
    }

    /** The position below which the publisher may overwrite; grows. Polling thread. */
    long credit() {
        final long before = horizon;
        final long lowest = lowest(own, before);
        if (lowest > before) {
            advanced = true;
            horizon = lowest;
            Horizon.advance(image.header(), lowest); // SYNC joining with MirrorEntry: the fence of a join
            credit = Math.max(credit, lowest(lowest, before)); // a member that has just joined saw the last horizon
        }
        return credit;
    }

    /** The lowest position of a member that gates the image; members below a horizon have been overtaken. */
    private long lowest(final long bound, final long overtaken) {
        final long floor = blocking ? Long.MIN_VALUE : published - capacity / 2;
        final boolean hasJumped = entry.jumps() > 0;
        long lowest = bound;
        for (int i = 0; i < MirrorLayout.MAX_MEMBERS; i++) {
            final long position = gate(i);
            if (position >= overtaken && position < lowest) {
                final boolean follows = hasJumped && position <= entry.jumpEnd();
                lowest = (follows ? entry.jumpPosition() : position) < floor ? lowest : position;
            }
        }
        return lowest;
    }

    /** The position of a member that gates the image. */
    private long gate(final int index) {
        final long position = index == member ? MirrorEntry.NOWHERE : entry.position(index);
        return position == MirrorEntry.NOWHERE || evictions.get(index) == entry.joins(index)
                ? MirrorEntry.NOWHERE
                : position;
    }

    /**
     * Whether the members have read everything below a boundary, the owner's last one, so that the publisher may write
     * anywhere. Cuts the image there at the first call.
     */
    boolean isQuiet(final Boundary at) {
        if (cutAt != at.position()) {
            cutAt = at.position();
            overdue = false;
            if (entry.boundary().at().position() != cutAt) {
                entry.boundary(at, false);
            }
            entry.cut(cutAt);
            published = cutAt;
            cutNs = 0;
        }
        if (!areAt(cutAt)) {
            if (!overdue) {
                return false;
            }
            evictOthers(cutAt);
        }
        if (horizon < cutAt) {
            horizon = cutAt;
            Horizon.advance(image.header(), cutAt); // SYNC joining with MirrorEntry: the fence of a join
        }
        return true;
    }

    private boolean areAt(final long position) {
        for (int i = 0; i < MirrorLayout.MAX_MEMBERS; i++) {
            final long gate = gate(i);
            if (gate != MirrorEntry.NOWHERE && (gate < position || entry.seen(i) != entry.cuts())) {
                return false;
            }
        }
        return true;
    }

    /** Overtakes the members that are not at a cut. */
    private void evictOthers(final long position) {
        for (int i = 0; i < MirrorLayout.MAX_MEMBERS; i++) {
            final long gate = gate(i);
            if (gate != MirrorEntry.NOWHERE && gate < position) {
                evictions.set(i, entry.joins(i));
            }
        }
    }

    /** Publishes a jump of the publisher, once. Polling thread, after {@link #isQuiet}. */
    void jump(final Boundary to, final GapCause cause) {
        if (entry.jumps() == 0 || entry.jump().to().position() < to.position()) {
            entry.jump(cutAt, to, cause);
        }
    }

    /** The owner has followed the jump. Polling thread. */
    void jumped(final Boundary to) {
        own = to.position();
        credit = own;
        entry.boundary(to, false);
        endCut();
    }

    private void endCut() {
        cutAt = NEVER;
        cutNs = NEVER;
    }

    RemoteImage reader() {
        return reader;
    }

    long own() {
        return own;
    }

    /** Evicts members without progress. By the conductor, in each duty cycle. */
    void tick(final long nowNs) {
        final long since = cutNs;
        if (since == 0) {
            cutNs = nowNs;
        } else if (since != NEVER && nowNs - since > (blocking ? patienceNs : Math.min(CUT_NS, patienceNs))) {
            overdue = true;
        }
        final long awaited = entry.readable() - capacity / 2;
        for (int i = 0; blocking && i < MirrorLayout.MAX_MEMBERS; i++) {
            final long position = gate(i);
            final boolean isStuck = progress[i].isStuck(position, awaited, nowNs)
                    | firstProgress[i].isStuck(position, awaited, nowNs) & !advanced;
            if (position != MirrorEntry.NOWHERE && isStuck) {
                evictions.set(i, entry.joins(i));
            }
        }
    }

    /**
     * Nothing more is written to the image.
     *
     * @param cause of the loss; null if the session has ended
     */
    void close(final LossCause cause) {
        if (!closed) {
            closed = true; // later, the entry may be that of another session
            entry.leave(member);
            entry.close(cause);
        }
    }
}
