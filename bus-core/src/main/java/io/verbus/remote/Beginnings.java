package io.verbus.remote;

import io.verbus.BusException;
import io.verbus.Policy;
import io.verbus.Start;
import io.verbus.log.Boundary;
import io.verbus.log.ChunkTable;
import io.verbus.log.FrameLayout;
import io.verbus.log.Horizon;
import io.verbus.log.Log;
import io.verbus.log.LogLayout;
import io.verbus.log.LogWriter;
import io.verbus.peer.Refusal;
import io.verbus.position.SubscriptionIdentity;
import io.verbus.transport.Offer;
import io.verbus.transport.Request;

/** Chooses where a subscription on another host begins, or resumes, in a log. Used by the conductor. */
final class Beginnings {
    private static final String EVICTED = "the subscription was evicted, and fell a whole log behind: it held up its"
            + " publisher and did not read for the time-out";
    private static final String FELL_BEHIND = "the subscription fell a whole log behind its publisher, and lost the"
            + " session: its policy is EVICT";
    private static final String TOO_LATE = "the subscription's connection was down for so long that its publisher went"
            + " past it";

    private final Log log;
    private final LogWriter writer;

    Beginnings(final Log log, final LogWriter writer) {
        this.log = log;
        this.writer = writer;
    }

    /** What a claim waits for is lost too, unless it is this very reader that it waits for, where that has stood. */
    boolean isLost(final long position, final long mark) {
        return Horizon.of(log.header()) > position || writer.awaited() > position && mark > position;
    }

    /**
     * Where a request can begin now. Nothing is held: the log may go past it at any time.
     *
     * @param request that is answered
     * @param mark where the log is held for its subscription already
     * @param isEvicted whether the subscription was evicted before
     */
    Offer offer(final Request request, final long mark, final boolean isEvicted) {
        final SubscriptionIdentity subscription = request.subscriber();
        return switch (request.wish()) {
            case Request.Another another -> begin(another.start(), subscription.policy());
            case Request.Resume resume -> resume(resume, subscription, mark, isEvicted ? EVICTED : TOO_LATE);
        };
    }

    private Offer begin(final Start.Point start, final Policy policy) {
        return switch (start) {
            case Start.Live live -> {
                final long wanted = writer.sequence();
                yield offer(ChunkTable.atOrBelow(log, Math.max(0, wanted - 1)), wanted, "");
            }
            case Start.Oldest oldest -> {
                final Boundary boundary = ChunkTable.atOrAbove(log, oldestToBegin(policy));
                yield offer(boundary, boundary.sequence(), "");
            }
            case Start.At at -> {
                final Boundary boundary = ChunkTable.atOrBelow(log, Math.max(0, at.sequence() - 1));
                final long oldest = policy == Policy.EVICT ? oldestToBegin(policy) : oldestToHold();
                yield offer(boundary.position() < oldest ? ChunkTable.atOrAbove(log, oldest) : boundary, at.sequence(),
                        "the log does not go back that far");
            }
        };
    }

    /**
     * A reader that is not waited for gets nothing older. A reader under EVICT begins half a lap before the newest
     * at most, to have time to read.
     */
    private long oldestToBegin(final Policy policy) {
        return Math.max(oldestToHold(), switch (policy) {
            case BLOCK -> 0;
            case SKIP, CONFLATE -> writer.position() - Cursor.reach(log);
            case EVICT -> writer.position() - log.identity().capacity() / 2;
        });
    }

    /** A horizon that a claim waits for is not held any more. */
    private long oldestToHold() {
        return Math.max(writer.awaited(), Horizon.of(log.header()));
    }

    private Offer resume(final Request.Resume wish, final SubscriptionIdentity subscription, final long mark,
            final String note) {
        if (wish.position() > writer.position() || wish.position() % FrameLayout.ALIGNMENT != 0) {
            throw new BusException("it asks to resume at position " + wish.position() + ", and the log ends at "
                    + writer.position() + ": this is not the session that it has read");
        }
        if (subscription.policy() == Policy.EVICT
                && wish.position() < Math.max(oldestToHold(), writer.position() - Cursor.reach(log))) {
            // As far behind as it stays for ever after. It does not want that, but has to hear what it has lost.
            return offer(new Boundary(writer.position(), writer.sequence()), wish.sequence(), FELL_BEHIND);
        }
        if (!isLost(wish.position(), mark)) {
            return offer(new Boundary(wish.position(), wish.sequence()), wish.sequence(), note);
        }
        final long chunk = log.identity().capacity() / LogLayout.CHUNKS;
        return offer(ChunkTable.atOrAbove(log, oldestToHold() + chunk), wish.sequence(), note);
    }

    private Offer offer(final Boundary boundary, final long wanted, final String note) {
        return new Offer(log.identity(), boundary.position(), boundary.sequence(), wanted, note, Refusal.NONE);
    }
}
