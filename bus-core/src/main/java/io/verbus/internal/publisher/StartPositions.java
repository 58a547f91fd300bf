package io.verbus.internal.publisher;

import io.verbus.BusException;
import io.verbus.GapCause;
import io.verbus.Policy;
import io.verbus.Refusal;
import io.verbus.Start;
import io.verbus.internal.log.Boundary;
import io.verbus.internal.log.ChunkTable;
import io.verbus.internal.log.FrameLayout;
import io.verbus.internal.log.Horizon;
import io.verbus.internal.log.Log;
import io.verbus.internal.log.LogLayout;
import io.verbus.internal.log.LogWriter;
import io.verbus.spi.Offer;
import io.verbus.spi.Request;
import io.verbus.spi.SubscriptionIdentity;

/** Chooses the position at which a subscription on another host starts or resumes. Used by the conductor. */
final class StartPositions {
    private final Log log;
    private final LogWriter writer;

    StartPositions(final Log log, final LogWriter writer) {
        this.log = log;
        this.writer = writer;
    }

    /**
     * Whether a position is overwritten, or announced to be by a refused claim, unless only this reader's own gating
     * position refuses the claim.
     */
    boolean isLost(final long position, final long ownPosition) {
        return Horizon.of(log.header()) > position || writer.awaited() > position && ownPosition > position;
    }

    /**
     * The start for a request at this moment. Nothing gates the log for it: the publisher may overwrite it at any time.
     *
     * @param request of the subscription
     * @param ownPosition present gating position of the subscription; {@link RemoteReader#NOWHERE} for none
     * @param isEvicted whether the subscription was evicted before
     */
    Offer offer(final Request request, final long ownPosition, final boolean isEvicted) {
        final SubscriptionIdentity subscription = request.subscriber();
        return switch (request.target()) {
            case Request.Another another -> start(another.start(), subscription.policy());
            case Request.Resume resume ->
                resume(resume, subscription, ownPosition, isEvicted ? GapCause.EVICTED : GapCause.DISCONNECTED);
        };
    }

    private Offer start(final Start.Point start, final Policy policy) {
        return switch (start) {
            case Start.Live live -> {
                final long wanted = writer.sequence();
                yield offer(available(wanted, oldestAvailable()), wanted, GapCause.TOO_OLD);
            }
            case Start.Oldest oldest -> {
                final Boundary boundary = ChunkTable.atOrAbove(log, oldestToStart(policy));
                yield offer(boundary, boundary.sequence(), GapCause.TOO_OLD);
            }
            case Start.At at -> {
                final long oldest = policy == Policy.EVICT ? oldestToStart(policy) : oldestAvailable();
                yield offer(available(at.sequence(), oldest), at.sequence(), GapCause.TOO_OLD);
            }
        };
    }

    /**
     * The newest boundary before a message that is not older than a position. Also the message before the newest may be
     * older: a relay may not have got a range of the length of the log.
     */
    private Boundary available(final long wanted, final long oldest) {
        final Boundary boundary = ChunkTable.atOrBelow(log, Math.max(0, wanted - 1));
        return boundary.position() < oldest ? ChunkTable.atOrAbove(log, oldest) : boundary;
    }

    /**
     * Readers that do not gate the publisher get nothing older. Under EVICT a reader starts at most half a log before
     * the end, to leave time to read.
     */
    private long oldestToStart(final Policy policy) {
        return Math.max(oldestAvailable(), switch (policy) {
            case BLOCK -> 0;
            case SKIP, CONFLATE -> writer.position() - Cursor.reach(log);
            case EVICT -> writer.position() - log.identity().capacity() / 2;
        });
    }

    /** A horizon announced by a claim is no longer available. */
    private long oldestAvailable() {
        return Math.max(writer.awaited(), Horizon.of(log.header()));
    }

    private Offer resume(final Request.Resume resume, final SubscriptionIdentity subscription, final long ownPosition,
            final GapCause gap) {
        if (resume.position() > writer.position() || resume.position() % FrameLayout.ALIGNMENT != 0) {
            throw notYet(resume);
        }
        if (subscription.policy() == Policy.EVICT
                && resume.position() < Math.max(oldestAvailable(), writer.position() - Cursor.reach(log))) {
            // The largest lag. The subscription does not continue, but needs the offer to report the lost range.
            return offer(new Boundary(writer.position(), writer.sequence()), resume.sequence(), GapCause.LAPPED);
        }
        final Boundary frame = isLost(resume.position(), ownPosition) ? null : frameFor(resume);
        if (frame != null) {
            return offer(frame, resume.sequence(), gap);
        }
        if (ownPosition != RemoteReader.NOWHERE && !isLost(ownPosition, ownPosition)) {
            // The start was moved when the image became ready, and the epoch ended before the reader knew.
            return offer(ChunkTable.atOrAbove(log, ownPosition), resume.sequence(), gap);
        }
        final long chunk = log.identity().capacity() / LogLayout.CHUNKS;
        return offer(ChunkTable.atOrAbove(log, oldestAvailable() + chunk), resume.sequence(), gap);
    }

    /**
     * The first frame at or above the position and the sequence of a request: mostly exactly there. A subscriber that
     * comes from another source of the session, where messages are missing, may be between two frames of this log.
     * Returns null if the publisher has lapped the search.
     */
    private Boundary frameFor(final Request.Resume resume) {
        final Boundary from = ChunkTable.atOrBelow(log, Math.max(0, resume.sequence() - 1));
        long position = from.position();
        long sequence = from.sequence();
        while (position < writer.position() && (position < resume.position() || sequence < resume.sequence())) {
            final int offset = (int) position & log.identity().capacity() - 1;
            final long word = log.ring().getLongAcquire(offset);
            if (word == 0) {
                return null;
            }
            sequence = FrameLayout.isData(word)
                    ? sequence + 1
                    : log.ring().getLong(offset + FrameLayout.SEQUENCE_OFFSET);
            position += FrameLayout.align(FrameLayout.length(word));
        }
        if (Horizon.isAbove(log.headerWords(), from.position())) {
            return null;
        }
        if (position < resume.position() || sequence < resume.sequence()) {
            throw notYet(resume);
        }
        return new Boundary(position, sequence);
    }

    private BusException notYet(final Request.Resume resume) {
        return new BusException("invalid resume position " + resume.position() + ": the log ends at "
                + writer.position() + ", so this is another session, or a relay that does not have it yet");
    }

    private Offer offer(final Boundary boundary, final long wanted, final GapCause gap) {
        return new Offer(log.identity(), boundary.position(), boundary.sequence(), wanted, gap, Refusal.NONE);
    }
}
